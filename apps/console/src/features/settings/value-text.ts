import type { Setting, SettingValue } from '@nare/contract/settings'
import { amountText, countText, durationText, moneyText } from '../../parts/format.ts'
import { textOf, typedCents } from '../../parts/cents.ts'

type Typed = Pick<Setting, 'type' | 'bounds'>

/** How many rows a table has. */
function tableText(text: string): string {
  const rows = text === 'none' ? 0 : text.split(',').length
  return rows === 0 ? 'no rows' : rows === 1 ? '1 row' : `${countText(rows)} rows`
}

/** A value in a few words: "KSh 20,000", "5.00 %", "2 h", "on", "6 rows". */
export function valueText({ type, bounds }: Typed, value: SettingValue): string {
  const { unit } = bounds
  if (type === 'switch') return value === true ? 'on' : 'off'
  if (type === 'money') return moneyText(String(value))
  if (type === 'percent') return `${value} %`
  if (unit === 's') return durationText(Number(value))
  if (type === 'whole') return `${countText(Number(value))}${unit ? ` ${unit}` : ''}`
  if (type === 'choice') return bounds.labels?.[bounds.options?.indexOf(String(value)) ?? -1] ?? String(value)
  if (type === 'table') return tableText(String(value))
  return String(value)
}

/** The bounds in words: "KSh 0 to 1,000,000", "1 to 30 s". */
export function boundsText({ type, bounds: { least, most, unit, rows } }: Typed): string | undefined {
  if (type === 'table') return rows === undefined ? undefined : `at most ${rows} rows`
  if (least === undefined || most === undefined) return undefined
  if (type === 'money') return `${moneyText(least)} to ${amountText(most)}`
  return type === 'whole'
    ? `${countText(Number(least))} to ${countText(Number(most))} ${unit ?? ''}`.trim()
    : `${least} to ${most}${unit ? ` ${unit}` : ''}`
}

const isText = (type: Setting['type']): boolean => !/^(money|price|whole|percent|switch)$/.test(type)

/** What is sent for a typed text: amounts with their cents, so that a second person reads them as any other. */
export function sentValue({ type }: Pick<Setting, 'type'>, typed: string): SettingValue {
  if (type === 'switch') return typed === 'on'
  const text = isText(type) ? typed.trim() : typed.replaceAll(/[\s,]/g, '')
  if (type === 'whole') return /^\d{1,9}$/.test(text) ? Number(text) : text
  const cents = type === 'money' ? typedCents(text) : undefined
  return cents === undefined ? text : textOf(cents)
}

/** What stands in the field before somebody types. */
export const fieldText = ({ type }: Pick<Setting, 'type'>, value: SettingValue): string =>
  type === 'switch' ? (value === true ? 'on' : 'off') : String(value)

/** Whether a second person confirms this change, as far as the values now tell; the server decides. */
export function needsSecond(
  { type, second }: Pick<Setting, 'type' | 'second'>,
  before: SettingValue,
  after: SettingValue,
) {
  if (second === 'always' || second === 'never') return second === 'always'
  if (isText(type)) return false
  const grows = Number(after) - Number(before)
  return second === 'up' ? grows > 0 : grows < 0
}

const moments = {
  bets: 'Bets that were accepted before stay as they are.',
  alerts: undefined,
  referral: 'Bets that wait for a trader stay as they are.',
  'cash-out': 'What was cashed out stays as it is.',
  boost: 'Bets that were accepted before keep their boost.',
  league: 'Bets that were accepted before stay as they are.',
  games: 'Rounds that were placed before stay as they are.',
  jackpots: 'Pools that were created before stay as they are.',
  payments: 'Withdrawals that were judged before stay as they are.',
  taxes: 'Payments that were taxed before stay as they are.',
  identity: 'What was decided before stays as it is.',
  'money laundering': undefined,
  protection: 'Limits that wait keep their time.',
  points: 'Points that were earned or redeemed before stay as they are.',
  bonus: 'What was counted before stays as it is.',
  boards: 'Periods that run keep what they began with.',
  'second person': 'Proposals that wait stay as they are.',
  queues: undefined,
  house: undefined,
} as const satisfies Record<Setting['group'], string | undefined>

/** What does not change. */
export const staysText = ({ group }: Pick<Setting, 'group'>): string | undefined => moments[group]
