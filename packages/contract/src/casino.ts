import * as z from 'zod/mini'
import { route } from './route.ts'
import { zEmpty, zMoney, zText, zTime } from './shapes.ts'

/** A game of the lobby; `game_id` is `<provider>:<the provider's own id>`. */
export const zGame = z.object({
  game_id: z.string(),
  name: z.string(),
  provider: z.string(),
  category: z.string(),
  image: z.string(),
  rtp: z.nullable(z.string()),
  min_stake: z.nullable(zMoney),
})
export type CasinoGame = z.output<typeof zGame>

/** The games of one provider by category: { "<category>": [game], provider }. */
export const zProviderGames = z.record(z.string(), z.union([z.array(zGame), z.string()]))
export type ProviderGames = z.output<typeof zProviderGames>

export const zWinner = z.object({
  player: z.string(),
  game_id: z.string(),
  name: z.string(),
  amount: zMoney,
  at: zTime,
})

const zNames = z.array(z.string())
const zGames = z.object({ data: z.array(zGame), types: zNames, providers: zNames })

export const casino = {
  games: route({
    method: 'GET',
    path: '/v1/casino/games',
    auth: 'optional',
    input: z.object({ category: z.optional(zText(40)), provider: z.optional(zText(40)), page: z.optional(z.int()) }),
    answer: z.object({ games: z.array(zProviderGames), types: zNames, providers: zNames }),
    failures: [],
    fallback: 'Fetching Casino failed',
  }),
  search: route({
    method: 'GET',
    path: '/v1/casino/search',
    auth: 'optional',
    input: z.object({ q: zText(80) }),
    answer: zGames,
    failures: [],
    fallback: 'casinoGames failed',
  }),
  winners: route({
    method: 'GET',
    path: '/v1/casino/winners',
    auth: 'none',
    input: zEmpty,
    answer: z.object({ data: z.array(zWinner) }),
    failures: [],
    fallback: 'casinoWinners failed',
  }),
  play: route({
    method: 'POST',
    path: '/v1/casino/play',
    auth: 'optional',
    input: z.object({ game_id: zText(100), mode: z._default(z.enum(['real', 'demo']), 'real') }),
    answer: z.object({ result: z.object({ gameURL: z.string() }) }),
    failures: ['not_found', 'session_required', 'not_verified', 'self_excluded', 'not_available'],
    fallback: 'casinoGamePlay failed',
  }),
  createPlayer: route({
    method: 'GET',
    path: '/v1/casino/create/player',
    auth: 'bettor',
    input: zEmpty,
    answer: z.object({ player_id: z.string() }),
    failures: [],
    fallback: 'Create Casino Player failed',
  }),
  favourites: route({
    method: 'POST',
    path: '/v1/fetch-casino-favorite-games',
    auth: 'bettor',
    input: zEmpty,
    answer: z.object({ data: z.array(zGame) }),
    failures: [],
    fallback: 'Fetching Casino Favorites failed',
  }),
  addFavourite: route({
    method: 'POST',
    path: '/v1/add-casino-favorite-games',
    auth: 'bettor',
    input: z.object({ game_id: zText(100), favourite: z.optional(z.boolean()) }),
    answer: z.object({ data: z.array(zGame) }),
    failures: ['not_found'],
    fallback: 'Adding Casino Favorite failed',
  }),
} as const
