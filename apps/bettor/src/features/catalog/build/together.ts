import { combinablePart, partWins, type Part } from '@nare/bets/markets/combination'
import type { PickPart } from '../../../state/picks.ts'

type Picked = Pick<PickPart, 'sub_type_id' | 'odd_key'>
type Score = { readonly home: number; readonly away: number }
/** What is known of a match: its score, and whether its first half is over; undefined before play. */
export type Played = Score & { isFirstHalfOver: boolean }

/** Why a pick does not go together with others, and which of them it is about: none of them if it is about all. */
export type Clash<P extends Picked = Picked> = {
  why: 'impossible' | 'implied' | 'contains' | 'not_combinable'
  others: readonly P[]
}

/** The goals of a team from now on are counted up to this. */
const goalsMax = 10

export const pickKey = ({ sub_type_id, odd_key }: Picked): string => `m${sub_type_id} ${odd_key}`

/** The half-time and final scores that are still possible. */
function scoresFrom(played: Played | undefined): { half: Score; full: Score }[] {
  const now = played ?? { home: 0, away: 0, isFirstHalfOver: false }
  const upTo = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, n) => from + n)
  // The score at half-time is not known here: in the second half, each up to the present score.
  const halves = (score: number, full: number): number[] => (now.isFirstHalfOver ? upTo(0, score) : upTo(score, full))
  return upTo(now.home, now.home + goalsMax).flatMap((home) =>
    upTo(now.away, now.away + goalsMax).flatMap((away) =>
      halves(now.home, home).flatMap((halfHome) =>
        halves(now.away, away).map((halfAway) => ({ half: { home: halfHome, away: halfAway }, full: { home, away } })),
      ),
    ),
  )
}

/**
 * Says without a request which picks of a match go together, by all scores that are still possible. The server has the last word, which also
 * knows what is suspended.
 */
export function together(played: Played | undefined) {
  const scores = scoresFrom(played)
  const wins = new Map<string, Uint8Array | undefined>()

  const known = (picked: Picked): Part | undefined =>
    combinablePart({ marketId: picked.sub_type_id, oddKey: picked.odd_key }, { inPlay: played !== undefined })

  /** For each score whether it makes the pick win; undefined for a pick that does not combine. */
  function winsOf(picked: Picked): Uint8Array | undefined {
    const key = pickKey(picked)
    if (!wins.has(key)) {
      const part = known(picked)
      wins.set(key, part && Uint8Array.from(scores, ({ half, full }) => (partWins(part, { half, full }) ? 1 : 0)))
    }
    return wins.get(key)
  }

  return {
    /** Why a pick does not go together with these; undefined if it does. */
    clash<P extends Picked>(picked: Picked, others: readonly P[]): Clash<P> | undefined {
      const own = winsOf(picked)
      if (!own) return { why: 'not_combinable', others: [] }
      const rest = others.filter((other) => pickKey(other) !== pickKey(picked))
      const sets = rest.flatMap((other) => winsOf(other) ?? [])
      if (sets.length === 0) return undefined
      const against = rest.filter((other) => !overlap(own, winsOf(other) ?? own))
      if (against.length > 0) return { why: 'impossible', others: against }
      const all = sets.reduce(both)
      if (!overlap(own, all)) return { why: 'impossible', others: [] }
      if (within(all, own)) return { why: 'implied', others: [] }
      const contained = rest.filter((other, at) => {
        const withoutIt = sets.filter((_, index) => index !== at).reduce(both, own)
        return within(withoutIt, winsOf(other) ?? withoutIt)
      })
      return contained.length > 0 ? { why: 'contains', others: contained } : undefined
    },
  }
}

const overlap = (one: Uint8Array, other: Uint8Array): boolean => one.some((won, at) => won === 1 && other[at] === 1)
/** Whether the second wins wherever the first does. */
const within = (one: Uint8Array, other: Uint8Array): boolean => one.every((won, at) => won === 0 || other[at] === 1)
const both = (one: Uint8Array, other: Uint8Array): Uint8Array => one.map((won, at) => won & (other[at] ?? 0))
