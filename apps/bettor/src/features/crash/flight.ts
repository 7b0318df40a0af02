import { multiplierAt } from '@nare/games/crash'
import { hundredthsOf, hundredthsText as multiplierText } from '@nare/games/hundredths'
import { formatMoney, money, parseMoney } from '@nare/money/money'

export { multiplierText }

/** The lowest multiplier of a cash-out in hundredths. */
const cashOutMin = 101

/** Parses a multiplier such as "2.31" or "2" into hundredths; undefined if it is not a number or below 1. */
export function multiplierIn(text: string | null | undefined): number | undefined {
  const hundredths = hundredthsOf(text ?? '')
  return hundredths !== undefined && hundredths >= 100 ? hundredths : undefined
}

/** A multiplier for a chip: fewer decimals the larger it is, "1.08", "12.4", "231". */
export function shortMultiplier(text: string): string {
  const hundredths = multiplierIn(text) ?? 0
  if (hundredths >= 10_000) return text.replace(/\..*/, '')
  return hundredths >= 1000 ? text.replace(/(\.\d)\d$/, '$1') : text
}

/** Whole milliseconds of a flight at a moment of the server's time; never negative. */
export const flightMs = (startedAt: string, nowMs: number): number =>
  Math.max(0, Math.floor(nowMs - Date.parse(startedAt)))

/** The multiplier in hundredths at a moment of the server's time. */
export const multiplierNow = (startedAt: string, nowMs: number): number => multiplierAt(flightMs(startedAt, nowMs))

/** The payout of a stake at a multiplier in hundredths, rounded down to the cent, as decimal text. */
export function payoutAt(stake: string, hundredths: number): string {
  return formatMoney(money(((parseMoney(stake) ?? 0n) * BigInt(hundredths)) / 100n))
}

/** The smallest multiplier at which a stake returns this amount, as text. */
export function multiplierOf(stake: string, returned: string): string {
  const [put, got] = [parseMoney(stake) ?? 0n, parseMoney(returned) ?? 0n]
  return put === 0n ? '' : multiplierText(Number((got * 100n + put - 1n) / put))
}

type Target = { stake: string; target: string; maxWin: string | undefined }

/** The multiplier at which a bet reaches the largest win, if that is before its target; text in whole hundredths. */
export function cappedTarget({ stake, target, maxWin }: Target): string | undefined {
  const [put, most] = [parseMoney(stake) ?? 0n, parseMoney(maxWin ?? '')]
  if (put === 0n || most === undefined) return undefined
  const cap = Math.max(cashOutMin, Number((most * 100n) / put))
  return cap < (multiplierIn(target) ?? 0) ? multiplierText(cap) : undefined
}

/** Whether a bet returned more than its stake. */
export const isGain = ({ stake, returned }: { stake: string; returned: string }): boolean =>
  (parseMoney(returned) ?? 0n) > (parseMoney(stake) ?? 0n)

/** How far a round flew, for the colour of its point. */
export function sizeOf(point: string): 'small' | 'middle' | 'large' {
  const hundredths = multiplierIn(point) ?? 0
  return hundredths >= 1000 ? 'large' : hundredths >= 200 ? 'middle' : 'small'
}
