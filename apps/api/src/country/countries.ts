import { readNumbersOf } from '@nare/contract/numbers'
import * as z from 'zod'
import type { Country } from './country.ts'
import { ke } from './ke.ts'
import { tz } from './tz.ts'

const countries = { ke, tz } satisfies Record<string, Country>
export type CountryCode = keyof typeof countries

/** The rules of the country with this code. */
export const countryOf = (code: CountryCode): Country => countries[code]

/** The variable that chooses the country. Phone numbers of the variables after it are read as that country's. */
export const countryVariable = z
  .enum(Object.keys(countries) as CountryCode[])
  .transform((code) => {
    readNumbersOf(countryOf(code).numbers)
    return code
  })
  .prefault('ke')
