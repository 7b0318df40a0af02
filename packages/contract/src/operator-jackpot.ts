import * as z from 'zod/mini'
import { jackpotModes, jackpotStates, zTierResult } from './jackpot.ts'
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
    method: 'POST',
    path: '/v1/operator/jackpots/:id/close',
    input: z.object({ id: zRowNumber, reason: zReason }),
    answer: z.object({ jackpot_id: z.string(), state: z.enum(operatedJackpotStates) }),
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
    second: 'always',
    method: 'POST',
    path: '/v1/operator/jackpots/:id/cancel',
    input: z.object({ id: zRowNumber, reason: zReason }),
    answer: orWaiting(z.object({ jackpot_id: z.string(), state: z.enum(operatedJackpotStates) })),
    failures: ['not_found', 'not_allowed', 'match_started'],
  }),
  /** Settles a closed pool whose results are all confirmed, if it was not settled automatically. */
  settleJackpot: operatorRoute({
    permission: 'jackpots.manage',
    action: 'jackpot.settle',
    subject: 'jackpot :id',
    method: 'POST',
    path: '/v1/operator/jackpots/:id/settle',
    input: z.object({ id: zRowNumber, reason: zReason }),
    answer: z.object({ jackpot_id: z.string(), state: z.enum(operatedJackpotStates) }),
    failures: ['not_found', 'not_allowed'],
  }),
} as const
