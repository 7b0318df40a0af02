import { combinationId, readCombination } from '@nare/bets/markets/combination'
import type { Exposure, NewBet } from './place-store.ts'
import type { Pick } from './slip.ts'

export type Outcome = { readonly matchId: number; readonly marketId: string; readonly oddKey: string }

export const outcomeKey = ({ matchId, marketId, oddKey }: Outcome): string => `${matchId} ${marketId} ${oddKey}`

/** The outcomes of the parts of a combination, whether or not they exist; none for any other outcome. */
export const partsOfOutcome = ({ matchId, marketId, oddKey }: Outcome): Outcome[] =>
  marketId === combinationId ? (readCombination(oddKey) ?? []).map((part) => ({ matchId, ...part })) : []

/** The outcomes that a pick can cost the house on: its own, and those of its parts if it is a combination. */
export const outcomesAtRisk = (of: Outcome): Outcome[] => [of, ...partsOfOutcome(of)]

/** The distinct outcomes that these picks can cost the house on. Picks whose market or key does not exist are left out. */
export function outcomesOf(picks: readonly Pick[]): Outcome[] {
  const all = picks.filter((pick) => pick.line !== undefined).flatMap((pick) => outcomesAtRisk(pick))
  return [...new Map(all.map((outcome) => [outcomeKey(outcome), outcome])).values()]
}

export type Risk = { readonly possibleWin: bigint; readonly stake: bigint; readonly legs: number }

/** The liability that a bet adds to each of its outcomes, in cents: its net liability divided evenly among its legs, rounded up. */
export function liabilityOfLeg({ possibleWin, stake, legs }: Risk): bigint {
  const count = BigInt(legs)
  return (possibleWin - stake + count - 1n) / count
}

/** The exposure that a batch of bets adds to each outcome. */
export function exposureOf(bets: readonly NewBet[]): Exposure[] {
  const ofLegs = bets.flatMap(({ legs, stake, possibleWin }) => {
    const ofLeg = {
      bets: 1,
      stake: stake / BigInt(legs.length),
      liability: liabilityOfLeg({ possibleWin, stake, legs: legs.length }),
    }
    return legs.flatMap((leg) => exposureOfLeg(leg, ofLeg))
  })
  return sumByOutcome(ofLegs)
}

/**
 * What one leg adds to the exposure. A combination adds its whole liability to each of its parts too, and its stake to none of them, so that the
 * stakes of a match add up.
 */
export function exposureOfLeg(
  { matchId, marketId, oddKey }: Outcome,
  added: Omit<Exposure, keyof Outcome>,
): Exposure[] {
  const own = { matchId, marketId, oddKey }
  return [
    { ...own, ...added },
    ...partsOfOutcome(own).map((part) => ({ ...part, bets: 0, stake: 0n, liability: added.liability })),
  ]
}

/** One row for each outcome, with the sums of its rows. */
export function sumByOutcome(rows: readonly Exposure[]): Exposure[] {
  const byOutcome = new Map<string, Exposure>()
  for (const row of rows) {
    const key = outcomeKey(row)
    const { bets, stake, liability } = byOutcome.get(key) ?? { bets: 0, stake: 0n, liability: 0n }
    byOutcome.set(key, {
      ...row,
      bets: bets + row.bets,
      stake: stake + row.stake,
      liability: liability + row.liability,
    })
  }
  return [...byOutcome.values()]
}
