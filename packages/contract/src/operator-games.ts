import * as z from 'zod/mini'
import { gameNames } from './game-shapes.ts'
import { zReason } from './operator-trading.ts'
import { operatorRoute } from './route.ts'
import { zMoney, zMoneyIn, zTime } from './shapes.ts'

/** The games that an operator can pause and limit: the single-player games, and crash. */
export const operatedGames = [...gameNames, 'crash'] as const
export type OperatedGame = (typeof operatedGames)[number]

const zGame = z.enum(operatedGames)

/** A game with its current limits. `max_win_most` is the country's, which an operator can only lower. */
const zGameSetting = z.object({
  game: zGame,
  paused: z.boolean(),
  operator: z.nullable(z.string()),
  return_percent: z.string(),
  min_stake: zMoney,
  max_stake: zMoney,
  max_win: zMoney,
  max_win_most: zMoney,
  changed_at: z.nullable(zTime),
})

/** The operator calls of the own games. The return of a game and open rounds cannot be changed. */
export const operatorGames = {
  games: operatorRoute({
    permission: 'trading.read',
    method: 'GET',
    path: '/v1/operator/games',
    input: z.object({}),
    answer: z.object({ data: z.array(zGameSetting) }),
  }),
  /** Pauses a game for new rounds, or resumes it. No round of it is placed after the answer to a pause; open ones are played on. */
  pauseGame: operatorRoute({
    permission: 'products.stop',
    action: 'game.pause',
    subject: 'game :game',
    audited: ['paused'],
    method: 'POST',
    path: '/v1/operator/games/:game/pause',
    input: z.object({ game: zGame, paused: z.boolean(), reason: zReason }),
    also: ['products.resume'],
    alsoNeeds: ({ paused }) => (paused ? undefined : 'products.resume'),
    answer: z.object({ game: zGame, paused: z.boolean() }),
  }),
  /** Sets the limits of a game for new rounds; a limit that is left out is the country's. */
  limitGame: operatorRoute({
    permission: 'products.manage',
    action: 'game.limit',
    subject: 'game :game',
    audited: ['min_stake', 'max_stake', 'max_win'],
    method: 'POST',
    path: '/v1/operator/games/:game/limits',
    input: z.object({
      game: zGame,
      min_stake: z.optional(zMoneyIn),
      max_stake: z.optional(zMoneyIn),
      max_win: z.optional(zMoneyIn),
      reason: zReason,
    }),
    answer: z.object({ game: zGame, min_stake: zMoney, max_stake: zMoney, max_win: zMoney }),
    failures: ['invalid_input'],
  }),
} as const
