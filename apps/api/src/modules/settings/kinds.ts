import type { FieldFault } from '@nare/contract/field-codes'
import type { SettingBounds, settingTypes, SettingValue } from '@nare/contract/settings'
import { formatMoney, formatPrice, money, parseMoney, parsePrice, type Money, type Price } from '@nare/money/money'

/** A value as it was read, or what is wrong with it. */
export type Read<T> = { readonly value: T } | { readonly fault: FieldFault }

/**
 * A type of settings. `read` takes a value as it stands in a call or a row; `fit` says whether it is within the bounds, which an older row need
 * not be; `write` is the way back. `size` orders values by how much they allow.
 */
export type Kind<T> = {
  readonly type: (typeof settingTypes)[number]
  readonly bounds: SettingBounds
  read(given: SettingValue): Read<T>
  fit(value: T): FieldFault | undefined
  write(value: T): SettingValue
  size(value: T): bigint | number
}

type Range<T> = { readonly least: T; readonly most: T }

export const wrong = (sentence: string): Read<never> => ({ fault: { code: 'not_valid', sentence } })
export const textOf = (given: SettingValue): string => (typeof given === 'boolean' ? '' : String(given).trim())

type Ordered<T> = Range<T> & {
  readonly type: Kind<T>['type']
  readonly unit?: string | undefined
  readonly parse: (text: string) => T | undefined
  readonly format: (value: T) => string
  readonly example: string
}

/** A type whose values are ordered, and written as text. */
function ordered<T extends bigint | number>({ type, unit, least, most, parse, format, example }: Ordered<T>): Kind<T> {
  return {
    type,
    bounds: { least: format(least), most: format(most), ...(unit && { unit }) },
    read(given) {
      const value = parse(textOf(given))
      return value === undefined ? wrong(`Enter ${example}`) : { value }
    },
    fit(value) {
      if (value < least) return { code: 'too_small', sentence: `At least ${format(least)}` }
      return value > most ? { code: 'too_large', sentence: `At most ${format(most)}` } : undefined
    },
    write: format,
    size: (value) => value,
  }
}

/** An amount in cents. */
export const amounts = (range: Range<Money>): Kind<Money> =>
  ordered({ ...range, type: 'money', parse: parseMoney, format: formatMoney, example: 'an amount like 100 or 100.50' })

let scale = 1n

/** Multiplies the upper bounds of all amounts in whole shillings from now on: by `amountScale` of the country. */
export const scaleAmounts = (times: number): void => void (scale = BigInt(times))

export const amountScale = (): bigint => scale

/** Whole shillings between two bounds, as an amount in cents. A country whose shilling buys less has a higher upper bound. */
export function shillings({ least, most }: Range<number>): Kind<Money> {
  const scaled = () => amounts({ least: money(BigInt(least) * 100n), most: money(BigInt(most) * 100n * scale) })
  return {
    ...scaled(),
    get bounds() {
      return scaled().bounds
    },
    fit: (amount) => scaled().fit(amount),
  }
}

/** An amount in whole shillings from 0. */
export const shillingsTo = (most: number): Kind<Money> => shillings({ least: 0, most })

export const prices = (range: Range<Price>): Kind<Price> =>
  ordered({ ...range, type: 'price', parse: parsePrice, format: formatPrice, example: 'odds like 2.10' })

/** A whole number, with what it counts. */
export function whole(range: Range<number> & { readonly unit: string }): Kind<number> {
  const parse = (text: string): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined)
  const kind = ordered({ ...range, type: 'whole', parse, format: String, example: 'a whole number' })
  return { ...kind, write: (value) => value }
}

/** A percentage with at most two decimals, as hundredths of a percent. */
export function percents(range: Range<number>): Kind<number> {
  return ordered({
    ...range,
    type: 'percent',
    unit: '%',
    example: 'a percentage like 5 or 7.50',
    parse: (text) => (/^\d{1,3}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : undefined),
    format: (bps) => (bps / 100).toFixed(2),
  })
}

