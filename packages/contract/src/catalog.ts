import * as z from 'zod/mini'
import { route } from './route.ts'
import { paging, zDay, zId, zMeta, zPrice, zText, zTime } from './shapes.ts'

export const matchStates = [
  'not_started',
  'live',
  'interrupted',
  'ended',
  'abandoned',
  'postponed',
  'cancelled',
] as const
export const marketStates = ['open', 'suspended', 'closed'] as const

export const zSelection = z.object({
  odd_key: z.string(),
  display: z.string(),
  odd_value: z.nullable(zPrice),
  outcome_id: z.string(),
  /** How the outcome ended, on the page of an ended match. */
  result: z.optional(z.enum(['won', 'lost', 'void', 'half_won', 'half_lost'])),
})

/** One line of one market. */
export const zMarket = z.object({
  sub_type_id: z.string(),
  name: z.string(),
  special_bet_value: z.string(),
  state: z.enum(marketStates),
  odds: z.array(zSelection),
})
export type MarketView = z.output<typeof zMarket>

export const zMatch = z.object({
  match_id: z.string(),
  parent_match_id: z.string(),
  game_id: z.string(),
  sport_id: z.string(),
  competition_id: z.string(),
  competition_name: z.string(),
  category: z.string(),
  start_time: zTime,
  state: z.enum(matchStates),
  minute: z.optional(z.number()),
  /** Minutes of injury time: minute 45 and 2 are "45+2". */
  added: z.optional(z.number()),
  /** The break between the halves. */
  at_half_time: z.optional(z.literal(true)),
  home_score: z.optional(z.number()),
  away_score: z.optional(z.number()),
  /** Other sports: quarters, halves, sets or innings so far, the current one last, as "6:4". */
  periods: z.optional(z.array(z.string())),
  /** Red cards, absent while there are none. */
  home_reds: z.optional(z.number()),
  away_reds: z.optional(z.number()),
  /** Why the match accepts no bets now: one of `suspensionReasons`, or a newer reason that a client does not know. */
  suspended: z.optional(z.string()),
  home_team: z.string(),
  away_team: z.string(),
  home_odd: z.nullable(zPrice),
  neutral_odd: z.nullable(zPrice),
  away_odd: z.nullable(zPrice),
  /** The number of open markets in addition to the main market of the sport. */
  side_bets: z.number(),
  odds: z.array(zMarket),
})
export type MatchView = z.output<typeof zMatch>

/** The details of a finished match: the half-time score as "1:0", and the goals in order if they are known. */
export const zEnded = {
  half_time: z.optional(z.string()),
  goals: z.optional(z.array(z.enum(['home', 'away']))),
}

const zCompetition = z.object({ competition_id: z.string(), name: z.string(), matches: z.number() })
const zLeague = z.extend(zCompetition, { category: z.string(), sport_id: z.string() })

export const catalog = {
  sports: route({
    method: 'GET',
    path: '/v1/sports',
    auth: 'none',
    input: z.object({}),
    answer: z.object({
      data: z.array(z.object({ sport_id: z.string(), name: z.string(), matches: z.number(), live: z.number() })),
    }),
    fallback: 'Fetching sports failed',
  }),
  competitions: route({
    method: 'GET',
    path: '/v1/sports/:sport_id/competitions',
    auth: 'none',
    input: z.object({ sport_id: zId }),
    answer: z.object({
      /** The country of the house first, with `is_own`, then from A to Z. */
      data: z.array(
        z.object({ category: z.string(), is_own: z.optional(z.literal(true)), competitions: z.array(zCompetition) }),
      ),
      /** The first leagues with matches, by rank. */
      top: z.array(zLeague),
    }),
    failures: ['not_found'],
    fallback: 'Fetching competitions failed',
  }),
  matches: route({
    method: 'GET',
    path: '/v1/matches',
    auth: 'none',
    input: z.object({
      sport_id: z.optional(zId),
      when: z._default(z.enum(['highlights', 'today', 'upcoming', 'live']), 'highlights'),
      date: z.optional(zDay),
      competition_id: z.optional(zId),
      /** Only matches that offer this market, and its lines instead of the main market's. */
      sub_type_id: z.optional(zId),
      /**
       * Up to five markets, separated by commas: their line 2.5, else their most even line, in addition to the main market. Does not filter
       * matches.
       */
      markets: z.optional(z.string().check(z.regex(/^\d{1,6}(,\d{1,6}){0,4}$/))),
      sort: z._default(z.enum(['top', 'time', 'league']), 'top'),
      q: z.optional(zText(80)),
      ...paging,
    }),
    answer: z.object({ data: z.array(zMatch), meta: zMeta }),
    fallback: 'Fetching matches failed',
  }),
  match: route({
    method: 'GET',
    path: '/v1/match/:match_id',
    auth: 'none',
    input: z.object({ match_id: zId }),
    answer: z.object({ data: z.extend(zMatch, zEnded) }),
    rows: ['data.odds'],
    failures: ['not_found'],
    fallback: 'Fetching Markets failed',
  }),
  search: route({
    method: 'GET',
    path: '/v1/search',
    auth: 'optional',
    input: z.object({ q: zText(80).check(z.minLength(2)) }),
    answer: z.object({
      data: z.object({
        competitions: z.array(zLeague),
        /** Teams with a match on offer, and the league of their next match. */
        teams: z.array(z.extend(zLeague, { competition_name: z.string() })),
        matches: z.array(zMatch),
        codes: z.array(z.object({ code: z.string(), picks: z.number() })),
        bets: z.array(z.object({ bet_id: z.string(), state: z.string() })),
      }),
    }),
    rows: ['data.competitions', 'data.teams', 'data.matches', 'data.codes', 'data.bets'],
    fallback: 'Search failed',
  }),
} as const
