import * as z from 'zod/mini'
import { zBet } from './betting.ts'
import { zTicketPick } from './leg-parts.ts'
import { zMatch } from './catalog.ts'
import { marketingSource } from './marketing-source.ts'
import { route } from './route.ts'
import { paging, zCommandId, zEmpty, zId, zMeta, zMoney, zText, zTime } from './shapes.ts'

export const jackpotModes = ['fixed', 'pool', 'must_be_won'] as const
export const voidPolicies = ['draw', 'counts_won', 'drop', 'cancel'] as const
export const jackpotOutcomes = ['home_team', 'draw', 'away_team'] as const
const signs: Readonly<Record<string, string>> = { home_team: '1', draw: 'X', away_team: '2' }
/** What stands for an outcome on the screen and on paper: 1, X or 2. */
export const jackpotSign = (outcome: string): string => signs[outcome] ?? outcome
export const jackpotStates = ['open', 'closed', 'settled', 'cancelled'] as const

/** What a score pays: a fixed `prize` for each line (`split`: shared by all lines), or a `share` of the pool in percent. */
export const zTier = z.object({
  correct: z.number(),
  prize: z.optional(zMoney),
  split: z.optional(z.boolean()),
  share: z.optional(z.number()),
})

/** The percentage of its prize that a tier pays for a number of void matches that count as won. */
export const zReduced = z.object({ voids: z.number(), correct: z.number(), percent: z.number() })

/** A match of a pool with how many percent of the lines picked each outcome. */
export const zJackpotMatch = z.extend(zMatch, {
  crowd: z.object({ home_team: z.number(), draw: z.number(), away_team: z.number() }),
})

/** `code` names the pool on prints and in SMS bets ("JP41#1X2…"); no two open pools share one. `total` of `pool` is what the tiers share. */
export const zJackpot = z.object({
  jackpot_id: z.string(),
  code: z.string(),
  name: z.string(),
  state: z.enum(jackpotStates),
  amount: zMoney,
  stake: zMoney,
  closes_at: zTime,
  mode: z.enum(jackpotModes),
  tiers: z.array(zTier),
  pool: z.optional(z.object({ staked: zMoney, carried_over: zMoney, total: zMoney })),
  void_policy: z.enum(voidPolicies),
  cancel_at: z.optional(z.number()),
  reduced: z.optional(z.array(zReduced)),
  deadline: z.optional(zTime),
  max_doubles: z.number(),
  max_triples: z.number(),
  max_lines: z.number(),
  commitment: z.string(),
  matches: z.array(zJackpotMatch),
})
export type JackpotView = z.output<typeof zJackpot>

/** What a tier paid: `needed` is its score after void matches, `lines` how many lines reached it, `prize_each` what each was paid. */
export const zTierResult = z.object({
  correct: z.number(),
  needed: z.number(),
  lines: z.number(),
  prize_each: zMoney,
})

/** The result of a match of a pool. Absent fields are not known yet. `drawn` is the drawn outcome of a void match. */
export const zJackpotResult = z.object({
  match_id: z.string(),
  home_team: z.string(),
  away_team: z.string(),
  outcome: z.optional(z.enum([...jackpotOutcomes, 'void'])),
  full_time: z.optional(z.string()),
  drawn: z.optional(z.enum(jackpotOutcomes)),
})

/** A pool that is settled or cancelled. `paid` is the sum of its prizes; `best` the best score of all lines; `staked` what was staked in all. */
export const zPastJackpot = z.object({
  jackpot_id: z.string(),
  code: z.string(),
  name: z.string(),
  state: z.enum(['settled', 'cancelled']),
  mode: z.enum(jackpotModes),
  matches: z.number(),
  settled_at: zTime,
  staked: zMoney,
  best: z.nullable(z.number()),
  tiers: z.array(zTierResult),
  paid: zMoney,
})

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
  picks: z.array(z.extend(zTicketPick, { outcomes: z.array(z.enum(jackpotOutcomes)) })),
  best: z.nullable(z.number()),
})

export const jackpot = {
  jackpots: route({
    method: 'GET',
    path: '/v1/jackpots',
    auth: 'none',
    input: zEmpty,
    answer: z.object({ data: z.array(zJackpot) }),
    fallback: 'Fetching JackpotMatches failed',
  }),
  /** Settled and cancelled pools, newest first. */
  past: route({
    method: 'GET',
    path: '/v1/jackpots/past',
    auth: 'none',
    input: z.object({ ...paging, name: z.optional(zText(80)) }),
    answer: z.object({ data: z.array(zPastJackpot), meta: zMeta }),
    fallback: 'Fetching the past jackpots failed',
  }),
  /** A pool in any state. */
  jackpot: route({
    method: 'GET',
    path: '/v1/jackpots/:id',
    auth: 'none',
    input: z.object({ id: zId }),
    answer: z.object({ data: zJackpot }),
    failures: ['not_found'],
    fallback: 'Fetching JackpotMatches failed',
  }),
  /** `tiers` are the final ones once the state is settled; before, no line counts yet. `seed` is there once nothing is drawn any more. */
  results: route({
    method: 'GET',
    path: '/v1/jackpots/:id/results',
    auth: 'none',
    input: z.object({ id: zId }),
    answer: z.object({
      data: z.object({
        jackpot_id: z.string(),
        code: z.string(),
        name: z.string(),
        state: z.enum(jackpotStates),
        settled_at: z.optional(zTime),
        matches: z.array(zJackpotResult),
        tiers: z.array(zTierResult),
        paid: zMoney,
        best: z.nullable(z.number()),
        commitment: z.string(),
        seed: z.optional(z.string()),
      }),
    }),
    failures: ['not_found'],
    fallback: 'Fetching the jackpot results failed',
  }),
  bet: route({
    method: 'POST',
    path: '/jp/bet',
    auth: 'bettor',
    input: z.object({
      id: zCommandId,
      jackpot_id: zId,
      picks: z.array(zJackpotPick).check(z.minLength(1), z.maxLength(40)),
      ...marketingSource,
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
      ...([
        'not_verified',
        'id_reused',
        'identity_required',
        'account_locked',
        'self_excluded',
        'limit_reached',
        'not_found',
        'match_started',
      ] as const),
      ...(['stake_too_large', 'too_many_legs', 'insufficient_funds', 'invalid_input', 'session_expired'] as const),
      ...(['not_available', 'too_many_requests', 'overloaded', 'unknown'] as const),
    ],
    fallback: 'jackpot  Bet placement failed',
  }),
} as const
