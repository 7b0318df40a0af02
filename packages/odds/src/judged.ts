import { type Market, type Outcome, market } from '@nare/bets/markets'
import type { DecidedState } from '@nare/bets/result'
import type { Share } from './facts.ts'
import type { Grid } from './grid.ts'

/**
 * One outcome as its settlement rule judges it, remembered: the rule is asked once for each score, not for each match.
 * `flat` judges a score of the market's own period, `deep` a half-time and a final score. Both answer a code, the
 * place of the state in the tables of wins and refunds.
 */
export type Judged = {
  key: string
  flat: (home: number, away: number) => number
  deep: (halfHome: number, halfAway: number, home: number, away: number) => number
}

const states: readonly (DecidedState | 'unknown')[] = ['unknown', 'lost', 'won', 'void', 'half_won', 'half_lost']
const codes = new Map(states.map((state, code) => [state, code]))

/** The part of the stake that wins, and the part that is refunded, by code. */
export const wins: readonly number[] = [0, 0, 1, 0, 0.5, 0]
export const refunds: readonly number[] = [0, 0, 0, 1, 0.5, 0.5]

/** The outcomes of a market's line; empty for words the catalogue does not have. */
export function judgedOutcomes(marketId: string, line: string): readonly Judged[] {
  const name = `${marketId}|${line}`
  const found = remembered.get(name)
  if (found) return found
  const of = market(marketId)
  const made = of ? of.outcomes(line).map((one) => judgedOutcome(of, one)) : []
  if (remembered.size < rememberedMax) remembered.set(name, made)
  return made
}

/** The winning and the refunded part over a grid that starts at `from`. */
export function shareOver(one: Judged, grid: Grid, from: { home: number; away: number }): Share {
  let win = 0
  let refund = 0
  for (let h = 0, cell = 0; h < grid.size; h++) {
    for (let a = 0; a < grid.size; a++, cell++) {
      const p = grid.cells[cell] ?? 0
      if (p === 0) continue
      const code = one.flat(from.home + h, from.away + a)
      win += p * (wins[code] ?? 0)
      refund += p * (refunds[code] ?? 0)
    }
  }
  return { win, refund }
}

const remembered = new Map<string, readonly Judged[]>()
const rememberedMax = 2_000
const flatSize = 32
const deepSize = 16

function judgedOutcome(of: Market, { key, judge }: Outcome): Judged {
  const code = (state: DecidedState): number => codes.get(state) ?? 0
  const nil = { home: 0, away: 0 }
  const flat = new Uint8Array(flatSize * flatSize)
  const deep = of.needs === 'halves' ? new Uint8Array(deepSize ** 4) : undefined
  const judgeFlat = (home: number, away: number): number => {
    const period = { home, away }
    return code(judge({ period, half: of.period === 'first_half' ? period : nil, full: period }))
  }
  const judgeDeep = (halfHome: number, halfAway: number, home: number, away: number): number => {
    const full = { home, away }
    return code(judge({ period: full, half: { home: halfHome, away: halfAway }, full }))
  }
  return {
    key,
    flat: (home, away) => {
      if (home >= flatSize || away >= flatSize) return judgeFlat(home, away)
      const at = home * flatSize + away
      return flat[at] || (flat[at] = judgeFlat(home, away))
    },
    deep: (halfHome, halfAway, home, away) => {
      if (!deep || home >= deepSize || away >= deepSize) return judgeDeep(halfHome, halfAway, home, away)
      const at = ((halfHome * deepSize + halfAway) * deepSize + home) * deepSize + away
      return deep[at] || (deep[at] = judgeDeep(halfHome, halfAway, home, away))
    },
  }
}