/** A time of the day on its clock, as minutes since midnight: "00:30". */
export const clockTimes: Kind<number> = {
  type: 'text',
  bounds: { longest: 5 },
  read(given) {
    const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(textOf(given)) ?? []
    return hours === undefined ? wrong('Enter a time like 00:30') : { value: Number(hours) * 60 + Number(minutes) }
  },
  fit: () => undefined,
  write: clockText,
  size: (minutes) => minutes,
}

/** Minutes since midnight as a time of the clock. */
export function clockText(minutes: number): string {
  const part = (value: number): string => String(value).padStart(2, '0')
  return `${part(Math.floor(minutes / 60))}:${part(minutes % 60)}`
}

/** On or off. */
export const onOff: Kind<boolean> = {
  type: 'switch',
  bounds: {},
  read: (given) => (typeof given === 'boolean' ? { value: given } : wrong('Choose on or off')),
  fit: () => undefined,
  write: (value) => value,
  size: Number,
}

/** A line of text in a form. */
export function texts({ longest, form, example }: { longest: number; form: RegExp; example: string }): Kind<string> {
  return {
    type: 'text',
    bounds: { longest },
    read: (given) => (typeof given === 'string' ? { value: given.trim() } : wrong(`Enter ${example}`)),
    fit: (value) =>
      value.length <= longest && form.test(value) ? undefined : { code: 'not_valid', sentence: `Enter ${example}` },
    write: (value) => value,
    size: () => 0,
  }
}

/** A percentage from 0 as it stands in a table, with at most three decimals and none that says nothing: "7.5". */
export const plainPercents = (most: number): Kind<number> =>
  ordered({
    ...{ least: 0, most, type: 'percent', unit: '%', example: 'a percentage like 5 or 7.5' },
    parse: (text) => (/^\d{1,3}(\.\d{1,3})?$/.test(text) ? Number(text) : undefined),
    format: String,
  })

/** The same percentage as text. */
export const plainPercentTexts = (most: number): Kind<string> => {
  const { type, bounds, read, fit, write, size } = plainPercents(most)
  return {
    ...{ type, bounds },
    read(given) {
      const found = read(given)
      return 'fault' in found ? found : { value: String(found.value) }
    },
    fit: (value) => fit(Number(value)),
    write: (value) => write(Number(value)),
    size: (value) => size(Number(value)),
  }
}

/** One of these words. */
export function choices<const T extends string>(options: readonly T[], labels?: readonly string[]): Kind<T> {
  const sentence = `Choose ${(labels ?? options).join(', ')}`
  return {
    type: 'choice',
    bounds: { options: [...options], ...(labels && { labels: [...labels] }) },
    read(given) {
      const value = options.find((one) => one === given)
      return value === undefined ? { fault: { code: 'not_one_of', sentence } } : { value }
    },
    fit: () => undefined,
    write: (value) => value,
    size: () => 0,
  }
}

/** A day of the calendar, as YYYY-MM-DD. */
export const days: Kind<string> = {
  type: 'day',
  bounds: {},
  read(given) {
    const text = textOf(given)
    const at = /^(19|20|21)\d\d-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
    return at && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
      ? { value: text }
      : wrong('Enter a day like 2027-01-01')
  },
  fit: () => undefined,
  write: (value) => value,
  size: () => 0,
}

/** A value that may be missing, which is written as "-". */
export const optional = <T>(kind: Kind<T>): Kind<T | null> => ({
  type: kind.type,
  get bounds() {
    return { ...kind.bounds, empty: true }
  },
  read: (given) => (given === '-' ? { value: null } : kind.read(given)),
  fit: (value) => (value === null ? undefined : kind.fit(value)),
  write: (value) => (value === null ? '-' : kind.write(value)),
  size: (value) => (value === null ? 0 : kind.size(value)),
})
