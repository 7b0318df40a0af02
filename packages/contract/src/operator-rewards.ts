import * as z from 'zod/mini'
import { preview, zPreview } from './effect.ts'
import { boardPeriods } from './boards.ts'
import { zNumber } from './operator-payments.ts'
import { zBonusCost } from './operator-promotions.ts'
import { zReason } from './operator-trading.ts'
import { operatorRoute } from './route.ts'
import { orWaiting } from './second-person.ts'
import { counted, paging, zCommandId, zDay, zMeta, zMoney, zRowNumber, zTime } from './shapes.ts'

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
const zStates = z.enum(['running', 'ended', 'waiting', 'closed'])
const zSeason = z.object({
  season_id: z.string(),
  board: z.enum(['sports', 'crash']),
  period: z.enum(boardPeriods),
  since: zTime,
  ends_at: zTime,
  state: zStates,
  closed_at: z.nullable(zTime),
  closed_by: z.nullable(z.string()),
  pays_at: z.nullable(zTime),
  ended_at: z.nullable(zTime),
  ended_by: z.nullable(z.string()),
  withheld: z.boolean(),
  winners: z.number(),
  paid: zMoney,
  kept: zMoney,
  /** What was staked in the period on sports, or on our own games for the board of crash, and what these returned, by the ledger. */
  stakes: zMoney,
  returns: zMoney,
})

const zPrize = z.object({
  rank: z.number(),
  bettor_id: z.string(),
  /** The name as the board shows it. */
  player: z.string(),
  amount: zMoney,
})

/** What happened to points in a period: how many points, and in how many transfers. */
const zMoved = z.object({ points: z.number(), times: z.number() })

/**
 * The points of a period by the ledger. `issued` = earned + prizes + promotions + added; `gone` = taken_back + redeemed + expired + deducted.
 * `outstanding` are the points that bettors have now, and `value` what these are worth when redeemed, in the money of the country.
 */
const zPointBooks = z.object({
  from: zDay,
  to: zDay,
  earned: zMoved,
  prizes: zMoved,
  promotions: zMoved,
  added: zMoved,
  taken_back: zMoved,
  redeemed: zMoved,
  expired: zMoved,
  deducted: zMoved,
  issued: z.number(),
  gone: z.number(),
  outstanding: z.number(),
  value: zMoney,
  /** What `issued` and `redeemed` are worth. */
  issued_value: zMoney,
  redeemed_value: zMoney,
  /** The bonus money of all points that were ever redeemed. */
  bonus: zBonusCost,
})

const zDone = z.extend(zAdjustment, { confirmed_by: z.nullable(z.string()), done_at: zTime })

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
    audited: ['points', 'preview'],
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
      preview,
    }),
    answer: orWaiting(z.union([zPreview, z.object({ state: z.literal('done') })])),
    failures: ['not_found', 'not_allowed', 'id_reused', 'insufficient_funds'],
  }),
  /** What happened to points in days of the country, both inclusive, at most 366; without them in the last 30. What bettors have is of now. */
  pointBooks: operatorRoute({
    permission: 'tickets.read',
    method: 'GET',
    path: '/v1/operator/points',
    input: z.object({ from: z.optional(zDay), to: z.optional(zDay) }),
    answer: z.object({ data: zPointBooks }),
    failures: ['invalid_input'],
  }),
  /** The adjustments that were made, the newest first. */
  doneAdjustments: operatorRoute({
    permission: 'tickets.read',
    method: 'GET',
    path: '/v1/operator/points/adjustments/done',
    input: z.object(paging),
    answer: z.object({ data: z.array(zDone), meta: zMeta }),
  }),
} as const

/** The operators' calls about leaderboards. */
export const operatorBoards = {
  /** The periods of the leaderboards, newest first. */
  boardSeasons: operatorRoute({
    permission: 'tickets.read',
    method: 'GET',
    path: '/v1/operator/boards',
    input: z.object({ ...paging, limit: counted(100, 60), state: z.optional(zStates) }),
    answer: z.object({ data: z.array(zSeason), meta: zMeta }),
  }),
  /** Who has won which prize of a closed period, the best first. */
  boardPrizes: operatorRoute({
    permission: 'tickets.read',
    method: 'GET',
    path: '/v1/operator/boards/:season_id/prizes',
    input: z.object({ season_id: zRowNumber }),
    answer: z.object({ data: z.array(zPrize) }),
    failures: ['not_found'],
  }),
  /** Closes a period that is over, without waiting for the job that does so. Refused before everything of it is counted. Its prizes wait for a day. */
  closeBoard: operatorRoute({
    permission: 'marketing.manage',
    action: 'board.close',
    subject: 'season :season_id',
    audited: ['preview'],
    method: 'POST',
    path: '/v1/operator/boards/:season_id/close',
    input: z.object({ season_id: zRowNumber, reason: zReason, preview }),
    answer: z.union([zPreview, z.object({ winners: z.number(), paid: zMoney, kept: zMoney })]),
    failures: ['not_found', 'not_available'],
  }),
  /** Pays the waiting prizes of a closed period before their day is over, or withholds them. */
  endPrizes: operatorRoute({
    permission: 'marketing.manage',
    action: 'board.prizes',
    subject: 'season :season_id',
    audited: ['withhold', 'preview'],
    method: 'POST',
    path: '/v1/operator/boards/:season_id/prizes',
    input: z.object({ season_id: zRowNumber, withhold: z.boolean(), reason: zReason, preview }),
    answer: z.union([zPreview, z.object({ state: z.enum(['paid', 'withheld']) })]),
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
