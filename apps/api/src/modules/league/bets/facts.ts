import { scoreText } from '@nare/league/draw'
import type { LegFacts } from '#modules/catalog/catalog'
import type { Db, Tx } from '#platform/db'
import { matchesById, roundsById, stateOf } from '../rounds/rounds.ts'
import { namesOf } from './offers.ts'

const states = {
  open: 'not_started',
  locked: 'not_started',
  playing: 'live',
  ended: 'ended',
  voided: 'cancelled',
} as const

/** The facts of league matches for the legs of bets. A match has a result only after its round has ended. */
export async function leagueLegFacts(on: Db | Tx, matchIds: readonly number[]): Promise<Map<number, LegFacts>> {
  const matches = [...(await matchesById(on, matchIds)).values()]
  const roundIds = [...new Set(matches.flatMap(({ roundId }) => roundId ?? []))]
  const rounds = new Map((await roundsById(on, roundIds)).map((round) => [round.roundId, round]))
  return new Map(
    matches.flatMap((match) => {
      const round = rounds.get(match.roundId ?? '')
      if (!round) return []
      const { drawn } = match
      const facts: LegFacts = {
        ...namesOf(match.matchId, { ...match, competitionId: round.competitionId }),
        start_time: (round.kicksOffAt ?? round.now).toISOString(),
        state: states[stateOf(round)],
        result: drawn && `${scoreText(drawn.fullTime)} (${scoreText(drawn.halfTime)})`,
        score: drawn && scoreText(drawn.fullTime),
        minute: null,
      }
      return [[match.matchId, facts] as const]
    }),
  )
}
