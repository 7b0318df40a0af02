import type { ReturnRow } from '@nare/contract/operator-returns'

/** The spans over which returns are shown, in days. */
export const spans = { day: 1, week: 7, month: 30 } as const
export type SpanName = keyof typeof spans
export const spanNames: Readonly<Record<SpanName, string>> = { day: '24 h', week: '7 days', month: '30 days' }

/** The span that an address names; 7 days without one. */
export const spanOf = (text: string | undefined): SpanName => (text === 'day' || text === 'month' ? text : 'week')

const [hourMs, dayMs] = [3_600_000, 86_400_000]

/** The hour in which a span that ends now begins: the same for an hour, so that it is not read anew all the time. */
export const beginOf = (span: SpanName, nowMs: number): string =>
  new Date(Math.floor(nowMs / hourMs) * hourMs - spans[span] * dayMs).toISOString()

/** From this many standard deviations on a return asks for a person: it is so far off by chance in one of 370 cases. */
const farZ = 3

/** Whether a return is further from the expected one than chance explains. */
export const isFar = ({ z }: Pick<ReturnRow, 'z'>): boolean => z !== null && Math.abs(Number(z)) > farZ

/** "+0.42" or "−3.10"; a dash where there is none. */
export function zText(z: string | null): string {
  if (z === null) return '–'
  return z.startsWith('-') ? z.replace('-', '\u2212') : `+${z}`
}

/** "97.10 – 99.84", the interval of 95 %. */
export const intervalText = ({
  low_percent: low,
  high_percent: high,
}: Pick<ReturnRow, 'low_percent' | 'high_percent'>) => (low === null || high === null ? '–' : `${low} – ${high}`)

/** The part of the line of percents on which all returns of a room are drawn. */
export type Axis = { readonly from: number; readonly to: number }

const mostAway = 25
const leastWidth = 4

/**
 * An axis that holds every interval, but goes no further than 25 points from the expected returns: of a game with few rounds the ends are cut
 * off, or the others would be points.
 */
export function axisOf(rows: readonly ReturnRow[]): Axis {
  const shown = rows.filter(({ measured_percent }) => measured_percent !== null)
  const numbers = (keys: readonly (keyof ReturnRow)[]): number[] =>
    shown.flatMap((row) => keys.flatMap((key) => (row[key] === null ? [] : [Number(row[key])])))
  const middle = numbers(['expected_percent', 'stated_percent'])
  const all = numbers(['low_percent', 'high_percent', 'measured_percent', 'expected_percent', 'stated_percent'])
  if (all.length === 0) return { from: 90, to: 110 }
  const around = middle.length > 0 ? middle : all
  const from = Math.floor(Math.max(Math.min(...all), Math.min(...around) - mostAway, 0)) - 1
  const to = Math.ceil(Math.min(Math.max(...all), Math.max(...around) + mostAway)) + 1
  return to - from < leastWidth ? { from: from - leastWidth / 2, to: to + leastWidth / 2 } : { from, to }
}

/** Where a percent is on an axis, from 0 to 100; `isOff` if it is outside. */
export function placeOn({ from, to }: Axis, percent: string): { readonly at: number; readonly isOff: boolean } {
  const at = ((Number(percent) - from) / (to - from)) * 100
  return { at: Math.min(100, Math.max(0, at)), isOff: at < 0 || at > 100 }
}

/** What the figures of a game mean, in a sentence. */
export function verdictOf(row: ReturnRow): string {
  const { z, measured_percent: measured, expected_percent: expected, by_rules: byRules } = row
  if (measured === null) return 'No round was decided.'
  if (expected === null) return `It has returned ${measured}%. No return is stated for it.`
  if (z === null) return `It has returned ${measured}% where ${expected}% is stated: too few rounds to judge.`
  const away = `${Math.abs(Number(z)).toFixed(2)} standard deviations ${z.startsWith('-') ? 'below' : 'above'}`
  const rules = byRules ? 'by its rules' : 'as it is stated'
  const end = isFar(row) ? 'Chance does not explain that.' : 'That is chance.'
  return `It has returned ${measured}% where ${expected}% is expected ${rules}: ${away}. ${end}`
}
