import * as casino from '../src/state/calls-casino.ts'
import { casinoError, type Row } from './row.ts'
import { game, winner } from './samples.ts'

const says = (words: string): Row['error'] => ({ of: casinoError, says: words })
const games = [{ slots: [game], provider: 'pragmatic' }]
const list = { data: [game], types: ['slots'], providers: ['pragmatic'] }

export const casinoRows: readonly Row[] = [
  {
    call: 'GET /v1/casino/games?category=slots&provider=pragmatic',
    send: ({ store }) =>
      store.dispatch(casino.fetchCasino({ endpoint: '/v1/casino/games?category=slots&provider=pragmatic' })),
    answer: { games, types: ['slots'], providers: ['pragmatic'] },
    reads: ({ virtuals }) => [virtuals.casino_games, virtuals.casino_games_types],
    holds: [games, ['slots']],
    error: says('Fetching Casino failed'),
  },
  {
    call: 'GET /v1/casino/create/player',
    send: ({ store }) => store.dispatch(casino.createCasinoPlayer({})),
    answer: { player_id: '1' },
    reads: ({ virtuals }) => [virtuals.fetching, virtuals.error],
    holds: [false, null],
    error: says('Create Casino Player failed'),
  },
  {
    call: 'POST /v1/casino/play',
    send: ({ store }) =>
      store.dispatch(casino.playCasino({ endpoint: '/v1/casino/play', method: 'POST', data: { game_id: '1' } })),
    payload: { game_id: '1' },
    answer: { result: { gameURL: 'https://game.example/1' } },
    reads: ({ virtuals }) => virtuals.casino_game_url,
    holds: 'https://game.example/1',
    error: says('casinoGamePlay failed'),
  },
  {
    call: 'POST /v1/fetch-casino-favorite-games',
    send: ({ store }) => store.dispatch(casino.fetchFavourites({})),
    payload: {},
    answer: { data: [game] },
    reads: ({ virtuals }) => virtuals.favorites_data,
    holds: [game],
    error: says('Fetching Casino Favorites failed'),
  },
  {
    call: 'POST /v1/add-casino-favorite-games',
    send: ({ store }) => store.dispatch(casino.addFavourite({ game_id: '1', favourite: true })),
    payload: { game_id: '1', favourite: true },
    answer: { data: [game] },
    reads: ({ virtuals }) => virtuals.favorites_data,
    holds: [game],
    error: says('Adding Casino Favorite failed'),
  },
  {
    call: 'GET /v1/casino/search?category=slots',
    send: ({ store }) => store.dispatch(casino.fetchCasinoGames({ endpoint: '/v1/casino/search?category=slots' })),
    answer: list,
    reads: ({ virtuals: v }) => [v.casino_games_data, v.casino_games_types, v.casino_games_providers],
    holds: [list.data, list.types, list.providers],
    error: says('casinoGames failed'),
  },
  {
    call: 'GET /v1/casino/winners',
    send: ({ store }) => store.dispatch(casino.fetchCasinoWinners({ endpoint: '/v1/casino/winners' })),
    answer: { data: [winner] },
    reads: ({ virtuals }) => virtuals.casino_winners,
    holds: [winner],
    error: says('casinoWinners failed'),
  },
  {
    call: 'GET /v1/casino/search?q=fruit',
    send: ({ store }) => store.dispatch(casino.searchCasino({ endpoint: '/v1/casino/search?q=fruit' })),
    answer: list,
    reads: ({ virtuals: v }) => [v.casino_search_data, v.casino_search_types, v.casino_search_providers],
    holds: [list.data, list.types, list.providers],
    error: says('casinoGames failed'),
    ownWords: true,
  },
]
