import { refused, type Refusal } from '@nare/contract/outcome'
import { formatMoney, money } from '@nare/money/money'
import type { Tx } from '#platform/db'
import { openLegsOn, type RiskLegs } from '../same-matches.ts'
import { liabilityOfLeg, outcomeKey, outcomesAtRisk, type Risk } from './exposure.ts'
import type { Held } from './limits.ts'

/** Liability above this number of stakes is at long odds. No other bet can use up much of a limit with little money. */
const stakesMax = 100n
/** What the bets of one bettor at long odds may use of the limit of an outcome that is half used: a fifth. */
const shares = 5n
/** The most that a boost, or a price that has risen, adds to what the prices on a slip would win; only to know what to read. */
const moreMax = 2n

/** How much of a bet's liability on each of its outcomes is at long odds, in cents: what is above a hundred stakes. */
export function atLongOdds(risk: Risk): bigint {
  const above = liabilityOfLeg(risk) - stakesMax * risk.stake
  return above > 0n ? above : 0n
}

type Bettor = { readonly bettor: bigint }
export const longKey = ({ bettor }: Bettor, outcome: string): string => `${bettor} ${outcome}`

/** Whether a slip may win so much by its present prices, in thousandths, that what its bettor has at long odds must be known. */
export function mayBeLong(
  { stake, prices }: { readonly stake: bigint; readonly prices: readonly bigint[] },
  { used, most }: { readonly used: bigint; readonly most: bigint },
): boolean {
  const win = moreMax * prices.reduce((all, at) => (all * at + 999n) / 1000n, stake)
  const risk = { possibleWin: win, stake, legs: prices.length }
  return atLongOdds(risk) > 0n && 2n * (used + liabilityOfLeg(risk)) > most
}

/** What the open bets of these bettors have at long odds on these matches, by `longKey`, in cents. */
export async function longOddsOf(
  tx: Tx,
  of: readonly (Bettor & { readonly matchId: number })[],
  legs: RiskLegs,
): Promise<Map<string, bigint>> {
  const rows = await openLegsOn(tx, of, { legs, above: stakesMax })
  const sums = new Map<string, bigint>()
  for (const row of rows) {
    const long = atLongOdds(row)
    if (long === 0n) continue
    for (const key of outcomesAtRisk(row).map(outcomeKey)) {
      const name = longKey(row, key)
      sums.set(name, (sums.get(name) ?? 0n) + long)
    }
  }
  return sums
}

/** An outcome of a slip with its limit and what is used of it, and what the bettor's other bets have there at long odds. */
export type LongOn = { readonly held: Held; readonly used: bigint; readonly most: bigint; readonly before: bigint }

/**
 * Refuses a slip at long odds whose bettor would alone close an outcome for all others: the outcome would be more than half used, and what the
 * bettor has there at long odds would be more than a fifth of its limit. A first bet is never refused by this.
 */
export function longRefusal(
  { stake, added, long }: { readonly stake: bigint; readonly added: bigint; readonly long: bigint },
  outcomes: readonly LongOn[],
): Refusal<'stake_too_large'> | undefined {
  const full = outcomes.find(
    ({ used, most, before }) => before > 0n && 2n * (used + added) > most && shares * (before + long) > most,
  )
  if (!full) return undefined
  const { held, used, most, before } = full
  const room = bigger((stake * (most / 2n - used)) / added, (stake * (most / shares - before)) / long)
  return refused('stake_too_large', { limit: formatMoney(money(bigger(room, 0n))), held }, sentence)
}

const sentence = 'We cannot take more on this outcome at such odds from you'
const bigger = (one: bigint, other: bigint): bigint => (one > other ? one : other)
