import { standingsOf, type Standing } from '@nare/league/standings'
import { competitions } from '@nare/league/clubs'
import type { Db } from '#platform/db'
import { playedMatchesOfSeason, type PlayedMatch } from './rounds/rounds.ts'
import type { SeasonRow } from './seasons/seasons.ts'

/** The maximum number of cached tables, over all competitions. */
const endedMax = 200

/** The league tables, computed from the results. Tables of finished seasons are cached. */
export function openLeagueTables(db: Db) {
  const ended = new Map<string, Promise<readonly Standing[]>>()

  async function read({ seasonId, competitionId }: SeasonRow): Promise<readonly Standing[]> {
    const matches = await playedMatchesOfSeason(db, seasonId)
    const teams = competitions.find((one) => one.competitionId === competitionId)?.clubs.map(({ name }) => name) ?? []
    return standingsOf(teams, matches.flatMap(resultOf))
  }

  function tableOf(season: SeasonRow): Promise<readonly Standing[]> {
    if (!season.endedAt) return read(season)
    const existing = ended.get(season.seasonId)
    if (existing) return existing
    const reading = read(season)
    reading.catch(() => ended.delete(season.seasonId))
    for (const [oldest] of ended) if (ended.size >= endedMax) ended.delete(oldest)
    ended.set(season.seasonId, reading)
    return reading
  }

  return {
    tableOf,
    /** The champion of a finished season; undefined for any other season. */
    async championOf(season: SeasonRow | undefined): Promise<string | undefined> {
      if (!season?.endedAt || season.lost !== null) return undefined
      return (await tableOf(season))[0]?.team
    },
  }
}

function resultOf({ homeTeam, awayTeam, drawn }: PlayedMatch) {
  return drawn ? [{ home: homeTeam, away: awayTeam, score: drawn.fullTime }] : []
}
