import type { Exposure, NewBet } from './place-store.ts'
import type { Pick } from './slip.ts'

type Outcome = { readonly matchId: number; readonly marketId: string; readonly oddKey: string }

export const outcomeKey = ({ matchId, marketId, oddKey }: Outcome): string => `${matchId} ${marketId} ${oddKey}`

/** The distinct outcomes of these picks. Picks whose market or key does not exist are left out. */
export function outcomesOf(picks: readonly Pick[]): Outcome[] {
  return [...new Map(picks.filter((pick) => pick.line !== undefined).map((pick) => [outcomeKey(pick), pick])).values()]
}

type Risk = { readonly possibleWin: bigint; readonly stake: bigint; readonly legs: number }

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
    return legs.map(({ matchId, marketId, oddKey }) => ({ matchId, marketId, oddKey, ...ofLeg }))
  })
  return sumByOutcome(ofLegs)
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
