import * as z from 'zod/mini'
import { betting, zBet } from './betting.ts'
import { zMarket } from './catalog.ts'
import { route } from './route.ts'
import { paging, zId, zMeta, zMoney, zPrice, zText, zTime } from './shapes.ts'
import { zStanding } from './standing.ts'

export const roundStates = ['open', 'locked', 'playing', 'ended', 'voided'] as const

export const zLeagueCompetition = z.object({
  competition_id: zId,
  name: z.string(),
  season: z.string(),
  season_id: z.string(),
  round_number: z.number(),
  rounds: z.number(),
  chain_tip: z.string(),
  /** The winner of the previous season, once there is one. */
  champion: z.optional(z.string()),
})

/** A round in the timetable; its matches kick off at `start_time`. `seed` is published after its play-out. */
export const zPeriod = z.object({
  round_id: zId,
  round_number: z.number(),
  start_time: zTime,
  end_time: zTime,
  betting_closes_at: zTime,
  state: z.enum(roundStates),
  commitment: z.string(),
  seed: z.optional(z.string()),
  season_id: z.string(),
  /** Whether the round accepts bets now: it is open, and betting is not stopped. */
  betting: z.boolean(),
  reason: z.optional(z.string()),
})

export const zLeagueMarket = z.object({ market_id: zId, description: z.string(), return_percent: z.string() })

export const zLeagueMatch = z.object({
  match_id: z.string(),
  parent_match_id: z.string(),
  home_team: z.string(),
  away_team: z.string(),
  start_time: zTime,
  home_odd: z.nullable(zPrice),
  neutral_odd: z.nullable(zPrice),
  away_odd: z.nullable(zPrice),
  odds: z.array(zMarket),
})

/** A match during the play-out, up to the current minute. */
export const zPlayout = z.object({
  match_id: z.string(),
  home_team: z.string(),
  away_team: z.string(),
  minute: z.number(),
  home_score: z.number(),
  away_score: z.number(),
  events: z.array(
    z.object({ minute: z.number(), side: z.enum(['home', 'away']), home_score: z.number(), away_score: z.number() }),
  ),
})

/**
 * The state of the topic `league:<competition>`: the round that is shown now. The browser calculates the minute: floor(90 × (server time −
 * start_time) / (end_time − start_time)).
 */
export type LeagueState = {
  round_id: string
  round_number: number
  season_id: string
  state: (typeof roundStates)[number]
  server_time: string
  betting_closes_at: string
  start_time: string
  end_time: string
  reason?: string
  matches: z.output<typeof zPlayout>[]
}

/** A finished match; half_time and full_time as "1:0". */
export const zLeagueResult = z.object({
  match_id: z.string(),
  round_id: zId,
  round_number: z.number(),
  home_team: z.string(),
  away_team: z.string(),
  half_time: z.string(),
  full_time: z.string(),
})

const zWeights = z.array(z.number())
const zLadder = z.array(z.tuple([z.number(), z.number()]))
const zReturns = z.record(z.string(), z.number())

/** The frozen file of a season: everything that decides it but the chain of seeds. `salt` is absent until it is drawn. */
export const zSeason = z.object({
  data: z.object({
    competition_id: zId,
    minutes: zWeights,
    returns: zReturns,
    ladder: zLadder,
    rounds: z.array(
      z.object({
        round_number: z.number(),
        matches: z.array(z.tuple([z.string(), z.string(), z.string(), zWeights])),
      }),
    ),
  }),
  season_hash: z.string(),
  chain_tip: z.string(),
  salt: z.optional(z.string()),
  salt_source: z.string(),
})

/** A season in the list. `ended` seasons have a champion; `lost` is the reason why a season could not be finished. */
export const zSeasonRow = z.object({
  season_id: z.string(),
  season: z.string(),
  rounds: z.number(),
  state: z.enum(['coming', 'running', 'ended', 'lost']),
  published_at: zTime,
  ended_at: z.optional(zTime),
  champion: z.optional(z.string()),
  reason: z.optional(z.string()),
})

/** A round with everything that a stranger needs to recompute it. Scores as "2:1"; what is not public yet is absent. */
export const zLeagueRound = z.object({
  round_id: z.string(),
  round_number: z.number(),
  competition_id: z.string(),
  season_id: z.string(),
  chain_tip: z.string(),
  commitment: z.string(),
  tables_hash: z.string(),
  minutes: zWeights,
  returns: zReturns,
  ladder: zLadder,
  matches: z.array(
    z.object({
      match_id: z.string(),
      home_team: z.string(),
      away_team: z.string(),
      weights: zWeights,
      half_time: z.optional(z.string()),
      full_time: z.optional(z.string()),
      goals: z.optional(z.array(z.object({ minute: z.number(), side: z.enum(['home', 'away']) }))),
    }),
  ),
  state: z.enum(roundStates),
  reason: z.optional(z.string()),
  seed: z.optional(z.string()),
  link: z.optional(z.string()),
  start_time: z.optional(zTime),
  end_time: z.optional(zTime),
  betting_closes_at: z.optional(zTime),
})

