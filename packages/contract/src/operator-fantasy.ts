import * as z from 'zod/mini'
import { zReason } from './operator-trading.ts'
import { operatorRoute } from './route.ts'
import { paging, zId, zMeta, zMoney, zTime } from './shapes.ts'

/** `closed`: an open week that accepts no teams. `void`: a week that ended without prizes. */
export const operatedWeekStates = ['open', 'closed', 'running', 'over', 'void'] as const
const zState = z.enum(operatedWeekStates)

/** A week with how many bettors won how many promo points, and how many of these are paid. */
const zOperatedWeek = z.object({
  week_id: z.string(),
  kind: z.enum(['nare', 'catalog']),
  competition: z.string(),
  deadline: zTime,
  state: zState,
  teams: z.number(),
  winners: z.number(),
  won: z.number(),
  paid: z.number(),
  /** What the points won are worth when redeemed, and those of them that are paid. Entry is free: this is all that a week costs. */
  cost: z.object({ won: zMoney, paid: zMoney }),
  closed_by: z.nullable(z.string()),
  voided_by: z.nullable(z.string()),
})

const zChange = z.object({ week_id: zId, reason: zReason })
const zChanged = z.object({ week_id: z.string(), state: zState })

/** The operator calls of fantasy weeks. Entry is free, so nothing is refunded; nobody can choose points or a winner. */
export const operatorFantasy = {
  /** Weeks, the latest deadline first. */
  fantasyWeeks: operatorRoute({
    permission: 'trading.read',
    method: 'GET',
    path: '/v1/operator/fantasy/weeks',
    input: z.object({ ...paging, state: z.optional(zState) }),
    answer: z.object({ data: z.array(zOperatedWeek), meta: zMeta }),
  }),
  /** Closes a week for teams before its deadline, or opens it again until then. No team is saved after a closing has returned. */
  switchFantasyEntry: operatorRoute({
    permission: 'products.stop',
    action: 'fantasy.entry',
    subject: 'fantasy week :week_id',
    audited: ['open'],
    method: 'POST',
    path: '/v1/operator/fantasy/weeks/:week_id/entry',
    input: z.extend(zChange, { open: z.boolean() }),
    also: ['products.resume'],
    alsoNeeds: ({ open }) => (open ? 'products.resume' : undefined),
    answer: zChanged,
    failures: ['not_found', 'deadline_passed'],
  }),
  /** Ends a week that is not over without prizes. */
  voidFantasyWeek: operatorRoute({
    permission: 'products.manage',
    action: 'fantasy.void',
    subject: 'fantasy week :week_id',
    method: 'POST',
    path: '/v1/operator/fantasy/weeks/:week_id/void',
    input: zChange,
    answer: zChanged,
    failures: ['not_found', 'not_allowed'],
  }),
  /**
   * Rescores a week that ended in the last 30 days by the current results. `owed` bettors have won more and are paid the difference; the
   * others keep what they were paid. A running week is rescored automatically.
   */
  correctFantasyWeek: operatorRoute({
    permission: 'products.manage',
    action: 'fantasy.correct',
    subject: 'fantasy week :week_id',
    method: 'POST',
    path: '/v1/operator/fantasy/weeks/:week_id/correct',
    input: zChange,
    answer: z.object({ week_id: z.string(), changed: z.boolean(), owed: z.number() }),
    failures: ['not_found', 'not_available'],
  }),
} as const
