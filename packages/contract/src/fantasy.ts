import * as z from 'zod/mini'
import { fieldSentences } from './field-codes.ts'
import { route } from './route.ts'
import { paging, zCommandId, zId, zMeta, zShownText, zTime } from './shapes.ts'
import { zTypedCode } from './typed-code.ts'

export const weekStates = ['open', 'running', 'over'] as const
export const positions = ['GK', 'DF', 'MF', 'FW'] as const
export type Position = (typeof positions)[number]

/** The promo points for each rank at the end of the week. Players with equal ranks share the prizes of the ranks that they occupy. */
const zPrize = z.object({ from: z.number(), to: z.number(), points: z.number() })

/** A match week. Until `deadline` teams may be saved. Prices and the budget are multiples of 0.5. */
export const zWeek = z.object({
  week_id: z.string(),
  name: z.string(),
  deadline: zTime,
  state: z.enum(weekStates),
  budget: z.number(),
  /** `nare` weeks are 10 rounds of the Nare league, `catalog` weeks the matches of a real league. */
  kind: z.enum(['nare', 'catalog']),
  competition: z.string(),
  teams: z.number(),
  prizes: z.array(zPrize),
  /** Whether the operator has closed the week for teams before its deadline. Its state is `running`, although no match has started. */
  closed: z.optional(z.literal(true)),
  /** A week that ended without prizes. */
  voided: z.optional(z.literal(true)),
  /** The bettor's team in the week, if there is one. `prize` is set once it is paid. */
  mine: z.optional(z.object({ points: z.number(), rank: z.number(), prize: z.optional(z.number()) })),
})
export type FantasyWeek = z.output<typeof zWeek>

/**
 * A player of a week's squads. `points` are what he has brought so far: 2 for each of `starts`, the goals by position, 4 for each
 * clean sheet of a GK or DF. Scorers and starters are drawn by the weights; a club's `scorer_weight`s sum to 2^32 in this order.
 */
export const zFantasyPlayer = z.object({
  player_id: z.string(),
  name: z.string(),
  club: z.string(),
  position: z.enum(positions),
  price: z.number(),
  points: z.number(),
  starts: z.number(),
  goals: z.number(),
  clean_sheets: z.number(),
  scorer_weight: z.number(),
  starter_weight: z.number(),
})
export type FantasyPlayer = z.output<typeof zFantasyPlayer>

/** A part of a player's points: `times` × `each` = `points`; for `captain` his points once more. */
const zPart = z.object({
  what: z.enum(['start', 'goal', 'clean_sheet', 'captain']),
  times: z.number(),
  each: z.number(),
  points: z.number(),
})

/** A place of the team, the eleven first, then the bench in its order. */
const zTeamPlayer = z.object({
  player_id: z.string(),
  bench: z.boolean(),
  captain: z.boolean(),
  /** Whether the player's points count for the team: starters who played, and substitutes who came in. */
  counts: z.boolean(),
  came_in_for: z.optional(z.string()),
  parts: z.array(zPart),
  /** The player's points for the team; 0 if they do not count. */
  points: z.number(),
})
export type FantasyTeamPlayer = z.output<typeof zTeamPlayer>

export const zFantasyTeam = z.object({
  players: z.array(z.string()),
  captain: z.string(),
  bench: z.array(z.string()),
  cost: z.number(),
  saved_at: zTime,
  points: z.number(),
  by_player: z.array(zTeamPlayer),
})
export type FantasyTeam = z.output<typeof zFantasyTeam>

/** A match of the week; one that was `moved` out of it is void in it. `scorers` has a row for each goal so far; without `player_id` if no squad player scored it. */
const zWeekMatch = z.object({
  match_id: z.string(),
  home_team: z.string(),
  away_team: z.string(),
  start_time: zTime,
  state: z.enum(['coming', 'running', 'over', 'void']),
  moved: z.optional(z.literal(true)),
  round_id: z.optional(z.string()),
  home_score: z.optional(z.number()),
  away_score: z.optional(z.number()),
  scorers: z.optional(z.array(z.object({ side: z.enum(['home', 'away']), player_id: z.optional(z.string()) }))),
})
export type FantasyMatch = z.output<typeof zWeekMatch>

