import { hash } from 'node:crypto'
import { get } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { casino } from '@nare/contract/casino'
import { content } from '@nare/contract/content'
import { operator } from '@nare/contract/operator'
import { arcadeApp, type ArcadeApp } from '#testing/arcade'
import { betsOn } from '#testing/bets'
import type { SeededBettor } from '#testing/seed'
import { cents, dialects, playWithFaults } from './testing/arcade-rounds.ts'

const asha = 'the-token-of-asha'
let arcade: ArcadeApp

beforeAll(async () => {
  arcade = await arcadeApp({ OPERATORS: `asha:${hash('sha256', asha)}` })
})
afterAll(() => arcade.close())

async function players(count: number): Promise<SeededBettor[]> {
  return arcade.nare.bettors(count, 20_000)
}

test.each(dialects)(
  'rounds of $provider with lost, doubled, late, malformed and reordered calls end in equal books',
  async (dialect) => {
    await playWithFaults(arcade, dialect, 40)
  },
)

test('a stake without funds is refused and discarded on both sides', async () => {
  const poor = await arcade.nare.bettor(30)
  for (const { gameId, moves } of dialects) {
    const { body } = await arcade.open(gameId, poor)
    const made = await arcade.post('/api/play', { session: body['session'], ...moves[0], stake: '50' })
    expect([gameId, made]).toEqual([gameId, { status: 422, body: { error: 'no_funds' } }])
  }
  expect(await betsOn(arcade.nare).balance(poor.token)).toBe('30.00')
})

test('a game that an operator has switched off accepts no stake, even in an open session', async () => {
  const [bettor] = await players(1)
  const { body } = await arcade.open('bgaming:coin-duel', bettor)
  const move = { session: body['session'], side: 'heads', stake: '20' }
  const change = (on: boolean) =>
    arcade.nare.call(operator.changeCasinoGame, { game_id: 'bgaming:coin-duel', on, reason: 'a fault' }, asha)
  await change(false)
  expect(await arcade.post('/api/play', move)).toEqual({ status: 422, body: { error: 'refused' } })
  await change(true)
  expect((await arcade.post('/api/play', move)).status).toBe(200)
})

test('the sports launch opens the sandbox page if no provider is configured', async () => {
  const { body } = await arcade.nare.call(content.launch, { return_url: '/virtuals' })
  const url = new URL(body.url)
  expect([url.origin, url.pathname]).toEqual([arcade.origin, '/sports'])
  expect(url.searchParams.get('return_url')).toMatch(/\/virtuals$/)
  expect((await fetch(url)).status).toBe(200)
  expect((await arcade.nare.call(content.settings, {})).body.message.features).toMatchObject({
    provider: true,
    casino: true,
  })
})

test('a launch address works once, for its player only, and only unchanged', async () => {
  const [first, second] = await players(2)
  if (!first || !second) throw new Error('no bettors')
  const { body } = await arcade.nare.call(casino.play, { game_id: 'bgaming:coin-duel' }, first.token)
  const launch = new URL(body.result.gameURL).search.slice(1)
  const forged = launch.replace(`player=${first.id}`, `player=${second.id}`)
  expect(forged).not.toBe(launch)
  expect((await arcade.post('/api/open', { launch: forged })).status).toBe(400)
  const slot = await arcade.nare.call(casino.play, { game_id: 'pragmatic:savanna-reels' }, first.token)
  const once = new URL(slot.body.result.gameURL).search.slice(1)
  expect((await arcade.post('/api/open', { launch: once })).body).toMatchObject({ mode: 'real', balance: '20000.00' })
  expect(await arcade.post('/api/open', { launch: once })).toEqual({ status: 401, body: { error: 'no_session' } })
})

test('a demo draws like the real game, with play money and without wallet calls', async () => {
  const before = (await arcade.book('pragmatic')).rounds.length
  const { body } = await arcade.open('pragmatic:savanna-reels', undefined, 'demo')
  expect(body).toMatchObject({ mode: 'demo', balance: '1000.00' })
  const made = await arcade.post('/api/play', { session: body['session'], stake: '20' })
  expect(made.body).toMatchObject({ stake: '20.00', stops: expect.any(Array) })
  expect(cents(String(made.body['balance']))).toBe(98_000n + cents(String(made.body['pays'])))
  expect((await arcade.book('pragmatic')).rounds).toHaveLength(before)
})

test('a game is served from a separate origin, which only this site may frame', async () => {
  const page = await fetch(`${arcade.origin}/play/pragmatic/savanna-reels`)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toMatch(/default-src 'self'.*frame-ancestors 'self' http:\/\/127/)
  const site = await arcade.nare.app.app.inject({ url: '/', headers: { host: 'bets.example' } })
  if (site.statusCode === 200)
    expect(site.headers['content-security-policy']).toContain(`frame-src 'self' ${arcade.origin}`)
  const foreign = await fetch(`${arcade.origin}/faults`, {
    method: 'POST',
    headers: { origin: 'https://evil.example' },
    body: '{}',
  })
  expect(foreign.status).toBe(403)
  const named = await new Promise<number | undefined>((resolve, reject) =>
    get(`${arcade.origin}/book`, { headers: { host: 'evil.example' } }, (reply) => resolve(reply.statusCode)).once(
      'error',
      reject,
    ),
  )
  expect(named).toBe(404)
  expect((await arcade.post('/faults', { fault: 'none' })).status).toBe(400)
  for (const path of [
    '/assets/../package.json',
    '/assets/..%2fsrc%2fbook.ts',
    '/play/pragmatic/none',
    '/play/x/../../sports',
  ])
    expect([200, 404]).toContain((await fetch(`${arcade.origin}${path}`)).status)
  expect(await (await fetch(`${arcade.origin}/assets/games.css`)).text()).toContain('.reels')
})
