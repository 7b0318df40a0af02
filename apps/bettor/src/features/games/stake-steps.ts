import { formatMoney, money, parseMoney, type Money } from '@nare/money/money'
import { halfOf } from '../../play/half-of.ts'

export type Bounds = { min: string; max: string }
export type StakeStep = 'less' | 'more' | 'half' | 'double'

/** The steps of − and + in cents: `by` applies to stakes of at least `from`. */
const steps: readonly (readonly [from: bigint, by: bigint])[] = [
  [1_000_000n, 500_000n],
  [500_000n, 100_000n],
  [100_000n, 50_000n],
  [50_000n, 10_000n],
  [10_000n, 5_000n],
  [0n, 1_000n],
]
const stepAt = (amount: bigint): bigint => steps.find(([from]) => amount >= from)?.[1] ?? 1_000n

/** The stake after a tap on −, +, ½ or 2×, within its bounds, as decimal text. An invalid stake becomes the minimum. */
export function stepStake(stake: string, step: StakeStep, { min, max }: Bounds): string {
  const current = parseMoney(stake)
  const lowest = parseMoney(min) ?? money(0n)
  const highest = parseMoney(max) ?? lowest
  if (current === undefined) return withoutZeroCents(lowest)
  return withoutZeroCents(within(stepped(current, step), { lowest, highest: highest < lowest ? lowest : highest }))
}

function stepped(stake: Money, step: StakeStep): bigint {
  if (step === 'half') return halfOf(stake)
  if (step === 'double') return stake * 2n
  if (step === 'more') return (stake / stepAt(stake) + 1n) * stepAt(stake)
  const by = stepAt(stake > 0n ? stake - 1n : 0n)
  return stake > 0n ? ((stake - 1n) / by) * by : 0n
}

const within = (amount: bigint, { lowest, highest }: { lowest: bigint; highest: bigint }): Money =>
  money(amount < lowest ? lowest : amount > highest ? highest : amount)

/** The amount as a bettor types it, without a trailing .00. */
const withoutZeroCents = (amount: Money): string => formatMoney(amount).replace(/\.00$/, '')

/**
 * The largest stake of at most `max_stake` that pays at most `max_win` at `maxMultiplier` ten-thousandths, from 100.00 up without cents.
 * Decimal text; "0.00" if no stake is possible.
 */
export function largestStake({
  max_stake,
  max_win,
  maxMultiplier,
}: {
  max_stake: string
  max_win: string
  maxMultiplier: bigint
}): string {
  const [stake, win] = [parseMoney(max_stake) ?? money(0n), parseMoney(max_win) ?? money(0n)]
  // floor(stake × maxMultiplier) must not be above the win, so the stake is below (win + 1) / maxMultiplier.
  const bound = maxMultiplier > 0n ? ((win + 1n) * 10_000n - 1n) / maxMultiplier : stake
  const largest = bound < stake ? bound : stake
  return formatMoney(money(largest < 10_000n ? largest : largest - (largest % 100n)))
}
