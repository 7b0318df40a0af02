import { competitions, type LeagueCompetition } from '@nare/league/clubs'
import type { LeagueCycle } from '#config-league'
import type { Db } from '#platform/db'
import type { JsonText } from '#platform/json-text'
import { leagueExpected } from './bets/bets.ts'
import { openPrices } from './prices/prices.ts'
import {
  latestEndedRounds,
  matchesOfRounds,
  playedMatchesOfSeason,
  roundsById,
  roundsOnOffer,
  type OfferedRound,
  type PlayedMatch,
  type RoundRow,
} from './rounds/rounds.ts'
import { openRoundAnswers } from './round-answers.ts'
import { openSeasonAnswers } from './season-answers.ts'
import { latestSeasons, seasonById, seasonByNumber, seasonText, type SeasonRow } from './seasons/seasons.ts'
import { shownRound, shownOf } from './shown.ts'
import { pauseCompetition, stopsOf } from './stops.ts'
import { openLeagueTables } from './tables.ts'

export {
  leagueBetRetention,
  leagueLegRanges,
  leagueLegSummary,
  leaguePicksOf,
  leagueRiskLegs,
  leagueTicketsOnMatch,
} from './bets/bets.ts'
export { expectedLead, numberedRounds, roundsAhead, roundStates, type NumberedRound } from './numbered.ts'
export type { RoundOutcome } from './rounds/rounds.ts'
export { leagueOfBettor } from './own-rows.ts'

export type League = ReturnType<typeof openLeague>
export type LeagueDeps = { readonly db: Db; readonly cycle: LeagueCycle }

const resultRounds = 10
const seasonsMax = 50

/** The public reads of the league, for all processes. They read only data that is public already. */
export function openLeague({ db, cycle }: LeagueDeps) {
  const prices = openPrices(db)
  const tables = openLeagueTables(db)
  const roundAnswers = openRoundAnswers({ db, prices })

  /** The season of the current round; during the pause before a season, the previous season. */
  async function currentSeason(competitionId: string): Promise<SeasonRow | undefined> {
    const [first] = await roundsOnOffer(db, competitionId)
    if (!first) return (await latestSeasons(db, competitionId, 1))[0]
    const inPause = first.roundNumber === 1 && first.locksAt.getTime() - cycle.bettingMs > first.now.getTime()
    const [last] = inPause ? await latestEndedRounds(db, competitionId, 1) : []
    return seasonById(db, (last ?? first).seasonId)
  }

  return {
    prices,

    /** The running competitions, each with its season and current round. */
    async competitions() {
      const rows = await Promise.all(competitions.map((competition) => currentRoundOf(competition)))
      return rows.filter((row) => row !== undefined)
    },

    /** The round with this id, of any competition and season. */
    find: async (roundId: string) => (await roundsById(db, [roundId]))[0],

    /** The current round and the next ones on offer, in order. */
    periods: (competitionId: string): Promise<OfferedRound[]> => roundsOnOffer(db, competitionId),

    /** The tables from which the prices of the current season are computed. */
    async returns(competitionId: string) {
      const season = await currentSeason(competitionId)
      return season && prices.tablesOf(season.seasonId)
    },

    /** The matches of a round with the lines of one market or of all; undefined if the competition has no such round. */
    async matches(competitionId: string, roundId: string, market: string | undefined): Promise<JsonText | undefined> {
      const round = await roundOf(competitionId, roundId)
      return round && roundAnswers.matches(round, market)
    },

    /** Computes the prices of the rounds on offer, before the first request. */
    async warm(competitionId: string): Promise<void> {
      const rounds = await roundsOnOffer(db, competitionId)
      const matches = await matchesOfRounds(
        db,
        rounds.map(({ roundId }) => roundId),
      )
      await Promise.all(matches.map((match) => prices.linesOf(match)))
    },

    /** The visible part of a round, by default of the current one; undefined if there is none. */
    async playout(competitionId: string, roundId: string | undefined) {
      const round =
        roundId === undefined ? await shownRound(db, competitionId, cycle) : await roundOf(competitionId, roundId)
      return round && shownOf(db, round)
    },

    /**
     * The results of a round, of a season, or of the latest rounds, newest round first. Undefined if the round or season does not exist.
     */
    async results(
      competitionId: string,
      { roundId, season }: { roundId?: string | undefined; season?: string | undefined },
    ): Promise<PlayedMatch[] | undefined> {
      if (roundId !== undefined) {
        const round = await roundOf(competitionId, roundId)
        return round && matchesOfRounds(db, [roundId])
      }
      if (season !== undefined) {
        const of = await seasonByNumber(db, competitionId, season)
        return of && newestFirst(await playedMatchesOfSeason(db, of.seasonId))
      }
      const rounds = (await latestEndedRounds(db, competitionId, resultRounds)).map((round) => round.roundId)
      const matches = await matchesOfRounds(db, rounds)
      return matches.toSorted((a, b) => rounds.indexOf(a.roundId ?? '') - rounds.indexOf(b.roundId ?? ''))
    },

    /** The table of a season, by its number or id, by default of the current one. */
    async standings(competitionId: string, season: string | undefined) {
      const of =
        season === undefined ? await currentSeason(competitionId) : await seasonByNumber(db, competitionId, season)
      return of && tables.tableOf(of)
    },

    /** The seasons of a competition, newest first, with their champions. */
    async seasons(competitionId: string) {
      const [all, current] = [await latestSeasons(db, competitionId, seasonsMax), await currentSeason(competitionId)]
      return Promise.all(
        all.map(async (season) => ({
          season,
          state: seasonState(season, current),
          champion: await tables.championOf(season),
        })),
      )
    },

    /** The reasons why betting on the coming rounds is stopped, by competition. */
    async stops() {
      const names = new Map(competitions.map(({ competitionId, name }) => [competitionId, name]))
      return (await stopsOf(db)).map((stop) => ({ ...stop, name: names.get(stop.competitionId) ?? '' }))
    },
    /** What league bets were expected to pay. */
    expected: leagueExpected(prices),

    pause: (given: Parameters<typeof pauseCompetition>[1]): Promise<boolean> => pauseCompetition(db, given),

    /** A season with its file, and its file alone, as texts. */
    seasonAnswers: openSeasonAnswers({
      facts: (seasonId) => seasonById(db, seasonId),
      text: (seasonId) => seasonText(db, seasonId),
    }),

    /** A round with the tables from which it is drawn, and with its result once it has ended. */
    async round(roundId: string) {
      const [round] = await roundsById(db, [roundId])
      if (!round) return undefined
      return { round, matches: await matchesOfRounds(db, [roundId]), tables: await prices.tablesOf(round.seasonId) }
    },
  }

  async function currentRoundOf(competition: LeagueCompetition) {
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

function seasonState(season: SeasonRow, current: SeasonRow | undefined): 'coming' | 'running' | 'ended' | 'lost' {
  if (season.lost !== null) return 'lost'
  if (season.endedAt) return 'ended'
  return season.seasonId === current?.seasonId ? 'running' : 'coming'
}

const newestFirst = <T extends { readonly roundNumber: number }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => b.roundNumber - a.roundNumber)
