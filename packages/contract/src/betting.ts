import * as z from 'zod/mini'
import { betFilter, betKinds, zBetDay, zBetTotals } from './bet-days.ts'
import { legStates, zLegPart, zTicketPick } from './leg-parts.ts'
import { marketingSource } from './marketing-source.ts'
import { products } from './products.ts'
import { zReferral } from './referral-state.ts'
import { route } from './route.ts'
import { counted, paging, zCommandId, zDay, zId, zMeta, zMoney, zMoneyIn, zPrice, zWinTax, zTime } from './shapes.ts'
import { slipCodes, zSlipIn } from './slip-codes.ts'

export const betStates = ['open', 'won', 'lost', 'void', 'cashed_out'] as const

export const zCheckedPick = z.object({
  ucn: z.string(),
  match_id: z.string(),
  sub_type_id: z.string(),
  odd_key: z.string(),
  odd_value: z.nullable(zPrice),
  state: z.enum(['open', 'suspended', 'closed', 'started']),
  changed: z.boolean(),
})

export const zLeg = z.object({
  ucn: z.string(),
  match_id: z.string(),
  sub_type_id: z.string(),
  odd_key: z.string(),
  odd_value: zPrice,
  home_team: z.string(),
  away_team: z.string(),
  competition_name: z.string(),
  category: z.string(),
  start_time: zTime,
  game_id: z.string(),
  market: z.string(),
  display: z.string(),
  state: z.enum(legStates),
  result: z.nullable(z.string()),
  parts: z.optional(z.array(zLegPart)),
})

/**
 * Fields that only the tickets of one product have. Jackpot: the number of lines, the picks with their matches, the pool, the best line's
 * score once the pool is settled, and before that the number of matches that the best line has `right` out of the `decided` ones. Own games
 * and crash: the round, with its multiplier once it is done; `result` is the roll of dice (with its `target` and side), what limbo drew
 * (with its `target`), and where a crash round crashed. Casino: the game with its name, and its provider's round.
 */
const ticketFields = {
  lines: z.optional(z.number()),
  picks: z.optional(z.array(zTicketPick)),
  jackpot: z.optional(
    z.object({
      jackpot_id: z.string(),
      code: z.string(),
      name: z.string(),
      state: z.enum(['open', 'closed', 'settled', 'cancelled']),
      matches: z.number(),
    }),
  ),
  best: z.optional(z.nullable(z.number())),
  right: z.optional(z.number()),
  decided: z.optional(z.number()),
  game: z.optional(
    z.object({
      game: z.string(),
      round_id: z.string(),
      multiplier: z.optional(z.string()),
      result: z.optional(z.string()),
      target: z.optional(z.string()),
      over: z.optional(z.boolean()),
    }),
  ),
  casino: z.optional(z.object({ game_id: z.string(), name: z.string(), provider: z.string(), round_id: z.string() })),
}

/** What is left of a bet after parts of it were cashed out; `possible_win` with the boost. */
export const zLeft = z.object({ stake: zMoney, possible_win: zMoney })

export const zBet = z.object({
  bet_id: z.string(),
  id: z.string(),
  product: z.enum(products),
  type: z.enum(['single', 'multi', 'system', 'jackpot']),
  system: z.optional(z.array(z.number())),
  placed_at: zTime,
  settled_at: z.optional(zTime),
  stake: zMoney,
  /** The part of `stake` that was bonus money, and the part of `returned` that became bonus money again. Absent for a cash stake. */
  bonus_stake: z.optional(zMoney),
  bonus_returned: z.optional(zMoney),
  total_odds: z.nullable(zPrice),
  /** Null for a share of a pool. */
  possible_win: z.nullable(zMoney),
  /** Absent before the first cash-out. */
  left: z.optional(zLeft),
  /** The amount paid by cash-outs so far, which is part of `returned`, and the amount at which the bet is cashed out automatically. */
  cash_out: z.optional(z.object({ paid: z.optional(zMoney), rule: z.optional(zMoney) })),
  boost: z.object({ percent: z.number(), amount: zMoney }),
  /** `referred`: a trader decides it, and it is not placed; `refused`: it was referred and never placed. */
  state: z.enum([...betStates, 'referred', 'refused']),
  referral: z.optional(zReferral),
  returned: zMoney,
  tax: z.optional(zWinTax),
  ...{ replaced_by: z.optional(z.string()), replaces: z.optional(z.string()) },
  rules_version: z.string(),
  legs: z.array(zLeg),
  ...ticketFields,
})
export type BetView = z.output<typeof zBet>

