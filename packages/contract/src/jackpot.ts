import * as z from 'zod/mini'
import { zBet } from './betting.ts'
import { zMatch } from './catalog.ts'
import { route } from './route.ts'
import { zCommandId, zEmpty, zId, zMoney, zTime } from './shapes.ts'

export const jackpotModes = ['fixed', 'pool', 'must_be_won'] as const
export const voidPolicies = ['draw', 'counts_won', 'drop', 'cancel'] as const
export const jackpotOutcomes = ['home_team', 'draw', 'away_team'] as const

/** What a score pays: a fixed `prize` for each line (`split`: shared by all lines), or a `share` of the pool in percent. */
export const zTier = z.object({
  correct: z.number(),
  prize: z.optional(zMoney),
  split: z.optional(z.boolean()),
  share: z.optional(z.number()),
})

/** A match of a pool with how many percent of the lines picked each outcome. */
export const zJackpotMatch = z.extend(zMatch, {
  crowd: z.object({ home_team: z.number(), draw: z.number(), away_team: z.number() }),
})

export const zJackpot = z.object({
  jackpot_id: z.string(),
  name: z.string(),
  amount: zMoney,
  stake: zMoney,
  closes_at: zTime,
  mode: z.enum(jackpotModes),
  tiers: z.array(zTier),
  pool: z.optional(z.object({ staked: zMoney, carried_over: zMoney, total: zMoney })),
  void_policy: z.enum(voidPolicies),
  cancel_at: z.optional(z.number()),
  reduced: z.optional(z.array(z.object({ voids: z.number(), correct: z.number(), percent: z.number() }))),
  deadline: z.optional(zTime),
  max_doubles: z.number(),
  max_triples: z.number(),
  max_lines: z.number(),
  commitment: z.string(),
  matches: z.array(zJackpotMatch),
})
export type JackpotView = z.output<typeof zJackpot>

const zJackpotPick = z.object({
  match_id: zId,
  outcomes: z.array(z.enum(jackpotOutcomes)).check(z.minLength(1), z.maxLength(3)),
})

/** A jackpot ticket: a bet of product and type jackpot. `best` is the best score of its lines once the pool is settled. */
export const zTicket = z.extend(zBet, {
  product: z.literal('jackpot'),
  type: z.literal('jackpot'),
  possible_win: z.nullable(zMoney),
  lines: z.number(),
  picks: z.array(z.object({ match_id: z.string(), outcomes: z.array(z.enum(jackpotOutcomes)) })),
  best: z.nullable(z.number()),
})

export const jackpot = {
  jackpots: route({
    method: 'GET',
    path: '/v1/jackpots',
    auth: 'none',
    input: zEmpty,
    answer: z.object({ data: z.array(zJackpot) }),
    failures: [],
    fallback: 'Fetching JackpotMatches failed',
  }),
  bet: route({
    method: 'POST',
    path: '/jp/bet',
    auth: 'bettor',
    input: z.object({
      id: zCommandId,
      jackpot_id: zId,
      picks: z.array(zJackpotPick).check(z.minLength(1), z.maxLength(40)),
    }),
    created: true,
    answer: z.object({
      status: z.literal(201),
      message: z.string(),
      bet: zTicket,
      lines: z.number(),
      stake: zMoney,
      balance: zMoney,
    }),
    failures: [
      ...(['not_verified', 'id_reused', 'self_excluded', 'limit_reached', 'not_found', 'match_started'] as const),
      ...(['stake_too_large', 'too_many_legs', 'insufficient_funds', 'invalid_input', 'session_expired'] as const),
      ...(['too_many_requests', 'overloaded', 'unknown'] as const),
    ],
    fallback: 'jackpot  Bet placement failed',
  }),
} as const
