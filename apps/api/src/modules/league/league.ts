import { competitions, type LeagueCompetition } from '@nare/league/clubs'
import type { LeagueCycle } from '#config-league'
import type { Db } from '#platform/db'
import { openPrices } from './prices/prices.ts'
import {
  latestEndedRounds,
  matchesOfRounds,
  matchesOfSeason,
  roundsById,
  roundsOnOffer,
  type OfferedRound,
  type RoundRow,
} from './rounds/rounds.ts'
import { latestSeasons, seasonById, seasonByNumber, seasonText, type SeasonRow } from './seasons/seasons.ts'
import { presentRound, shownOf } from './shown.ts'
import { pauseCompetition, stopsOf } from './stops.ts'
import { openLeagueTables } from './tables.ts'

export { leagueBetRetention, leagueLegRanges, leagueLegSummary } from './bets/bets.ts'
export { expectedLead, numberedRounds, roundsAhead, type NumberedRound } from './numbered.ts'
export type { RoundOutcome } from './rounds/rounds.ts'

export type League = ReturnType<typeof openLeague>
export type LeagueDeps = { readonly db: Db; readonly cycle: LeagueCycle }

const resultRounds = 10
const seasonsMax = 50

/** What all processes read of the league. Nothing here reads what is not public yet. */
export function openLeague({ db, cycle }: LeagueDeps) {
  const prices = openPrices(db)
  const tables = openLeagueTables(db)

  /** The season of the present round; in the pause before a season, the one that has ended. */
  async function presentSeason(competitionId: string): Promise<SeasonRow | undefined> {
    const [first] = await roundsOnOffer(db, competitionId)
    if (!first) return (await latestSeasons(db, competitionId, 1))[0]
    const inPause = first.roundNumber === 1 && first.locksAt.getTime() - cycle.bettingMs > first.now.getTime()
    const [last] = inPause ? await latestEndedRounds(db, competitionId, 1) : []
    return seasonById(db, (last ?? first).seasonId)
  }

  return {
    prices,

    /** The competitions that are played, each with the season and the number of its present round. */
    async competitions() {
      const rows = await Promise.all(competitions.map((competition) => presentOf(competition)))
      return rows.filter((row) => row !== undefined)
    },

    /** The present round and those that can be bet on next, in order. */
    periods: (competitionId: string): Promise<OfferedRound[]> => roundsOnOffer(db, competitionId),

    /** What a season's prices are made of: the present one's. */
    async returns(competitionId: string) {
      const season = await presentSeason(competitionId)
      return season && prices.tablesOf(season.seasonId)
    },

    /** A round of a competition with its matches and their lines; undefined if there is none. */
    async pricedRound(competitionId: string, roundId: string) {
      const round = await roundOf(competitionId, roundId)
      if (!round) return undefined
      const matches = await matchesOfRounds(db, [roundId])
      const priced = await Promise.all(matches.map(async (match) => ({ match, lines: await prices.linesOf(match) })))
      return { round, priced }
    },

    /** Makes the prices of the rounds on offer before somebody asks for them. */
    async warm(competitionId: string): Promise<void> {
      const rounds = await roundsOnOffer(db, competitionId)
      const matches = await matchesOfRounds(
        db,
        rounds.map(({ roundId }) => roundId),
      )
      await Promise.all(matches.map((match) => prices.linesOf(match)))
    },

    /** What is shown of a round, by default of the present one; undefined if there is none. */
    async playout(competitionId: string, roundId: string | undefined) {
      const round =
        roundId === undefined ? await presentRound(db, competitionId, cycle) : await roundOf(competitionId, roundId)
      return round && shownOf(db, round)
    },

    /** The results of a round, of a season, or of the latest rounds, the newest round first. Undefined if there is none such. */
    async results(
      competitionId: string,
      { roundId, season }: { roundId?: string | undefined; season?: string | undefined },
    ) {
      if (roundId !== undefined) {
        const round = await roundOf(competitionId, roundId)
        return round && matchesOfRounds(db, [roundId])
      }
      if (season !== undefined) {
        const of = await seasonByNumber(db, competitionId, season)
        return of && newestFirst(await matchesOfSeason(db, of.seasonId))
      }
      const rounds = (await latestEndedRounds(db, competitionId, resultRounds)).map((round) => round.roundId)
      const matches = await matchesOfRounds(db, rounds)
      return matches.toSorted((a, b) => rounds.indexOf(a.roundId ?? '') - rounds.indexOf(b.roundId ?? ''))
    },

    /** The table of a season, by its number or id, by default of the present one. */
    async standings(competitionId: string, season: string | undefined) {
      const of =
        season === undefined ? await presentSeason(competitionId) : await seasonByNumber(db, competitionId, season)
      return of && tables.tableOf(of)
    },

    /** The seasons of a competition, newest first, with their champions. */
    async seasons(competitionId: string) {
      const [all, present] = [await latestSeasons(db, competitionId, seasonsMax), await presentSeason(competitionId)]
      return Promise.all(
        all.map(async (season) => ({
          season,
          state: seasonState(season, present),
          champion: await tables.championOf(season),
        })),
      )
    },

    /** What has stopped betting on the coming rounds, by competition. */
    async stops() {
      const names = new Map(competitions.map(({ competitionId, name }) => [competitionId, name]))
      return (await stopsOf(db)).map((stop) => ({ ...stop, name: names.get(stop.competitionId) ?? '' }))
    },
    pause: (given: Parameters<typeof pauseCompetition>[1]): Promise<boolean> => pauseCompetition(db, given),

    /** A season with the exact text of its frozen file. */
    async season(seasonId: string) {
      const [season, text] = [await seasonById(db, seasonId), await seasonText(db, seasonId)]
      return season && text !== undefined ? { season, text } : undefined
    },

    /** A round with the tables it is drawn from, and with its result once it has ended. */
    async round(roundId: string) {
      const [round] = await roundsById(db, [roundId])
      if (!round) return undefined
      return { round, matches: await matchesOfRounds(db, [roundId]), tables: await prices.tablesOf(round.seasonId) }
    },
  }

  async function presentOf(competition: LeagueCompetition) {
    const [round] = await roundsOnOffer(db, competition.competitionId)
    const season = round && (await seasonById(db, round.seasonId))
    if (!round || !season) return undefined
    const previous = await seasonByNumber(db, competition.competitionId, String(season.number - 1))
    return { competition, round, season, champion: await tables.championOf(previous) }
  }

  async function roundOf(competitionId: string, roundId: string): Promise<RoundRow | undefined> {
    const [round] = await roundsById(db, [roundId])
    return round?.competitionId === competitionId ? round : undefined
  }
}

function seasonState(season: SeasonRow, present: SeasonRow | undefined): 'coming' | 'running' | 'ended' | 'lost' {
  if (season.lost !== null) return 'lost'
  if (season.endedAt) return 'ended'
  return season.seasonId === present?.seasonId ? 'running' : 'coming'
}

const newestFirst = <T extends { readonly roundNumber: number }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => b.roundNumber - a.roundNumber)
