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

const wrong = (sentence: string): Read<never> => ({ fault: { code: 'not_valid', sentence } })
const textOf = (given: SettingValue): string => (typeof given === 'boolean' ? '' : String(given).trim())

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

/** An amount in whole shillings from 0. */
export const shillingsTo = (most: number): Kind<Money> =>
  amounts({ least: money(0n), most: money(BigInt(most) * 100n) })

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

export type Step = { readonly legs: number; readonly percent: number }

const stepsMax = 30

/** Percentages by numbers of legs, written as "3=5, 5=10": both grow from step to step. No step is written as "none". */
export function stepTable({ percentMax, legsMax }: { percentMax: number; legsMax: number }): Kind<readonly Step[]> {
  const example = 'steps like 3=5, 5=10: legs=percent, both growing, or none'
  const stepOf = (text: string): Step[] => {
    const [, legs, percent] = /^(\d{1,2})=(\d{1,3}(?:\.\d{1,2})?)$/.exec(text.trim()) ?? []
    return legs && percent ? [{ legs: Number(legs), percent: Number(percent) }] : []
  }
  return {
    type: 'steps',
    bounds: { most: String(percentMax), longest: 200 },
    read(given) {
      const text = textOf(given)
      if (text === 'none') return { value: [] }
      const parts = text.split(',')
      const value = parts.flatMap(stepOf)
      return value.length === parts.length && value.length <= stepsMax ? { value } : wrong(`Enter ${example}`)
    },
    fit(steps) {
      const grows = steps.every(({ legs, percent }, at) => {
        const before = steps[at - 1]
        return legs >= 2 && legs <= legsMax && (!before || (legs > before.legs && percent > before.percent))
      })
      if (!grows) return { code: 'not_valid', sentence: `Enter ${example}` }
      const last = steps.at(-1)?.percent ?? 0
      return last > percentMax ? { code: 'too_large', sentence: `At most ${percentMax} %` } : undefined
    },
    write: (steps) => steps.map(({ legs, percent }) => `${legs}=${percent}`).join(', ') || 'none',
    size: () => 0,
  }
}
