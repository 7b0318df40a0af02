import type { Pick } from '../state/picks.ts'

/** A match for which a slip and a booking code have different picks. */
export type Clash = { mine: Pick; theirs: Pick }

/** The matches with different picks in the slip and in the code. */
export function clashes(slip: readonly Pick[], code: readonly Pick[]): Clash[] {
  return code.flatMap((theirs) => {
    const mine = slip.find(({ match_id }) => match_id === theirs.match_id)
    return mine && mine.ucn !== theirs.ucn ? [{ mine, theirs }] : []
  })
}

/**
 * The slip with the picks of a code: those of other matches are added at the end. A pick of the slip is replaced only if its match
 * is in `replaced`.
 */
export function merged(slip: readonly Pick[], code: readonly Pick[], replaced: ReadonlySet<string>): Pick[] {
  const inCode = new Map(code.map((pick) => [pick.match_id, pick]))
  const kept = slip.map((pick) => (replaced.has(pick.match_id) ? (inCode.get(pick.match_id) ?? pick) : pick))
  const mine = new Set(slip.map(({ match_id }) => match_id))
  return [...kept, ...code.filter(({ match_id }) => !mine.has(match_id))]
}
