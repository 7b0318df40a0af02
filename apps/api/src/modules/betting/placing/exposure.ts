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
  const byOutcome = new Map<string, Exposure>()
  for (const bet of bets) {
    const count = BigInt(bet.legs.length)
    const liability = liabilityOfLeg({ ...bet, legs: bet.legs.length })
    for (const { matchId, marketId, oddKey } of bet.legs) {
      const key = outcomeKey({ matchId, marketId, oddKey })
      const row = byOutcome.get(key) ?? { matchId, marketId, oddKey, bets: 0, stake: 0n, liability: 0n }
      byOutcome.set(key, {
        ...row,
        bets: row.bets + 1,
        stake: row.stake + bet.stake / count,
        liability: row.liability + liability,
      })
    }
  }
  return [...byOutcome.values()]
}
