import { money, type Money } from '@nare/money/money'

/** The part of an event's stakes that counts for a board at most, in cents. */
const stakeCounted = 100_00n

/** The profit of a ticket and the stakes of all bets on its event, in cents. */
export type ScoringTicket = {
  readonly profit: bigint
  readonly eventStakes: bigint
}

/**
 * The points of a ticket, in hundredths: its part of max(0, returns − stakes) of all bets on its event, scaled down to stakes of 100 in
 * all. Returns are without a boost. A lost event is 0, never less, so no board ranks by losses; stakes alone are worth nothing, so none
 * ranks by volume; above KSh 100 a larger stake is worth no more; and bets on opposite outcomes win only what they win together.
 */
export function scoreOf({ profit, eventStakes }: ScoringTicket): bigint {
  if (profit <= 0n) return 0n
  return eventStakes <= stakeCounted ? profit : (profit * stakeCounted) / eventStakes
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

/**
 * The prizes of a season, and the rest that the house keeps because a tie does not divide evenly or the prizes are more than `most` together:
 * then each is reduced by the same factor, rounded down to the cent.
 */
export function sharePrizes(
  players: readonly Ranked[],
  table: readonly PrizeRow[],
  most: bigint,
): { won: Won[]; kept: Money } {
  const won: Won[] = []
  let kept = 0n
  for (const [rank, tied] of Map.groupBy(players, (one) => one.rank)) {
    if (rank > lastRank(table)) continue
    const amount = sharedPrize(table, { rank, players: tied.length })
    for (let at = rank; at < rank + tied.length && at <= lastRank(table); at++) kept += prizeAt(table, at)
    kept -= amount * BigInt(tied.length)
    if (amount > 0n) for (const one of tied) won.push({ ...one, amount })
  }
  const sum = won.reduce((total, { amount }) => total + amount, 0n)
  if (sum <= most) return { won, kept: money(kept) }
  const reduced = won.map((one) => ({ ...one, amount: money(most > 0n ? (one.amount * most) / sum : 0n) }))
  const paid = reduced.filter(({ amount }) => amount > 0n)
  return { won: paid, kept: money(kept + sum - paid.reduce((total, { amount }) => total + amount, 0n)) }
}
