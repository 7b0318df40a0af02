import * as z from 'zod/mini'
import { route } from './route.ts'
import { zMoney, zTime } from './shapes.ts'

export const boardPeriods = ['day', 'week', 'month'] as const

/**
 * A row of a leaderboard; `move` is the change of rank, positive upwards, and `mine` marks the bettor's own row. `player` is a masked name,
 * empty for a player who is hidden by choice. `prize` is the prize of the rank if the period ended now; ties share prizes.
 */
export const zBoardRow = z.object({
  rank: z.number(),
  move: z.number(),
  player: z.string(),
  points: z.union([z.number(), z.string()]),
  prize: z.nullable(zMoney),
  mine: z.boolean(),
})

/** The prize of each of the ranks from `from` to `to`. */
export const zBoardPrize = z.object({ from: z.number(), to: z.number(), prize: zMoney })

/**
 * A page of 50 rows. `mine` is the bettor's own row, even if it is on another page, `mine_page`; both are absent without points in the
 * period. `hidden`: whether this bettor hides their name.
 */
const zBoard = z.object({
  data: z.array(zBoardRow),
  mine: z.optional(zBoardRow),
  mine_page: z.optional(z.number()),
  ends_at: z.optional(zTime),
  updated_at: z.optional(zTime),
  prizes: z.optional(z.array(zBoardPrize)),
  hidden: z.optional(z.boolean()),
  meta: z.optional(z.object({ page: z.number(), limit: z.number(), total: z.number() })),
})
const zBoardInput = z.object({
  period: z.optional(z.enum(boardPeriods)),
  page: z.optional(z.int().check(z.gte(1), z.lte(100_000))),
})

export const boards = {
  leaderboard: route({
    method: 'POST',
    path: '/v1/leaderboard',
    auth: 'optional',
    input: zBoardInput,
    answer: zBoard,
    fallback: 'Fetching Leader Board failed',
  }),
  jetxLeaderboard: route({
    method: 'POST',
    path: '/v1//jetxleaderboard',
    aliases: ['/v1/jetxleaderboard'],
    auth: 'optional',
    input: zBoardInput,
    answer: zBoard,
    fallback: 'Fetching Leader Board Jetx failed',
  }),
  /** Hides the bettor's name on all leaderboards, or shows it again. A hidden player keeps rank and prize. */
  visibility: route({
    method: 'POST',
    path: '/v1/leaderboard/visibility',
    auth: 'bettor',
    input: z.object({ hidden: z.boolean() }),
    answer: z.object({ message: z.string() }),
    fallback: "Your choice couldn't be saved",
  }),
} as const
