import * as z from 'zod/mini'
import type { BetView, betStates } from './betting.ts'
import type { legStates } from './leg-parts.ts'
import type { Referral } from './referral-state.ts'
import type { marketStates, matchStates } from './catalog.ts'
import type { EventState, SuspensionReason } from './match-events.ts'
import { route } from './route.ts'
import { zText } from './shapes.ts'

/** A client's command on the socket /v1/live. */
export const zLiveCommand = z.union([
  z.object({ auth: z.string().check(z.maxLength(400)) }),
  z.object({
    subscribe: z.array(z.string().check(z.maxLength(80))).check(z.maxLength(500)),
    /** Lets the server send several messages in one frame, as a JSON array, from now on. Without it every frame is one message. */
    batch: z.optional(z.boolean()),
  }),
  z.object({ unsubscribe: z.array(z.string().check(z.maxLength(80))).check(z.maxLength(500)) }),
  z.object({ ping: z.union([z.string(), z.number()]) }),
])

/** The state of `match:<id>`. `clock_at` is when `minute` was measured, so that a screen can continue counting. */
export type MatchState = {
  state: (typeof matchStates)[number]
  minute: number | null
  /** Minutes of injury time: minute 45 and 2 are "45+2". */
  added?: number
  /** The break between the halves. */
  at_half_time?: true
  clock_at: string | null
  home_score: number | null
  away_score: number | null
  /** Other sports: quarters, halves, sets or innings so far, the current one last, as "6:4". */
  periods?: string[]
  /** Red cards, absent while there are none. */
  home_reds?: number
  away_reds?: number
  start_time: string
  /** Why the match accepts no bets now. */
  suspended?: SuspensionReason
  /** The last reported event, to be shown for a few seconds after `at`. */
  last_event?: { type: EventState['type']; side?: 'home' | 'away'; minute?: number; at: string }
}

/** The state of `events:<match_id>`, one key for each `event_id`: an event as it is now, with `taken_back` once it was corrected away. */
export type MatchEventState = EventState

/** The state of `market:<match_id>:<sub_type_id>`, one key for each line. */
export type MarketState = { state: (typeof marketStates)[number]; odds: [odd_key: string, odd_value: string | null][] }

/** The state of `sport:<id>:live`: the matches that are live now. */
export type SportLiveState = { matches: string[] }

/** The state of `balance`. */
export type BalanceState = { balance: string; bonus: string; returnable: string; points: number; currency: string }

/**
 * The state of `bets`, a bettor's own bets, one key a bet. `n` counts the legs from 0; `minute` and `score` ("2:1") are those of a
 * match that is live.
 */
export type BetState = {
  state: (typeof betStates)[number] | 'referred' | 'refused'
  /** Of a bet that a trader decides or has refused. */
  referral?: Referral
  stake: string
  /** What is left of the stake after parts were cashed out. */
  left?: string
  returned: string
  /** The tax on winnings that was withheld from `returned`; absent without one. */
  tax?: BetView['tax']
  legs: { n: number; state: (typeof legStates)[number]; minute?: number; score?: string }[]
}

/** A pushed message: the whole current value of one key. The receiver drops older versions. */
export type LiveMessage = { topic: string; key: string; version: number; state: unknown }

/**
 * The same states for a polling client. `topics` are separated by commas or, shorter in an address, by stars with dots for colons. Each
 * may end with the sum of the versions that the client has: `market.10000001.18~42*match.10000001~3`. A topic whose versions still have
 * that sum is left out of the answer. Shorter still: a number alone is a match, and a number after a dot is a market of the last match
 * before it, so `10000001~3*.18~42` means the same two topics.
 */
export const live = {
  states: route({
    method: 'GET',
    path: '/v1/live/states',
    auth: 'none',
    input: z.object({ topics: zText(8000) }),
    answer: z.object({
      data: z.array(z.object({ topic: z.string(), key: z.string(), version: z.number(), state: z.unknown() })),
    }),
    fallback: 'Fetching live states failed',
  }),
} as const
