import * as z from 'zod/mini'
import { boardPeriods } from './boards.ts'
import { zNumber } from './operator-payments.ts'
import { zReason } from './operator-trading.ts'
import { operatorRoute } from './route.ts'
import { orWaiting } from './second-person.ts'
import { counted, zCommandId, zMoney, zRowNumber, zTime } from './shapes.ts'

const zOperatorDay = z.object({
  day: z.string(),
  operator: z.string(),
  points_added: z.number(),
  points_deducted: z.number(),
  assigned: zMoney,
  /** The part of `assigned` that no second operator confirmed. */
  assigned_alone: zMoney,
})

const zAdjustment = z.object({
  id: z.string(),
  bettor_id: z.string(),
  points: z.number(),
  reason: z.string(),
  proposed_by: z.string(),
  proposed_at: zTime,
})

/**
 * A period of a board: `running`, `ended` and not closed yet, `waiting` with prizes that are paid at `pays_at` unless an operator pays or
 * withholds them before, or `closed`. `paid` are its prizes, `kept` what of shared or reduced prizes was kept.
 */
const zSeason = z.object({
  season_id: z.string(),
  board: z.enum(['sports', 'crash']),
  period: z.enum(boardPeriods),
  since: zTime,
  ends_at: zTime,
  state: z.enum(['running', 'ended', 'waiting', 'closed']),
  closed_at: z.nullable(zTime),
  closed_by: z.nullable(z.string()),
  pays_at: z.nullable(zTime),
  ended_at: z.nullable(zTime),
  ended_by: z.nullable(z.string()),
  withheld: z.boolean(),
  winners: z.number(),
  paid: zMoney,
  kept: zMoney,
})

/** The operators' calls about points. */
export const operatorPoints = {
  /**
   * Adds points to a bettor, or takes them with a minus, once for each id. A large adjustment answers `waiting`: a second operator makes the
   * same call with the same id, bettor and points.
   */
  adjustPoints: operatorRoute({
    permission: 'marketing.manage',
    action: 'points.adjust',
    subject: 'bettor :bettor_id',
    audited: ['points'],
    second: 'depends',
    confirm: true,
    method: 'POST',
    path: '/v1/operator/points/adjust',
    input: z.object({
      id: zCommandId,
      bettor_id: zNumber,
      points: z.int().check(
        z.gte(-1_000_000_000),
        z.lte(1_000_000_000),
        z.refine((points) => points !== 0),
      ),
      reason: zReason,
    }),
    answer: orWaiting(z.object({ state: z.literal('done') })),
    failures: ['not_found', 'not_allowed', 'id_reused', 'insufficient_funds'],
  }),
} as const

/** The operators' calls about leaderboards. */
export const operatorBoards = {
  /** The latest periods of the leaderboards, newest first; at most 60. */
  boardSeasons: operatorRoute({
    permission: 'tickets.read',
    method: 'GET',
    path: '/v1/operator/boards',
    input: z.object({}),
    answer: z.object({ data: z.array(zSeason) }),
  }),
  /** Closes a period that is over, without waiting for the job that does so. Refused before everything of it is counted. Its prizes wait for a day. */
  closeBoard: operatorRoute({
    permission: 'marketing.manage',
    action: 'board.close',
    subject: 'season :season_id',
    method: 'POST',
    path: '/v1/operator/boards/:season_id/close',
    input: z.object({ season_id: zRowNumber, reason: zReason }),
    answer: z.object({ winners: z.number(), paid: zMoney, kept: zMoney }),
    failures: ['not_found', 'not_available'],
  }),
  /** Pays the waiting prizes of a closed period before their day is over, or withholds them. */
  endPrizes: operatorRoute({
    permission: 'marketing.manage',
    action: 'board.prizes',
    subject: 'season :season_id',
    audited: ['withhold'],
    method: 'POST',
    path: '/v1/operator/boards/:season_id/prizes',
    input: z.object({ season_id: zRowNumber, withhold: z.boolean(), reason: zReason }),
    answer: z.object({ state: z.enum(['paid', 'withheld']) }),
    failures: ['not_found'],
  }),
} as const

/** What operators did by points and payments. */
export const operatorRewards = {
  /** Large adjustments that wait for a second operator, oldest first; at most 200. */
  pointAdjustments: operatorRoute({
    permission: 'tickets.read',
    method: 'GET',
    path: '/v1/operator/points/adjustments',
    input: z.object({}),
    answer: z.object({ data: z.array(zAdjustment) }),
  }),
  /** What each operator gave on each of the last days, newest first: points adjusted, and unmatched payments assigned. */
  operatorTotals: operatorRoute({
    permission: 'audit.read',
    method: 'GET',
    path: '/v1/operator/totals',
    input: z.object({ days: counted(366, 7) }),
    answer: z.object({ data: z.array(zOperatorDay) }),
  }),
} as const
