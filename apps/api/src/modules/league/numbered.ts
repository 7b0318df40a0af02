import type { DrawnMatch } from '@nare/league/draw'
import type { Db, Tx } from '#platform/db'
import {
  matchesOfRounds,
  matchesOfSeason,
  roundsNumbered,
  roundsOnOffer,
  stateOf,
  type OfferedRound,
} from './rounds/rounds.ts'

/** A round by its number in the competition, with its matches. The seed and the draws are null until it has ended. */
export type NumberedRound = {
  readonly roundId: string
  readonly roundNo: bigint
  readonly state: ReturnType<typeof stateOf>
  readonly kicksOffAt: Date
  readonly seed: string | null
  readonly matches: readonly { matchId: number; home: string; away: string; drawn: DrawnMatch | null }[]
}

/** The rounds of a competition from one number to another. Rounds that were never on offer are left out. */
export async function numberedRounds(
  on: Db | Tx,
  range: { competitionId: string; from: bigint; to: bigint },
): Promise<NumberedRound[]> {
  const rounds = await roundsNumbered(on, range)
  const matches = await matchesOfRounds(
    on,
    rounds.map(({ roundId }) => roundId),
  )
  return rounds.map((round) => ({
    ...numbered(round),
    matches: matches
      .filter(({ roundId }) => roundId === round.roundId)
      .map(({ matchId, homeTeam, awayTeam, drawn }) => ({ matchId, home: homeTeam, away: awayTeam, drawn })),
  }))
}

const numbered = (round: OfferedRound) => ({
  roundId: round.roundId,
  roundNo: round.roundNo,
  state: stateOf(round),
  kicksOffAt: round.kicksOffAt,
  seed: round.seed,
})

/** Like `numberedRounds`, without matches. */
export const roundStates = async (on: Db, range: { competitionId: string; from: bigint; to: bigint }) =>
  (await roundsNumbered(on, range)).map(numbered)

/** The rounds of a competition on offer, in order, without matches. */
export async function roundsAhead(on: Db, competitionId: string) {
  return (await roundsOnOffer(on, competitionId)).map((round) => ({ ...numbered(round), seasonId: round.seasonId }))
}

/** The expected goal difference of each club over a season, by the published tables. */
export async function expectedLead(on: Db, seasonId: string): Promise<Map<string, number>> {
  const leads = new Map<string, number>()
  for (const { homeTeam, awayTeam, weights } of await matchesOfSeason(on, seasonId)) {
    const size = Math.sqrt(weights.length)
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    const lead = weights.reduce((sum, weight, at) => sum + weight * (Math.floor(at / size) - (at % size)), 0) / total
    leads.set(homeTeam, (leads.get(homeTeam) ?? 0) + lead)
    leads.set(awayTeam, (leads.get(awayTeam) ?? 0) - lead)
  }
  return leads
}