/** A week with its clubs and squads. `commitment` is the SHA-256 of a catalog week's `seed`, which is set when the week is over. */
export const zWeekDetails = z.extend(zWeek, {
  clubs: z.array(z.object({ name: z.string() })),
  players: z.array(zFantasyPlayer),
  matches: z.array(zWeekMatch),
  /** The rounds of a Nare week: the first and the last of the competition's count. */
  rounds: z.optional(z.object({ competition_id: z.string(), from: z.number(), to: z.number() })),
  commitment: z.optional(z.string()),
  seed: z.optional(z.string()),
  team: z.optional(zFantasyTeam),
})
export type FantasyWeekDetails = z.output<typeof zWeekDetails>

/** A row of the table. Teams with the same points share a rank. */
export const zFantasyRow = z.object({ rank: z.number(), player: z.string(), points: z.number(), mine: z.boolean() })

/** A mini-league. Who knows its code may join. */
const zMiniLeague = z.object({ code: z.string(), name: z.string(), players: z.number(), mine: z.boolean() })
export type MiniLeague = z.output<typeof zMiniLeague>

/** A name that others read, with something to see. */
const zLeagueName = zShownText(40).check(
  z.trim(),
  z.minLength(1),
  z.refine((name) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(name), { error: fieldSentences.characters }),
)
const zPlayerIds = (count: number) => z.array(zId).check(z.minLength(count), z.maxLength(count))
const zWeekId = z.object({ week_id: zId })

/** The free fantasy contest. */
export const fantasy = {
  /** Open weeks by deadline, then running ones, then finished ones, newest first; at most 40. */
  weeks: route({
    method: 'GET',
    path: '/v1/fantasy/weeks',
    auth: 'optional',
    input: z.object({}),
    answer: z.object({ data: z.array(zWeek) }),
    fallback: 'Fetching the fantasy weeks failed',
  }),
  week: route({
    method: 'GET',
    path: '/v1/fantasy/weeks/:week_id',
    auth: 'optional',
    input: zWeekId,
    answer: z.object({ data: zWeekDetails }),
    rows: ['data.players', 'data.matches'],
    failures: ['not_found'],
    fallback: 'Fetching the fantasy week failed',
  }),
  /**
   * Saves the bettor's team of a week, replacing an earlier one. `captain` is one of the eleven; `bench` is in the order of substitution.
   */
  saveTeam: route({
    method: 'POST',
    path: '/v1/fantasy/weeks/:week_id/team',
    auth: 'bettor',
    input: z.object({ week_id: zId, id: zCommandId, players: zPlayerIds(11), captain: zId, bench: zPlayerIds(4) }),
    answer: z.object({ message: z.string(), team: zFantasyTeam }),
    failures: [
      'not_found',
      'not_verified',
      'account_locked',
      'self_excluded',
      'id_reused',
      'bad_team',
      'deadline_passed',
    ],
    fallback: 'Saving the team failed',
  }),
  /** The table of a week, or of a mini-league in it. `mine` is the bettor's own row, wherever it is. */
  table: route({
    method: 'GET',
    path: '/v1/fantasy/weeks/:week_id/table',
    auth: 'optional',
    input: z.object({ week_id: zId, league: z.optional(zTypedCode), ...paging }),
    answer: z.object({ data: z.array(zFantasyRow), meta: zMeta, mine: z.optional(zFantasyRow) }),
    failures: ['not_found'],
    fallback: 'Fetching the fantasy table failed',
  }),
  /** The mini-leagues that the bettor has created or joined; at most 50. */
  leagues: route({
    method: 'GET',
    path: '/v1/fantasy/leagues',
    auth: 'bettor',
    input: z.object({}),
    answer: z.object({ data: z.array(zMiniLeague) }),
    fallback: 'Fetching your mini-leagues failed',
  }),
  /** Creates a mini-league, once for each `id`; without `id`, each call creates another. */
  createLeague: route({
    method: 'POST',
    path: '/v1/fantasy/leagues',
    auth: 'bettor',
    input: z.object({ id: z.optional(zCommandId), name: zLeagueName }),
    answer: z.object({ message: z.string(), code: z.string() }),
    failures: ['not_verified', 'account_locked', 'self_excluded', 'id_reused', 'too_many_leagues'],
    fallback: 'Making the mini-league failed',
  }),
  /** Joins once, however often it is sent. A mini-league has at most 1,000 members. */
  joinLeague: route({
    method: 'POST',
    path: '/v1/fantasy/leagues/:code/join',
    auth: 'bettor',
    input: z.object({ code: zTypedCode }),
    answer: z.object({ message: z.string(), name: z.string() }),
    failures: ['not_found', 'not_verified', 'account_locked', 'self_excluded', 'too_many_leagues', 'league_full'],
    fallback: 'Joining the mini-league failed',
  }),
} as const
