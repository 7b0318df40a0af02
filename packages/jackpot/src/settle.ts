import type { Effect } from './score.ts'
import { fullPercent, type Outcome, type Terms, type Tier } from './terms.ts'

/** The outcome of a match; `drawn` is set for a void match if the policy draws its outcome. */
export type MatchOutcome = { readonly outcome: Outcome | 'void'; readonly drawn?: Outcome | undefined }

/**
 * How a pool is settled: by refunding all stakes, or by the effects of its matches and its tiers, each with the `needed` score and a
 * percentage.
 */
export type Judged =
  | { readonly kind: 'cancel' }
  | { readonly kind: 'play'; readonly effects: readonly Effect[]; readonly tiers: readonly JudgedTier[] }
export type JudgedTier = Tier & { readonly needed: number; readonly percent: number }

/** Applies a pool's policy for void matches to the final outcomes of all its matches. */
export function judge(terms: Terms, matches: readonly MatchOutcome[]): Judged {
  const voids = matches.filter(({ outcome }) => outcome === 'void').length
  const { voidPolicy, tiers } = terms
  if (voids === 0 || voidPolicy === 'draw') {
    const effects = matches.map(({ outcome, drawn }) => (outcome === 'void' ? drawn : outcome))
    if (effects.some((effect) => effect === undefined)) return { kind: 'cancel' }
    return playOf(effects as Effect[], tiers, { less: 0, percentOf: () => fullPercent })
  }
  if (voidPolicy === 'counts_won') return countsWon(terms, matches, voids)
  if (voidPolicy === 'cancel' && voids >= (terms.cancelAt ?? 1)) return { kind: 'cancel' }
  if (tiers.some(({ correct }) => correct - voids < 1)) return { kind: 'cancel' }
  return playOf(effectsOf(matches, 'none'), tiers, { less: voids, percentOf: () => fullPercent })
}

function countsWon({ tiers, reduced = [] }: Terms, matches: readonly MatchOutcome[], voids: number): Judged {
  const percentOf = ({ correct }: Tier): number | undefined =>
    reduced.find((row) => row.voids === voids && row.correct === correct)?.percent
  if (tiers.some((tier) => percentOf(tier) === undefined)) return { kind: 'cancel' }
  return playOf(effectsOf(matches, 'all'), tiers, { less: 0, percentOf: (tier) => percentOf(tier) ?? 0 })
}

const effectsOf = (matches: readonly MatchOutcome[], ofVoid: 'all' | 'none'): Effect[] =>
  matches.map(({ outcome }) => (outcome === 'void' ? ofVoid : outcome))

function playOf(
  effects: readonly Effect[],
  tiers: readonly Tier[],
  { less, percentOf }: { less: number; percentOf: (tier: Tier) => number },
): Judged {
  return {
    kind: 'play',
    effects,
    tiers: tiers.map((tier) => ({ ...tier, needed: tier.correct - less, percent: percentOf(tier) })),
  }
}

/** The money of a pool, and the number of its lines by score. */
export type Played = {
  readonly staked: bigint
  readonly carried: bigint
  readonly lines: ReadonlyMap<number, number>
  /** Whether a pool of the mode `must_be_won` must be won now. */
  readonly mustBeWon: boolean
}

/**
 * A tier with its payment. `needed` is the score of the lines that are paid: the best score, if no line reached the tier and the pool must
 * be won.
 */
export type PaidTier = {
  readonly correct: number
  readonly needed: number
  readonly lines: number
  readonly prizeEach: bigint
}

/**
 * The division of a pool's money, in cents: `paid` to lines; `rounding`, the rest of shares that were rounded down to the cent; `rolls` to
 * the next pool of the same name; `house`, the remainder. staked + carried = paid + rounding + rolls + house. `house` of a fixed pool may
 * be negative.
 */
export type Shares = {
  readonly tiers: readonly PaidTier[]
  /** The prize of a line by its score. */
  readonly prizes: ReadonlyMap<number, bigint>
  readonly best: number | null
  readonly paid: bigint
  readonly rounding: bigint
  readonly rolls: bigint
  readonly house: bigint
}

const percentOf = (amount: bigint, percent: number): bigint => (amount * BigInt(percent)) / BigInt(fullPercent)

/** Divides the money of a pool. Every line is paid separately: a ticket gets the prizes of all its lines. */
export function shareOut(mode: Terms['mode'], tiers: readonly JudgedTier[], played: Played): Shares {
  return mode === 'fixed' ? fixedShares(tiers, played) : poolShares(tiers, played)
}

function fixedShares(tiers: readonly JudgedTier[], { staked, carried, lines }: Played): Shares {
  let rounding = 0n
  const paid = tiers.map((tier): PaidTier => {
    const { correct, needed } = tier
    const winners = lines.get(needed) ?? 0
    const prize = percentOf(tier.prize ?? 0n, tier.percent)
    const prizeEach = winners === 0 ? 0n : tier.split === true ? prize / BigInt(winners) : prize
    if (tier.split === true && winners > 0) rounding += prize - prizeEach * BigInt(winners)
    return { correct, needed, lines: winners, prizeEach }
  })
  const sum = sumOf(paid)
  return { ...summary(paid, lines), paid: sum, rounding, rolls: carried, house: staked - sum - rounding }
}

function poolShares(tiers: readonly JudgedTier[], { staked, carried, lines, mustBeWon }: Played): Shares {
  const total = staked + carried
  const kept = fullPercent - tiers.reduce((sum, { share = 0 }) => sum + share, 0)
  const best = bestScore(lines)
  let rolls = percentOf(carried, kept)
  const paid = tiers.map((tier): PaidTier => {
    const share = percentOf(total, tier.share ?? 0)
    const due = percentOf(share, tier.percent)
    const isHit = (lines.get(tier.needed) ?? 0) > 0
    const needed = !isHit && mustBeWon && best !== null ? best : tier.needed
    const winners = lines.get(needed) ?? 0
    rolls += winners > 0 ? share - due : share
    return { correct: tier.correct, needed, lines: winners, prizeEach: winners > 0 ? due / BigInt(winners) : 0n }
  })
  const sum = sumOf(paid)
  const house = percentOf(staked, kept)
  return { ...summary(paid, lines), paid: sum, rounding: total - sum - rolls - house, rolls, house }
}

const sumOf = (tiers: readonly PaidTier[]): bigint =>
  tiers.reduce((sum, { lines, prizeEach }) => sum + prizeEach * BigInt(lines), 0n)

function summary(tiers: readonly PaidTier[], lines: ReadonlyMap<number, number>) {
  const prizes = new Map<number, bigint>()
  for (const { needed, prizeEach } of tiers)
    if (prizeEach > 0n) prizes.set(needed, (prizes.get(needed) ?? 0n) + prizeEach)
  return { tiers, prizes, best: bestScore(lines) }
}

function bestScore(lines: ReadonlyMap<number, number>): number | null {
  const scores = [...lines].flatMap(([score, count]) => (count > 0 ? [score] : []))
  return scores.length === 0 ? null : Math.max(...scores)
}

/** The payment of a ticket: the prizes of all its lines. */
export function returnOf(lines: ReadonlyMap<number, number>, prizes: ReadonlyMap<number, bigint>): bigint {
  let sum = 0n
  for (const [score, count] of lines) sum += BigInt(count) * (prizes.get(score) ?? 0n)
  return sum
}