const zCompetitionId = z.object({ competition_id: zId })
const zRoundOf = z.object({ competition_id: zId, round_id: z.optional(zId) })
const zPage = z.object(paging)
const zBetId = z.object({ bet_id: zId })
/** The specification counts a history only when its status is 200 or absent. */
const zHistory = z.object({ status: z.optional(z.unknown()), data: z.optional(z.array(zBet)), meta: z.optional(zMeta) })
const zDetails = z.object({ data: zBet })

/** A public call of the league: POST /v1/nare-league/<name>. */
const read = <I extends z.ZodMiniType, A extends z.ZodMiniType>(
  name: string,
  { input, answer, fallback }: { input: I; answer: A; fallback: string },
) =>
  route({
    method: 'POST',
    path: `/v1/nare-league/${name}`,
    auth: 'optional',
    input,
    answer,
    failures: ['not_found'],
    fallback,
  })

/** The same for the bettor's own bets. */
const own = <I extends z.ZodMiniType, A extends z.ZodMiniType>(
  name: string,
  { input, answer, fallback }: { input: I; answer: A; fallback: string },
) =>
  route({
    method: 'POST',
    path: `/v1/nare-league/${name}`,
    auth: 'bettor',
    input,
    answer,
    failures: ['not_found'],
    fallback,
  })

const listOf = <A extends z.ZodMiniType>(row: A) => z.object({ data: z.array(row) })

/** What anybody may read: the timetable, matches with prices, play-outs, results, tables, and all that a checker needs. */
export const leagueReads = {
  competitions: read('competitions', {
    input: z.object({}),
    answer: listOf(zLeagueCompetition),
    fallback: "OOP's, Something went wrong please Retry ",
  }),
  periods: read('periods', { input: zCompetitionId, answer: listOf(zPeriod), fallback: 'Fetching Periods failed' }),
  markets: read('markets', {
    input: zCompetitionId,
    answer: listOf(zLeagueMarket),
    fallback: 'Fetching Markets failed',
  }),
  matches: read('matches', {
    input: z.object({ competition_id: zId, round_id: zId, market_id: z.optional(zId) }),
    answer: listOf(zLeagueMatch),
    fallback: 'Fetching Matches failed',
  }),
  playouts: read('live', { input: zRoundOf, answer: listOf(zPlayout), fallback: 'Fetching Playouts failed' }),
  results: read('results', {
    input: z.extend(zRoundOf, { season: z.optional(zText(40)) }),
    answer: listOf(zLeagueResult),
    fallback: 'Fetching Results failed',
  }),
  standings: read('standings', {
    input: z.object({ competition_id: zId, season: z.optional(zText(40)) }),
    answer: listOf(zStanding),
    fallback: 'Fetching Standings failed',
  }),
  /** The seasons of a competition, newest first, with the champions of finished seasons. */
  seasons: read('seasons', { input: zCompetitionId, answer: listOf(zSeasonRow), fallback: 'Fetching Seasons failed' }),
  /** A season's published file. `/v1/nare-league/seasons/<season_id>.json` returns its exact bytes. */
  season: route({
    method: 'GET',
    path: '/v1/nare-league/seasons/:season_id',
    auth: 'none',
    input: z.object({ season_id: zId }),
    answer: zSeason,
    failures: ['not_found'],
    fallback: 'Fetching the season failed',
  }),
  round: route({
    method: 'GET',
    path: '/v1/nare-league/rounds/:round_id',
    auth: 'none',
    input: z.object({ round_id: zId }),
    answer: z.object({ data: zLeagueRound }),
    failures: ['not_found'],
    fallback: 'Fetching the round failed',
  }),
} as const

/** The league's bets. */
export const leagueBets = {
  betHistory: own('bet-history', { input: zPage, answer: zHistory, fallback: 'Fetching Bet History failed' }),
  oldBets: own('old-bets', { input: zPage, answer: zHistory, fallback: 'Fetching Old Bets failed' }),
  betDetails: own('bet-details', { input: zBetId, answer: zDetails, fallback: 'Fetching Bet Details failed' }),
  oldBetDetails: own('old-bet-details', {
    input: zBetId,
    answer: zDetails,
    fallback: 'Fetching Old Bet Details failed',
  }),
  bet: route({
    method: 'POST',
    path: '/v1/nare-league/bet=',
    auth: 'bettor',
    input: betting.place.input,
    created: true,
    answer: z.object({ status: z.literal(201), message: z.string(), bet: zBet, balance: zMoney }),
    failures: betting.place.failures,
    fallback: ' Bet placement failed',
  }),
} as const

/** Every call of the league. */
export const league = { ...leagueReads, ...leagueBets } as const
