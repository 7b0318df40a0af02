import * as z from 'zod/mini'
import { route } from './route.ts'
import { paging, zEmpty, zMeta, zMoney, zText, zTime } from './shapes.ts'

/**
 * A game of the lobby; `game_id` is `<provider>:<the provider's own id>`, `rtp` the stated return in percent ("96.48"). What the server
 * adds for the game's sheet: the names of provider and category, `data_kb` that opening the game loads, whether it has a demo, and whether
 * it is new in the lobby. A house game has `path`, its screen on this site, and needs no launch.
 */
export const zGame = z.object({
  game_id: z.string(),
  name: z.string(),
  provider: z.string(),
  category: z.string(),
  image: z.string(),
  rtp: z.nullable(z.string()),
  min_stake: z.nullable(zMoney),
  provider_name: z.optional(z.string()),
  category_name: z.optional(z.string()),
  data_kb: z.optional(z.number()),
  demo: z.optional(z.boolean()),
  is_new: z.optional(z.boolean()),
  path: z.optional(z.string()),
})
export type CasinoGame = z.output<typeof zGame>

/** The games of one provider by category: { "<category>": [game], provider }. */
export const zProviderGames = z.record(z.string(), z.union([z.array(zGame), z.string()]))
export type ProviderGames = z.output<typeof zProviderGames>

export const zWinner = z.object({
  player: z.string(),
  game_id: z.string(),
  name: z.string(),
  /** What the round paid, and what was staked on it. */
  amount: zMoney,
  stake: z.optional(zMoney),
  provider: z.optional(z.string()),
  image: z.optional(z.string()),
  at: zTime,
})
export type CasinoWinner = z.output<typeof zWinner>

const zNames = z.array(z.string())
/** A category or a provider with its name and the number of its games that are on. */
const zShelf = z.object({ id: z.string(), name: z.string(), games: z.number() })
export type CasinoShelf = z.output<typeof zShelf>

/**
 * `types` and `providers` are those of the whole lobby, in its order, regardless of the filter; `type_list` and `provider_list` add their
 * names and sizes.
 */
const lobby = {
  types: zNames,
  providers: zNames,
  type_list: z.optional(z.array(zShelf)),
  provider_list: z.optional(z.array(zShelf)),
  meta: z.optional(zMeta),
}
const zGames = z.object({ data: z.array(zGame), ...lobby })
/** Filters of the lobby. Category and provider are matched without regard to case, spaces and hyphens: `Smart-Soft` is `smartsoft`. */
const filters = {
  category: z.optional(zText(40)),
  provider: z.optional(zText(40)),
  /** `popular` is the operator's order. */
  sort: z.optional(z.enum(['popular', 'name', 'new'])),
  page: paging.page,
  limit: z.optional(paging.limit),
}

export const casino = {
  games: route({
    method: 'GET',
    path: '/v1/casino/games',
    auth: 'optional',
    /** `winners` asks for the last six winners in the same answer, for a lobby that shows them between its games. */
    input: z.object({ ...filters, winners: z.optional(z.enum(['true', 'false'])) }),
    answer: z.object({ games: z.array(zProviderGames), ...lobby, winners: z.optional(z.array(zWinner)) }),
    fallback: 'Fetching Casino failed',
  }),
  /** One game that is on, for a screen that was opened by its address. */
  game: route({
    method: 'GET',
    path: '/v1/casino/games/:game_id',
    auth: 'none',
    input: z.object({ game_id: zText(100) }),
    answer: z.object({ data: zGame }),
    failures: ['not_found'],
    fallback: 'casinoGames failed',
  }),
  /** Games whose name, provider or category is similar to `q`; typos are tolerated. An empty `q` lists the lobby. */
  search: route({
    method: 'GET',
    path: '/v1/casino/search',
    auth: 'optional',
    input: z.object({ q: z._default(zText(80), ''), ...filters }),
    answer: zGames,
    fallback: 'casinoGames failed',
  }),
  winners: route({
    method: 'GET',
    path: '/v1/casino/winners',
    auth: 'none',
    input: zEmpty,
    answer: z.object({ data: z.array(zWinner) }),
    fallback: 'casinoWinners failed',
  }),
  /**
   * Opens a game: `gameURL` goes into the frame. The one-time token of a real game expires at `expires_at`. A house game returns its path
   * on this site. `return_url` is the target of the game's home button, an address of this site.
   */
  play: route({
    method: 'POST',
    path: '/v1/casino/play',
    auth: 'optional',
    input: z.object({
      game_id: zText(100),
      mode: z._default(z.enum(['real', 'demo']), 'real'),
      lang: z.optional(z.enum(['en', 'sw'])),
      return_url: z.optional(zText(400)),
    }),
    answer: z.object({
      result: z.object({
        gameURL: z.string(),
        mode: z.optional(z.enum(['real', 'demo'])),
        expires_at: z.optional(zTime),
      }),
    }),
    failures: [
      'not_found',
      'session_required',
      'invalid_input',
      'not_verified',
      'account_locked',
      'self_excluded',
      'not_available',
    ],
    fallback: 'casinoGamePlay failed',
  }),
  createPlayer: route({
    method: 'GET',
    path: '/v1/casino/create/player',
    auth: 'bettor',
    input: zEmpty,
    answer: z.object({ player_id: z.string() }),
    fallback: 'Create Casino Player failed',
  }),
  favourites: route({
    method: 'POST',
    path: '/v1/fetch-casino-favorite-games',
    auth: 'bettor',
    input: zEmpty,
    answer: z.object({ data: z.array(zGame) }),
    fallback: 'Fetching Casino Favorites failed',
  }),
  /** The games that the bettor opened last, newest first. */
  recent: route({
    method: 'GET',
    path: '/v1/casino/recent',
    auth: 'bettor',
    input: zEmpty,
    answer: z.object({ data: z.array(zGame) }),
    fallback: 'casinoGames failed',
  }),
  addFavourite: route({
    method: 'POST',
    path: '/v1/add-casino-favorite-games',
    auth: 'bettor',
    input: z.object({ game_id: zText(100), favourite: z.optional(z.boolean()) }),
    answer: z.object({ data: z.array(zGame) }),
    failures: ['not_found', 'limit_reached'],
    fallback: 'Adding Casino Favorite failed',
  }),
} as const
