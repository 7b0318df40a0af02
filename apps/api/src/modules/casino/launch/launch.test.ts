import { hash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { casino } from '@nare/contract/casino'
import { protection } from '@nare/contract/protection'
import { sandbox } from '@nare/contract/sandbox'
import { sql } from 'kysely'
import { openDb } from '#platform/db'
import { openLog } from '#platform/log'
import { testApp, type TestApp } from '#testing/app'
import type { SeededBettor } from '#testing/seed'

const template = 'https://games.example/{game}?t={token}&m={mode}&l={lang}&c={currency}&p={player}&r={return_url}'
const game_id = 'pragmatic:savanna-reels'

let nare: TestApp

beforeAll(async () => {
  nare = await testApp({ PRAGMATIC_LAUNCH_URL: template, PUBLIC_URL: 'https://bets.example' })
})
afterAll(() => nare.close())

async function newBettor(): Promise<SeededBettor> {
  const seeded = await nare.bettor()
  return seeded
}

const play = (given: Partial<Parameters<typeof nare.call<typeof casino.play>>[1]> = {}, token?: string) =>
  nare.call(casino.play, { game_id, ...given }, token)

/** The provider's response for a token: its error code and its player. */
async function authenticate(token: string): Promise<{ error: number; userId?: string }> {
  const form = { providerId: 'test', token }
  const signed = Object.entries(form).map(([name, value]) => `${name}=${value}`)
  const reply = await nare.app.app.inject({
    method: 'POST',
    url: '/wallet/pragmatic/authenticate.html',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ...form, hash: hash('md5', `${signed.join('&')}sandbox-pragmatic`) }).toString(),
  })
  return reply.json()
}

const tokenOf = (gameURL: string): string => new URL(gameURL).searchParams.get('t') ?? ''

test('a real game opens at its provider with a token that works once', async () => {
  const bettor = await newBettor()
  const { status, body } = await play({ lang: 'sw', return_url: '/casino?a=1' }, bettor.token)
  expect(status).toBe(200)
  const url = new URL(body.result.gameURL)
  expect(url.origin + url.pathname).toBe('https://games.example/savanna-reels')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    ...{ t: expect.stringMatching(/^[\w-]{43}$/), m: 'real', l: 'sw', c: 'KES', p: bettor.id.toString() },
    r: 'https://bets.example/casino?a=1',
  })
  const expiresInMs = Date.parse(body.result.expires_at ?? '') - nare.app.clock.now()
  expect(Math.abs(expiresInMs - 60_000)).toBeLessThan(5000)
  expect(await authenticate(tokenOf(body.result.gameURL))).toMatchObject({ error: 0, userId: bettor.id.toString() })
  expect(await authenticate(tokenOf(body.result.gameURL))).toMatchObject({ error: 4 })
})

test('a token expires if it is not used within 60 seconds', async () => {
  const bettor = await newBettor()
  const [early, late] = [await play({}, bettor.token), await play({}, bettor.token)]
  await nare.call(sandbox.clock, { advance_s: 50 })
  expect((await authenticate(tokenOf(early.body.result.gameURL))).error).toBe(0)
  await nare.call(sandbox.clock, { advance_s: 11 })
  expect((await authenticate(tokenOf(late.body.result.gameURL))).error).toBe(4)
})

test('a demo needs no account and no token, and not every game has a demo', async () => {
  const { body } = await play({ mode: 'demo' })
  const { searchParams } = new URL(body.result.gameURL)
  expect([searchParams.get('m'), searchParams.get('t'), searchParams.get('p')]).toEqual(['demo', '', ''])
  expect(body.result.expires_at).toBeUndefined()
  expect((await play({ game_id: 'nare:dice', mode: 'demo' })).body).toMatchObject({ code: 'not_available' })
})

test('a house game opens at its screen of this site', async () => {
  const bettor = await newBettor()
  expect((await play({ game_id: 'nare:dice' }, bettor.token)).body.result).toEqual({
    gameURL: '/nare-games/dice',
    mode: 'real',
  })
})

test('refusals are checked in order: session, fields, game, verification, break, availability', async () => {
  const owner = openDb(nare.base.connection, { size: 1, log: openLog('silent'), role: 'none' }).db
  const bettor = await newBettor()
  const codeOf = async (...given: Parameters<typeof play>) => {
    const { status, body } = await play(...given)
    return [status, body['code']]
  }
  expect(await codeOf({ game_id: 'nare:none', return_url: 'https://evil.example' })).toEqual([401, 'session_required'])
  expect(await codeOf({ game_id: 'x:y', return_url: 'https://evil.example' }, bettor.token)).toEqual([
    400,
    'invalid_input',
  ])
  expect(await codeOf({ game_id: 'pragmatic:none' }, bettor.token)).toEqual([404, 'not_found'])
  // Hub88 has no launch address here.
  const off = { game_id: 'hub88:mini-roulette' }
  expect(await codeOf(off, bettor.token)).toEqual([422, 'not_available'])
  await nare.call(protection.selfExclude, { period: '24h' }, bettor.token)
  expect(await codeOf(off, bettor.token)).toEqual([403, 'self_excluded'])
  expect(await codeOf({ mode: 'demo' }, bettor.token)).toEqual([403, 'self_excluded'])
  const unverified = await newBettor()
  await sql`update identity.bettor set verified_at = null where id = ${unverified.id}::bigint`.execute(owner)
  await nare.call(protection.selfExclude, { period: '24h' }, unverified.token)
  expect(await codeOf(off, unverified.token)).toEqual([403, 'not_verified'])
  await owner.destroy()
})
