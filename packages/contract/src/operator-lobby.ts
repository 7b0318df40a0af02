import * as z from 'zod/mini'
import { zReason } from './operator-trading.ts'
import { operatorRoute } from './route.ts'
import { zText, zTime } from './shapes.ts'

/**
 * A game of the casino's catalogue. `place` is the operator's: games with one come first in the lobby, by it; null is the place of the
 * content file. `shown` is whether bettors see it: it and its provider are on, and the provider is set up.
 */
const zListedGame = z.object({
  game_id: z.string(),
  name: z.string(),
  provider: z.string(),
  category: z.string(),
  on: z.boolean(),
  place: z.nullable(z.number()),
  shown: z.boolean(),
  operator: z.nullable(z.string()),
  changed_at: z.nullable(zTime),
})

/** The operator calls of the casino's lobby. */
export const operatorLobby = {
  casinoGames: operatorRoute({
    permission: 'trading.read',
    method: 'GET',
    path: '/v1/operator/casino/games',
    input: z.object({}),
    answer: z.object({
      data: z.array(zListedGame),
      providers: z.array(
        z.object({ provider: z.string(), name: z.string(), on: z.boolean(), configured: z.boolean() }),
      ),
    }),
  }),
  /** Switches a game on or off, moves it to a place in the lobby, or both. A game that is off cannot be opened. */
  changeCasinoGame: operatorRoute({
    permission: 'products.manage',
    action: 'casino.game',
    subject: 'game :game_id',
    audited: ['on', 'place'],
    method: 'POST',
    path: '/v1/operator/casino/games/:game_id',
    input: z.object({
      game_id: zText(100),
      on: z.optional(z.boolean()),
      place: z.optional(z.nullable(z.int().check(z.gte(1), z.lte(9999)))),
      reason: zReason,
    }),
    answer: z.object({ game_id: z.string(), on: z.boolean(), place: z.nullable(z.number()) }),
    failures: ['not_found', 'invalid_input'],
  }),
} as const
