import * as z from 'zod/mini'
import { zEnded, zMatch } from './catalog.ts'
import { route } from './route.ts'
import { paging, zDay, zId, zMeta, zTime } from './shapes.ts'
import { zStanding } from './standing.ts'

/** What can happen in a match. A goal from the spot is `penalty_scored`; `injury_time` announces its minutes in `added`. */
export const eventTypes = [
  'kick_off',
  'goal',
  'own_goal',
  'penalty_awarded',
  'penalty_scored',
  'penalty_missed',
  'yellow_card',
  'red_card',
  'corner',
  'substitution',
  'video_check',
  'video_overturned',
  'half_time',
  'second_half',
  'injury_time',
  'full_time',
  'interrupted',
  'resumed',
  'abandoned',
  'postponed',
] as const

/** Why a match accepts no bets. */
export const suspensionReasons = [
  'goal',
  'penalty',
  'red_card',
  'video_check',
  'silent_feed',
  'started_early',
  'interrupted',
  'operator',
  'other',
] as const
export type SuspensionReason = (typeof suspensionReasons)[number]

/**
 * An event of a match as its feed reports it now. `side` is the side that it counts for: an own goal's is the one that gets the goal.
 * `score` is the score after it. Minute 45 and added 2 are "45+2".
 */
export const zMatchEvent = z.object({
  event_id: z.string(),
  type: z.enum(eventTypes),
  minute: z.optional(z.number()),
  added: z.optional(z.number()),
  side: z.optional(z.enum(['home', 'away'])),
  player: z.optional(z.string()),
  score: z.optional(z.string()),
  /** The feed withdrew the event: it did not happen, or it does not count. */
  taken_back: z.optional(z.literal(true)),
})
export type EventState = z.output<typeof zMatchEvent>

/** A finished match, with the results that settled its bets; `corners` and `cards` as "7:3" if the feed counts them. */
export const zResult = z.extend(zMatch, {
  ...zEnded,
  corners: z.optional(z.string()),
  cards: z.optional(z.string()),
})

/**
 * An earlier match from the view of a team: its day (YYYY-MM-DD) in the country's time zone, and its score with the goals of the side at home first.
 * `match_id` is null for a match that was never on offer here.
 */
const zPastMatch = z.object({
  match_id: z.nullable(z.string()),
  date: z.string(),
  opponent: z.string(),
  at_home: z.boolean(),
  score: z.string(),
  outcome: z.enum(['won', 'drawn', 'lost']),
})

const zSides = z.object({ home: z.number(), away: z.number() })

/**
 * The chances at a moment as our prices gave them, without our margin: shares that sum to 1, `draw` null in a sport without one. `minute` is the
 * minute of the match, null before it and in a sport without a clock.
 */
const zChances = z.object({
  at: zTime,
  minute: z.nullable(z.number()),
  home: z.number(),
  draw: z.nullable(z.number()),
  away: z.number(),
})

/** The events of a match, and the facts about both sides before it. Only the live and match pages load them. */
export const matchEvents = {
  events: route({
    method: 'GET',
    path: '/v1/match/:match_id/events',
    auth: 'none',
    input: z.object({ match_id: zId }),
    /** As they happened, oldest first, at most 200. */
    answer: z.object({ data: z.array(zMatchEvent) }),
    failures: ['not_found'],
    fallback: 'Fetching the match events failed',
  }),
  /**
   * What is known about a match besides its markets; a list is empty, and a count absent, where nothing is known. Teams are known by their names within
   * their competition. `form` has the last five results of each side and `head_to_head` the last ten of both from the view of the side at home, the
   * newest first. `standing` is the table of the season before the match. `chances` are the oldest first: by the hour on the day before it, then by
   * the minute, at most 60 in play.
   */
  insight: route({
    method: 'GET',
    path: '/v1/match/:match_id/insight',
    auth: 'none',
    input: z.object({ match_id: zId }),
    answer: z.object({
      data: z.object({
        form: z.object({ home: z.array(zPastMatch), away: z.array(zPastMatch) }),
        head_to_head: z.array(zPastMatch),
        standing: z.array(zStanding),
        chances: z.array(zChances),
        statistics: z.object({
          corners: z.optional(zSides),
          yellow_cards: z.optional(zSides),
          red_cards: z.optional(zSides),
        }),
      }),
    }),
    rows: ['data.form.home', 'data.form.away', 'data.head_to_head', 'data.standing', 'data.chances'],
    failures: ['not_found'],
    fallback: 'Fetching form and table failed',
  }),
  /** The finished matches of a day, by competition; today in the country's time zone without `date`. */
  results: route({
    method: 'GET',
    path: '/v1/results',
    auth: 'none',
    input: z.object({ sport_id: z.optional(zId), date: z.optional(zDay), ...paging }),
    answer: z.object({ data: z.array(zResult), meta: zMeta }),
    fallback: 'Fetching results failed',
  }),
} as const
