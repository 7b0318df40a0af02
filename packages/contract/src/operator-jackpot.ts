import * as z from 'zod/mini'
import { preview, zPreview } from './effect.ts'
import { jackpotModes, jackpotOutcomes, jackpotStates, voidPolicies, zReduced, zTier, zTierResult } from './jackpot.ts'
import { jackpotTerms } from './jackpot-terms.ts'
import { zReason } from './operator-trading.ts'
import { operatorRoute } from './route.ts'
import { orWaiting } from './second-person.ts'
import { paging, zCommandId, zMeta, zMoney, zRowNumber, zTime } from './shapes.ts'

/** A pool of an operator is a draft until a second operator opens it. */
export const operatedJackpotStates = ['draft', ...jackpotStates] as const

/**
 * Where the money of a pool is, to the cent: `staked` + `carried_in` = `refunded` + `paid` + `rounding` + `carried_out` + `house`. `house`
 * is its balance on the house's account; negative if fixed prizes exceed the stakes.
 */
const zBooks = z.object({
  tickets: z.number(),
  lines: z.number(),
  staked: zMoney,
  carried_in: zMoney,
  refunded: zMoney,
  paid: zMoney,
  rounding: zMoney,
  carried_out: zMoney,
  house: zMoney,
})

/**
 * What bettors can win of a pool. `contributed` is the part of the stakes that the tiers share, `carried` what earlier pools of its name left for
 * it: of a draft or an open pool what is there now, later what it took over. `guaranteed` are fixed prizes, each counted once, which are paid
 * whatever is staked. `prizes` is what all tiers pay together, each once.
 */
const zPool = z.object({ contributed: zMoney, carried: zMoney, guaranteed: zMoney, prizes: zMoney })

const zOperatedJackpot = z.object({
  jackpot_id: z.string(),
  code: z.string(),
  name: z.string(),
  state: z.enum(operatedJackpotStates),
  mode: z.enum(jackpotModes),
  matches: z.number(),
  /** How many matches have a confirmed result. */
  final: z.number(),
  closes_at: zTime,
  created_by: z.string(),
  opened_by: z.nullable(z.string()),
  /** The operator who has cancelled it. */
  cancel_by: z.nullable(z.string()),
  /** Why the last try to settle it ended. */
  fault: z.nullable(z.string()),
  tiers: z.array(zTierResult),
  books: zBooks,
  /** The price of one line. */
  stake: zMoney,
  pool: zPool,
})

/** A pool with its terms and its matches in their order; the outcome of a match once its result is confirmed. */
const zWholeJackpot = z.extend(zOperatedJackpot, {
  terms: z.object({
    tiers: z.array(zTier),
    void_policy: z.enum(voidPolicies),
    cancel_at: z.optional(z.number()),
    reduced: z.optional(z.array(zReduced)),
    deadline: z.optional(zTime),
  }),
  on: z.array(
    z.object({
      match_id: z.string(),
      home_team: z.string(),
      away_team: z.string(),
      start_time: z.nullable(zTime),
      outcome: z.nullable(z.enum([...jackpotOutcomes, 'void'])),
    }),
  ),
})

/** The operator calls of the jackpots. Opening and cancelling a pool need two operators; nobody can choose a result. */
export const operatorJackpot = {
  operatorJackpots: operatorRoute({
    permission: 'tickets.read',
    method: 'GET',
    path: '/v1/operator/jackpots',
    input: z.object({ ...paging, state: z.optional(z.enum(operatedJackpotStates)) }),
    answer: z.object({ data: z.array(zOperatedJackpot), meta: zMeta }),
  }),
  /** A pool in any state, with the terms that its second operator opens. */
  operatorJackpot: operatorRoute({
    permission: 'tickets.read',
    method: 'GET',
    path: '/v1/operator/jackpots/:id',
    input: z.object({ id: zRowNumber }),
    answer: z.object({ data: zWholeJackpot }),
    failures: ['not_found'],
  }),
  /** Drafts a pool. It accepts tickets once a second operator has opened it. */
  createJackpot: operatorRoute({
    permission: 'jackpots.manage',
    action: 'jackpot.create',
    subject: 'jackpot :name',
    audited: ['mode', 'stake', 'match_ids'],
    method: 'POST',
    path: '/v1/operator/jackpots',
    created: true,
    input: z.object({ id: z.optional(zCommandId), ...jackpotTerms, reason: zReason }),
    answer: z.object({ jackpot_id: z.string(), state: z.enum(operatedJackpotStates) }),
    failures: ['invalid_input', 'id_reused'],
  }),
  /** Opens a draft of another operator. */
  openJackpot: operatorRoute({
    permission: 'jackpots.manage',
    confirms: true,
    action: 'jackpot.open',
    subject: 'jackpot :id',
    method: 'POST',
    path: '/v1/operator/jackpots/:id/open',
    input: z.object({ id: zRowNumber, reason: zReason }),
    answer: z.object({ jackpot_id: z.string(), state: z.enum(operatedJackpotStates) }),
    failures: ['not_found', 'not_allowed', 'match_started'],
  }),
  /** Closes an open pool for tickets before its first kick-off. It is settled by its matches as any other. */
  closeJackpot: operatorRoute({
    permission: 'jackpots.manage',
    action: 'jackpot.close',
    subject: 'jackpot :id',
    audited: ['preview'],
    method: 'POST',
    path: '/v1/operator/jackpots/:id/close',
    input: z.object({ id: zRowNumber, reason: zReason, preview }),
    answer: z.union([zPreview, z.object({ jackpot_id: z.string(), state: z.enum(operatedJackpotStates) })]),
    failures: ['not_found', 'not_allowed'],
  }),
  /**
   * Cancels a pool before the first kick-off of its matches: the first operator requests it, a second one confirms, then all stakes are
   * refunded.
   */
  cancelJackpot: operatorRoute({
    permission: 'jackpots.manage',
    action: 'jackpot.cancel',
    subject: 'jackpot :id',
    audited: ['preview'],
    second: 'always',
    method: 'POST',
    path: '/v1/operator/jackpots/:id/cancel',
    input: z.object({ id: zRowNumber, reason: zReason, preview }),
    answer: orWaiting(z.union([zPreview, z.object({ jackpot_id: z.string(), state: z.enum(operatedJackpotStates) })])),
    failures: ['not_found', 'not_allowed', 'match_started'],
  }),
  /** Settles a closed pool whose results are all confirmed, if it was not settled automatically. */
  settleJackpot: operatorRoute({
    permission: 'jackpots.manage',
    action: 'jackpot.settle',
    subject: 'jackpot :id',
    audited: ['preview'],
    method: 'POST',
    path: '/v1/operator/jackpots/:id/settle',
    input: z.object({ id: zRowNumber, reason: zReason, preview }),
    answer: z.union([zPreview, z.object({ jackpot_id: z.string(), state: z.enum(operatedJackpotStates) })]),
    failures: ['not_found', 'not_allowed'],
  }),
} as const
