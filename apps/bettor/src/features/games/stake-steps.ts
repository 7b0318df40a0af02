import { formatMoney, money, parseMoney, type Money } from '@nare/money/money'

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
  const now = parseMoney(stake)
  const least = parseMoney(min) ?? money(0n)
  const most = parseMoney(max) ?? least
  if (now === undefined) return shown(least)
  return shown(within(moved(now, step), { least, most: most < least ? least : most }))
}

function moved(now: Money, step: StakeStep): bigint {
  if (step === 'half') return now / 2n
  if (step === 'double') return now * 2n
  if (step === 'more') return (now / stepAt(now) + 1n) * stepAt(now)
  const by = stepAt(now > 0n ? now - 1n : 0n)
  return now > 0n ? ((now - 1n) / by) * by : 0n
}

const within = (amount: bigint, { least, most }: { least: bigint; most: bigint }): Money =>
  money(amount < least ? least : amount > most ? most : amount)

/** The amount as it would be typed, without a trailing .00. */
const shown = (amount: Money): string => formatMoney(amount).replace(/\.00$/, '')

/**
 * The largest stake whose win is within `max_win` when it pays at most `most` ten-thousandths, and within `max_stake`; decimal text,
 * "0.00" where no stake is.
 */
export function largestStake({
  max_stake,
  max_win,
  most,
}: {
  max_stake: string
  max_win: string
  most: bigint
}): string {
  const [stake, win] = [parseMoney(max_stake) ?? money(0n), parseMoney(max_win) ?? money(0n)]
  // floor(stake × most) must not be above the win, so the stake is below (win + 1) / most.
  const bound = most > 0n ? ((win + 1n) * 10_000n - 1n) / most : stake
  return formatMoney(money(bound < stake ? bound : stake))
}
