import { expect, test } from 'vitest'
import {
  addressOf,
  dataSize,
  gameAddress,
  gameIdOf,
  gamesIn,
  mixedShelf,
  placeOf,
  shelvesOf,
  timesOf,
  tintOf,
} from './shelves.ts'

const game = (game_id: string, category: string) => ({
  ...{ game_id, name: game_id, provider: game_id.split(':')[0] ?? '', category, image: '', rtp: null, min_stake: null },
})
const list = [
  { crash: [game('nare:crash', 'crash')], table: [game('nare:roulette', 'table')], provider: 'nare' },
  { slots: ['reels', 'two', 'three'].map((name) => game(`pragmatic:${name}`, 'slots')), provider: 'pragmatic' },
  { crash: [game('smartsoft:jetx', 'crash')], provider: 'smartsoft' },
]

test('the in-house games come first, then each category in the lobby’s order, then categories that the lobby does not list', () => {
  expect(gamesIn(list)).toHaveLength(6)
  const rows = shelvesOf(list, ['slots', 'live', 'crash']).map(({ id, games }) => [
    id,
    games.map(({ game_id: g }) => g),
  ])
  expect(rows).toEqual([
    ['nare', ['nare:crash', 'nare:roulette']],
    ['slots', ['pragmatic:reels', 'pragmatic:two', 'pragmatic:three']],
    ['crash', ['smartsoft:jetx']],
  ])
})

test('categories that do not fill a row share the last row, in the lobby’s order', () => {
  const rows = (types: string[], from: typeof list) =>
    shelvesOf(from, types).map(({ id, games }) => [id, games.map(({ game_id: g }) => g)])
  const odd = { odd: [game('bgaming:odd', 'odd')], provider: 'bgaming' }
  expect(rows(['slots', 'live', 'crash'], [...list, odd] as typeof list).slice(1)).toEqual([
    ['slots', ['pragmatic:reels', 'pragmatic:two', 'pragmatic:three']],
    [mixedShelf, ['smartsoft:jetx', 'bgaming:odd']],
  ])
})

test('a URL of the lobby is parsed to its place, and the place is formatted to the same URL', () => {
  const places = ['', 'category=slots', 'provider=pragmatic&sort=name', 'show=recent', 'show=favourites', 'q=reels']
  for (const text of places) expect(addressOf(placeOf(new URLSearchParams(text)))).toBe(`/casino${text && '?'}${text}`)
  expect(placeOf(new URLSearchParams('')).show).toBe('all')
  expect(placeOf(new URLSearchParams('sort=new')).show).toBe('list')
  expect(placeOf(new URLSearchParams('show=other&sort=bad&category='))).toEqual({ show: 'all', sort: 'popular', q: '' })
})

test('an in-house game opens its screen, a SmartSoft game the SmartSoft page, and other games the frame', () => {
  expect(gameAddress({ ...game('nare:crash', 'crash'), path: '/nare-games/crash' }, 'real')).toBe('/nare-games/crash')
  expect(gameAddress({ ...game('x:y', 'crash'), path: '//evil.example' }, 'real')).toBe('/gameplay/x%3Ay')
  expect(gameAddress(game('smartsoft:jetx', 'crash'), 'demo')).toBe('/smart-play/smartsoft%3Ajetx?mode=demo')
  expect(gameAddress({ ...game('a:b', 'slots'), provider: 'Smart-Soft' }, 'real')).toBe('/smart-play/a%3Ab')
  expect(gameAddress(game('pragmatic:reels', 'slots'), 'real')).toBe('/gameplay/pragmatic%3Areels')
})

test('a data size is shown in KB or MB', () => {
  expect([dataSize(20), dataSize(1400), dataSize(12_000)]).toEqual(['20 KB', '1.4 MB', '12.0 MB'])
})

test('the game id is read from an escaped or unescaped URL, and is empty for a malformed URL', () => {
  const address = gameAddress(game('pragmatic:reels', 'slots'), 'real')
  expect(gameIdOf(address.split('/').at(-1))).toBe('pragmatic:reels')
  expect(['pragmatic:reels', undefined, '%zz'].map(gameIdOf)).toEqual(['pragmatic:reels', '', ''])
})

test('each in-house game has a tint of its own, and another game always the same', () => {
  const own = ['crash', 'dice', 'mines', 'plinko', 'limbo', 'keno', 'wheel', 'roulette', 'hi-lo', 'blackjack']
  expect(new Set(own.map((name) => tintOf(`nare:${name}`))).size).toBe(10)
  expect(tintOf('pragmatic:savanna-reels')).toBe(tintOf('pragmatic:savanna-reels'))
})

test('a win is told as a multiple of its stake, rounded down', () => {
  expect([timesOf('520.00', '20.00'), timesOf('168.50', '20.00'), timesOf('2000.00', '20.00')]).toEqual([
    '26×',
    '8.42×',
    '100×',
  ])
  expect([timesOf('25000.00', '20.00'), timesOf('210.00', '20.00'), timesOf('1.00', '0.00')]).toEqual([
    '1,250×',
    '10.5×',
    '',
  ])
})
