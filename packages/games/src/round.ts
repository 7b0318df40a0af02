import { money, type Money } from '@nare/money/money'
import { streamsOf, type Stream } from '@nare/fair/stream'

/** The three seeds of a round: the server's (64 hexadecimal characters), the bettor's, and the number of the round under both. */
export type Seeds = { readonly serverSeed: string; readonly clientSeed: string; readonly nonce: number }

/** The stake of a round, and the maximum that it may pay, stake included. */
export type Terms = { readonly stake: Money; readonly maxWin: Money }

/**
 * A round after its moves so far. `result` has only what the bettor may see so far. `multiplier` is in ten-thousandths; it is for display
 * only in games that pay exact sums. `staked` is the stake plus what moves added to it.
 */
export type Round<Result> = {
  readonly state: 'open' | 'done'
  readonly result: Result
  readonly multiplier: bigint
  readonly staked: Money
  readonly payout: Money
}

/** Why options or a move are refused: the refusals of the contract. */
export type Refusal = 'bad_options' | 'bad_move' | 'round_over' | 'win_too_large'
export type Played<Result> =
  | { readonly ok: true; readonly round: Round<Result> }
  | { readonly ok: false; readonly reason: Refusal }

/**
 * A game as a function: the same seeds, options, moves and terms give the same round on every machine. A round continues with more moves,
 * and is checked by replaying it.
 */
export type Game<Options, Move, Result> = {
  readonly name: string
  play(numbers: Stream, given: { options: Options; moves: readonly Move[]; terms: Terms }): Played<Result>
}

/** The numbers of a round: HMAC-SHA256(key = server seed as text, "client seed:nonce:block"), eight numbers a block. */
export function numbersOf({ serverSeed, clientSeed, nonce }: Seeds): Stream {
  return streamsOf(serverSeed)(`${clientSeed}:${nonce}`)
}

/** The multiplier 1.00 in ten-thousandths. */
export const unitMultiplier = 10_000n

/** The payout for a multiplier, stake included, rounded down to the cent. */
export function payoutOf(stake: Money, multiplier: bigint): Money {
  return money((stake * multiplier) / unitMultiplier)
}

export const refuse = (reason: Refusal): { ok: false; reason: Refusal } => ({ ok: false, reason })

/** A round that is over immediately. It is refused if its largest possible multiplier would pay more than `maxWin`. */
export function immediateRound<Result>(
  { stake, maxWin }: Terms,
  { result, multiplier, largest }: { result: Result; multiplier: bigint; largest: bigint },
): Played<Result> {
  if (payoutOf(stake, largest) > maxWin) return refuse('win_too_large')
  const payout = payoutOf(stake, multiplier)
  return { ok: true, round: { state: 'done', result, multiplier, staked: stake, payout } }
}

/** Draws without replacement: each number picks one of the remaining values by its index and removes it. The values are 0 to `of` - 1. */
export function drawDistinct(numbers: Stream, { of, count }: { of: number; count: number }): number[] {
  const remaining = Array.from({ length: of }, (_, value) => value)
  return Array.from(
    { length: count },
    () => remaining.splice(Math.floor((numbers() * remaining.length) / 2 ** 32), 1)[0] ?? 0,
  )
}

/** The number of ways to choose `count` of `of`. */
export function choose(of: number, count: number): bigint {
  let ways = 1n
  for (let n = 0; n < count; n++) ways = (ways * BigInt(of - n)) / BigInt(n + 1)
  return ways
}

/** The risks of plinko, keno and wheel. */
export const risks = ['low', 'medium', 'high'] as const
export type Risk = (typeof risks)[number]
