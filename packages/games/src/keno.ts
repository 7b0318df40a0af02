import { kenoTables } from './keno-tables.ts'
import { immediateRound, drawDistinct, refuse, risks, type Game, type Risk } from './round.ts'

export const kenoSize = 40
export const kenoDrawn = 10
const picksMax = 10

export type KenoOptions = { readonly picks: readonly number[]; readonly risk: Risk }
export type KenoResult = { readonly drawn: readonly number[]; readonly hits: number }

/** The multipliers by hits, from 0 to the number of picks, in ten-thousandths. */
export function kenoTable({ picks, risk }: { picks: number; risk: Risk }): bigint[] {
  return (kenoTables[risk][picks] ?? []).map((hundredths) => BigInt(hundredths) * 100n)
}

/** The bettor picks one to ten of the numbers 0 to 39; ten numbers are drawn. */
export const keno: Game<KenoOptions, never, KenoResult> = {
  name: 'keno',
  play(numbers, { options: { picks, risk }, terms }) {
    const isNumber = (pick: number): boolean => Number.isInteger(pick) && pick >= 0 && pick < kenoSize
    const isValid = picks.length >= 1 && picks.length <= picksMax && new Set(picks).size === picks.length
    if (!isValid || !picks.every(isNumber) || !risks.includes(risk)) return refuse('bad_options')
    const drawn = drawDistinct(numbers, { of: kenoSize, count: kenoDrawn })
    const hits = picks.filter((pick) => drawn.includes(pick)).length
    const table = kenoTable({ picks: picks.length, risk })
    return immediateRound(terms, {
      result: { drawn, hits },
      multiplier: table[hits] ?? 0n,
      largest: table.at(-1) ?? 0n,
    })
  },
}
