import { expect, test } from 'vitest'
import { cachedSince, listMaxMs, mayShow, treatment, type Treatment } from './policy.ts'

const origin = 'https://bet.example'
const ask = (path: string, { method = 'GET', mode = 'cors' } = {}): Treatment =>
  treatment({ method, mode }, new URL(path, origin), origin)

test.each<[string, Treatment]>([
  ['/assets/front-x.js', 'asset'],
  ['/icon.svg', 'network'],
  ['/manifest.webmanifest', 'network'],
  ['/v1/matches?sport_id=79&when=live', 'list'],
  ['/v1/match/10000001', 'list'],
  ['/v1/sports', 'list'],
  ['/v1/sports/79/competitions', 'list'],
  ['/v1/bets?state=open', 'own'],
  ['/v1/bets/5', 'own'],
  ['/v1/limits', 'own'],
  ['/v1/pages/how-to-play?lang=sw', 'page'],
  ['/', 'network'],
  ['/v1/bets.csv', 'network'],
  ['/v1/live/states?topics=match:1', 'network'],
  ['/v1/transactions', 'network'],
  ['/v1/payments/5', 'network'],
  ['https://elsewhere.example/assets/x.js', 'network'],
  ['/operator/assets/x.js', 'network'],
  ['/operator/icon.svg', 'network'],
  ['/sandbox/phone/254712345678', 'network'],
  ['/v1/operator/bets', 'network'],
])('%s has the strategy %s', (path, kind) => {
  expect(ask(path)).toBe(kind)
})

test('a navigation to a screen gets the shell; a call, a file, another app or the worker itself does not', () => {
  for (const path of ['/', '/match/10000001', '/withdraw', '/operators-guide', '/b/K7P.2QX', '/b/%23K7P.2QX'])
    expect(ask(path, { mode: 'navigate' })).toBe('shell')
  for (const path of [
    '/openapi.json',
    '/v1/bets.csv',
    '/sandbox/phone/1',
    '/sandbox',
    '/operator',
    '/operator/bets/7',
    '/sw.js',
  ])
    expect(ask(path, { mode: 'navigate' })).toBe('network')
})

test('a POST, such as a bet or a payment, always goes to the network', () => {
  for (const path of ['/v1/bet', '/jp/bet', '/withdraw', '/stk/deposit', '/v1/bets/5/cash-out', '/v1/matches', '/'])
    for (const mode of ['cors', 'navigate']) expect(ask(path, { method: 'POST', mode })).toBe('network')
})

test('offline, lists are shown for fifteen minutes, own bets and pages as long as they are cached', () => {
  const at = (age: number) => ({ keptMs: 0, nowMs: age })
  expect([mayShow('list', at(listMaxMs)), mayShow('list', at(listMaxMs + 1))]).toEqual([true, false])
  expect([mayShow('own', at(1e10)), mayShow('page', at(1e10))]).toEqual([true, true])
})

test('the age of cached data is by one clock, counts the oldest response, and ends with a response from the network', () => {
  const clocks = { nowMs: 10_000, serverNowMs: 70_000 }
  const first = cachedSince(undefined, { keptMs: 4_000 }, clocks)
  expect(first).toBe(64_000)
  expect(cachedSince(first, { keptMs: 1_000 }, clocks)).toBe(61_000)
  expect(cachedSince(first, { keptMs: 9_000 }, clocks)).toBe(64_000)
  expect(cachedSince(first, { keptMs: null }, clocks)).toBeUndefined()
  for (const other of [null, 'forget', {}, { keptMs: 'x' }]) expect(cachedSince(first, other, clocks)).toBe(first)
})
