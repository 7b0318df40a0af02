import * as z from 'zod/mini'
import { route } from './route.ts'
import { zCommandId, zEmpty, zMoney, zTime } from './shapes.ts'

/** A row of a leaderboard; `move` is the change of rank, positive upwards, and `mine` marks the bettor's own row. */
export const zBoardRow = z.object({
  rank: z.number(),
  move: z.number(),
  player: z.string(),
  points: z.union([z.number(), z.string()]),
  prize: z.nullable(zMoney),
  mine: z.boolean(),
})

const zBoard = z.object({ data: z.array(zBoardRow), mine: z.optional(zBoardRow) })
const zPeriodOf = z.object({ period: z.optional(z.enum(['day', 'week', 'month'])) })

export const rewards = {
  leaderboard: route({
    method: 'POST',
    path: '/v1/leaderboard',
    auth: 'optional',
    input: zPeriodOf,
    answer: zBoard,
    failures: [],
    fallback: 'Fetching Leader Board failed',
  }),
  jetxLeaderboard: route({
    method: 'POST',
    path: '/v1//jetxleaderboard',
    aliases: ['/v1/jetxleaderboard'],
    auth: 'optional',
    input: zPeriodOf,
    answer: zBoard,
    failures: [],
    fallback: 'Fetching Leader Board Jetx failed',
  }),
  redeem: route({
    method: 'POST',
    path: '/redeem-points',
    auth: 'bettor',
    input: z.object({ id: zCommandId, points: z.int().check(z.gte(1)) }),
    answer: z.object({ message: z.string(), points: z.number(), balance: zMoney, bonus: zMoney }),
    failures: ['id_reused', 'not_verified', 'self_excluded', 'insufficient_funds', 'not_available'],
    fallback: 'Redeem Points failed',
  }),
  promoPoints: route({
    method: 'POST',
    path: '/v1/promopoints',
    auth: 'bettor',
    input: zEmpty,
    answer: z.object({ points: z.number(), promo_image: z.string(), title: z.string(), end_date: zTime }),
    failures: [],
    fallback: 'Fetching Promo Points failed',
  }),
} as const
