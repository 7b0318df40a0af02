import type { Change, HourSums } from './store.ts'

/** The game of a ticket, and mean and variance of what its round pays, where its rules say so. */
export type Judged = {
  readonly game: string
  readonly expectation?: { readonly mean: number; readonly variance: number }
}

const hourMs = 3_600_000
/** Means and variances are kept to a ten-thousandth, so that sums do not depend on their order. */
const parts = 10_000

/** What changes of tickets add to the sums of hours. A ticket whose game is not known any more is of the game `unknown`. */
export function sumsOf(changes: readonly Change[], judged: ReadonlyMap<bigint, Judged>): HourSums[] {
  const groups = Map.groupBy(changes, ({ at, product, betId }) =>
    [Math.floor(at.getTime() / hourMs), product, judged.get(betId)?.game ?? 'unknown'].join(' '),
  )
  // In one order, so that two processes that add to the same hours do not wait for each other.
  return [...groups.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, group]) => {
      const [first] = group
      if (!first) return []
      const { at, product, betId } = first
      const begins = new Date(Math.floor(at.getTime() / hourMs) * hourMs)
      return [{ begins, product, game: judged.get(betId)?.game ?? 'unknown', ...totalOf(group, judged) }]
    })
}

function totalOf(group: readonly Change[], judged: ReadonlyMap<bigint, Judged>) {
  let [rounds, stakes, returned, count] = [0n, 0n, 0n, 0n]
  let [mean, variance] = [0n, 0n]
  let [stakeSquares, stakeReturns, returnSquares] = [0n, 0n, 0n]
  for (const change of group) {
    for (const { sign, stake, paid } of sidesOf(change)) {
      rounds += sign
      stakes += sign * stake
      returned += sign * paid
      stakeSquares += sign * stake * stake
      stakeReturns += sign * stake * paid
      returnSquares += sign * paid * paid
    }
    const expectation = judged.get(change.betId)?.expectation
    const sign = BigInt(change.isCounted) - BigInt(change.wasCounted)
    if (!expectation || sign === 0n) continue
    count += sign
    mean += sign * scaled(expectation.mean)
    variance += sign * scaled(expectation.variance)
  }
  const sums = { rounds, stakes, returned, judged: count, mean: decimal(mean), variance: decimal(variance) }
  return { ...sums, stakeSquares, stakeReturns, returnSquares }
}

/** What a ticket counted before, taken away, and what it counts now. */
function sidesOf({ wasCounted, isCounted, wasStake, wasReturned, stake, returned }: Change) {
  return [
    ...(wasCounted ? [{ sign: -1n, stake: wasStake, paid: wasReturned }] : []),
    ...(isCounted ? [{ sign: 1n, stake, paid: returned }] : []),
  ]
}

const scaled = (value: number): bigint =>
  Math.abs(value) < Number.MAX_SAFE_INTEGER / parts
    ? BigInt(Math.round(value * parts))
    : BigInt(Math.round(value)) * BigInt(parts)

/** A number of ten-thousandths as a decimal. */
function decimal(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(5, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`
}
