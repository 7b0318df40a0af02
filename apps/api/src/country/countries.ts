import type { Country } from './country.ts'
import { ke } from './ke.ts'

const countries = { ke } satisfies Record<string, Country>

/** The rules of the country with this code. */
export const countryOf = (code: keyof typeof countries): Country => countries[code]