/** Why a bet is not placed, or a placed one not changed into another. */
export const placingFailures = [
  'not_verified',
  'id_reused',
  'identity_required',
  'account_locked',
  'self_excluded',
  'limit_reached',
  'market_suspended',
  'match_started',
  'odds_changed',
  'related_contingency',
  'stake_too_small',
  'stake_too_large',
  'payout_too_large',
  'too_many_legs',
  'insufficient_funds',
  'not_available',
  'invalid_input',
  'session_expired',
  'too_many_requests',
  'overloaded',
  'unknown',
] as const

export const betting = {
  validate: route({
    method: 'POST',
    path: '/v1/bet/validate',
    auth: 'optional',
    input: z.object({
      slip: zSlipIn,
      stake: z.optional(zMoneyIn),
      type: z.optional(z.enum(['single', 'multi', 'system'])),
      system: z.optional(z.array(z.int()).check(z.maxLength(12))),
    }),
    answer: z.object({
      data: z.array(zCheckedPick),
      minStake: zMoney,
      netWin: z.nullable(zMoney),
      netWinBoosted: z.nullable(zMoney),
      hasBoost: z.boolean(),
      remaining_games: z.number(),
      multiboostmessage: z.string(),
      slip_has_live_interval: z.number(),
      total_odds: z.nullable(zPrice),
      boost_percent: z.number(),
      /** The part of the stake that would be this bettor's bonus money; absent if none. */
      bonus: z.optional(zMoney),
      tax: z.object({
        deposit_percent: z.string(),
        withdrawal_percent: z.string(),
        stake_percent: z.string(),
        win_percent: z.string(),
      }),
    }),
    failures: ['invalid_input'],
    fallback: 'BetslipValidation failed',
  }),
  place: route({
    method: 'POST',
    path: '/v1/bet',
    auth: 'bettor',
    input: z.object({
      id: zCommandId,
      stake: zMoneyIn,
      slip: zSlipIn,
      type: z.optional(z.enum(['single', 'multi', 'system'])),
      system: z.optional(z.array(z.int()).check(z.maxLength(12))),
      accept: z._default(z.enum(['none', 'higher', 'any']), 'higher'),
      ...marketingSource,
    }),
    created: true,
    /** With status 202 a trader decides the bet: its stake is reserved, and `until` is when it ends without an answer. */
    mayRefer: true,
    answer: z.object({
      status: z.union([z.literal(201), z.literal(202)]),
      message: z.string(),
      bet: zBet,
      balance: zMoney,
      state: z.optional(z.literal('referred')),
      bet_id: z.optional(z.string()),
      until: z.optional(zTime),
    }),
    failures: placingFailures,
    fallback: ' Bet placement failed',
  }),
  /** What the bets that settled today and on the days before it have won and lost, the newest day first. */
  days: route({
    method: 'GET',
    path: '/v1/bets/days',
    auth: 'bettor',
    input: z.object({ days: counted(31, 7) }),
    answer: z.object({ today: zDay, data: z.array(zBetDay) }),
    fallback: 'Fetching your results failed',
  }),
  /**
   * Bets with the totals of all pages. The bet placed last is first; with `order` settled, the bet settled last, after the open ones.
   */
  bets: route({
    method: 'GET',
    path: '/v1/bets',
    auth: 'bettor',
    input: z.object({
      ...betFilter,
      order: z.optional(z.enum(['placed', 'settled'])),
      kind: z.optional(z.enum(betKinds)),
      ...paging,
    }),
    csv: z.object(betFilter),
    answer: z.object({
      data: z.array(zBet),
      meta: zMeta,
      totals: zBetTotals,
    }),
    fallback: 'Fetching bets failed',
  }),
  bet: route({
    method: 'GET',
    path: '/v1/bets/:id',
    auth: 'bettor',
    input: z.object({ id: zId }),
    answer: z.object({ data: zBet }),
    failures: ['not_found'],
    fallback: 'Fetching the bet failed',
  }),
  ...slipCodes,
} as const
