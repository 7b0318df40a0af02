import { money, type Money } from '@nare/money/money'

/** The part of a stake that counts for a board at most, in cents. */
const stakeCounted = 100_00n

/** The fields of a settled ticket that decide its points; amounts in cents. */
export type ScoringTicket = {
  readonly state: 'open' | 'won' | 'lost' | 'void' | 'cashed_out'
  readonly decidedStake: bigint
  readonly returned: bigint
  readonly cashed: bigint
  readonly boost: bigint
}

/**
 * The points of a ticket, in hundredths: min(stake, 100) × (price − 1) for a won one, where the price is what the results paid for each
 * shilling that they decided, without a boost, so that a void leg or a half win counts as it paid. A lost ticket is 0, never less, so no
 * board ranks by losses; stakes alone are worth nothing, so none ranks by volume; and above KSh 100 a larger stake is worth no more.
 */
export function scoreOf({ state, decidedStake, returned, cashed, boost }: ScoringTicket): bigint {
  if (state !== 'won' || decidedStake <= 0n) return 0n
  const profit = returned - cashed - boost - decidedStake
  if (profit <= 0n) return 0n
  const counted = decidedStake < stakeCounted ? decidedStake : stakeCounted
  return (counted * profit) / decidedStake
}

/** The prize of each of the ranks from `from` to `to`. */
export type PrizeRow = { readonly from: number; readonly to: number; readonly prize: Money }

/** A player who may win a prize. Equal points have equal ranks, and the ranks after a tie are skipped. */
export type Ranked = { readonly bettor: bigint; readonly rank: number }
export type Won = Ranked & { readonly amount: Money }

export const lastRank = (table: readonly PrizeRow[]): number => table.reduce((last, { to }) => Math.max(last, to), 0)

const prizeAt = (table: readonly PrizeRow[], rank: number): bigint =>
  table.find(({ from, to }) => from <= rank && rank <= to)?.prize ?? 0n

/** The prize of each of `players` who share a rank: the prizes of the ranks that they occupy, divided and rounded down to the cent. */
export function sharedPrize(table: readonly PrizeRow[], { rank, players }: { rank: number; players: number }): Money {
  let sum = 0n
  for (let at = rank; at < rank + players && at <= lastRank(table); at++) sum += prizeAt(table, at)
  return money(players > 0 ? sum / BigInt(players) : 0n)
}

/** The prizes of a season, and the rest that the house keeps because a tie does not divide evenly. */
export function sharePrizes(players: readonly Ranked[], table: readonly PrizeRow[]): { won: Won[]; kept: Money } {
  const won: Won[] = []
  let kept = 0n
  for (const [rank, tied] of Map.groupBy(players, (one) => one.rank)) {
    if (rank > lastRank(table)) continue
    const amount = sharedPrize(table, { rank, players: tied.length })
    for (let at = rank; at < rank + tied.length && at <= lastRank(table); at++) kept += prizeAt(table, at)
    kept -= amount * BigInt(tied.length)
    if (amount > 0n) for (const one of tied) won.push({ ...one, amount })
  }
  return { won, kept: money(kept) }
}
