import type { Price } from '@nare/money/money'
import { choose } from '../ticket/systems.ts'

/** A possible outcome of an event: its chance in any unit, and what the bets on the event return then, in any unit of money. */
export type PossibleOutcome = { readonly chance: number; readonly returned: bigint }

/** Outcomes that together have less than one part in this number of the chance are left out. */
const leftOutBelow = 20

/**
 * What bets on one event have at risk, in the unit of the amounts: their stakes less their returns in the worst outcome, leaving out
 * outcomes that together have less than 5 % chance; never below zero. 0 without a possible outcome. Over and under of one line with 100
 * each at 1.95 have 5 at risk.
 */
export function atRisk(stakes: bigint, outcomes: readonly PossibleOutcome[]): bigint {
  const worstFirst = outcomes
    .filter(({ chance }) => chance > 0)
    .toSorted((a, b) => (a.returned < b.returned ? -1 : a.returned > b.returned ? 1 : 0))
  const all = worstFirst.reduce((sum, { chance }) => sum + chance, 0)
  let leftOut = 0
  for (const { chance, returned } of worstFirst) {
    leftOut += chance
    if (leftOut * leftOutBelow >= all) return stakes > returned ? stakes - returned : 0n
  }
  return 0n
}

/** A bet whose legs are on different events. `system` lists the sizes of a system's lines. */
export type CombinedBet = {
  readonly stake: bigint
  readonly prices: readonly Price[]
  readonly system?: readonly number[] | undefined
}

/** Systems with more legs count as if they lost with their first lost leg. */
const enumeratedLegsMax = 12

/**
 * What a multi or a system has at risk in cents: an event of its own, whose legs win independently, each with the chance that its price
 * implies. A multi of twenty legs at 1.002 has nothing at risk.
 */
export function combinedAtRisk({ stake, prices, system }: CombinedBet): bigint {
  if (system && prices.length <= enumeratedLegsMax) return systemAtRisk(stake, prices, system)
  const wins = prices.reduce((all, at) => all * chanceOf(at), 1)
  return atRisk(stake, [
    { chance: 1 - wins, returned: 0n },
    { chance: wins, returned: stake },
  ])
}

/** In billionths of the stake, rounded down, over every combination of won and lost legs. */
function systemAtRisk(stake: bigint, prices: readonly Price[], sizes: readonly number[]): bigint {
  const lines = sizes.reduce((sum, k) => sum + Number(choose(prices.length, k)), 0)
  const outcomes: PossibleOutcome[] = []
  const walk = (leg: number, sums: readonly number[], chance: number): void => {
    const at = prices[leg]
    if (at === undefined) {
      const returned = sizes.reduce((sum, k) => sum + (sums[k] ?? 0), 0) / lines
      outcomes.push({ chance, returned: BigInt(Math.ceil(Math.min(returned, 1) * billion)) })
      return
    }
    const won = chanceOf(at)
    walk(leg + 1, sums, chance * (1 - won))
    walk(
      leg + 1,
      [...sums, 0].map((sum, k) => sum + ((k > 0 ? sums[k - 1] : 0) ?? 0) / won),
      chance * won,
    )
  }
  walk(0, [1], 1)
  return (stake * atRisk(BigInt(billion), outcomes)) / BigInt(billion)
}

const billion = 1e9
const chanceOf = (at: Price): number => 1000 / Number(at)
