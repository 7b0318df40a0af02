import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { offsetInDatabase, openClock, type SettableClock } from '#platform/clock'
import { testDatabase, type TestDatabase } from '#testing/database'
import { tokensInDatabase } from './token-store.ts'
import { openToken, sealToken, tokensInMemory, type TokenStore, withToken } from './tokens.ts'

let base: TestDatabase
let clock: SettableClock

beforeAll(async () => {
  base = await testDatabase({ size: 16 })
  clock = await openClock(offsetInDatabase(base.db))
})
afterAll(() => base.close())

let apps = 0

/** A provider that revokes an app's token when it issues another, with the token stores of several processes. */
function provider(stores: readonly TokenStore[], seconds = 3600) {
  const name = `app ${++apps}`
  let given = 0
  const app = {
    name,
    secret: 'secret',
    now: clock.now,
    async fetch() {
      // Long enough for another process to request a token at the same time if nothing prevented it.
      await sql`select pg_sleep(0.1)`.execute(base.db)
      return { text: `${name} token ${++given}`, seconds }
    },
  }
  const call = (store: TokenStore) =>
    withToken(
      { ...app, store },
      async (token) => ({ status: token === `${name} token ${given}` ? 200 : 401, body: { token } }),
      (reply) => reply.status === 401,
    )
  return {
    call,
    calls: () => Promise.all(stores.map((store) => call(store))),
    given: () => given,
    end: () => void given++,
  }
}

const two = () => [tokensInDatabase(base.db), tokensInDatabase(base.db)]

test('a hundred concurrent calls of several processes fetch one token together', async () => {
  const stores = two()
  const at = provider(stores)
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_one, n) => at.call(stores[n % 2] ?? tokensInMemory())),
  )
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect(at.given()).toBe(1)
})

test('a revoked token is replaced once, and the other process uses the new one', async () => {
  const at = provider(two())
  await at.calls()
  at.end()
  const replies = await at.calls()
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect(at.given()).toBe(3)
})

test('a token is used until a minute before it expires', async () => {
  const at = provider(two(), 180)
  await at.calls()
  await clock.advance(119)
  await at.calls()
  expect(at.given()).toBe(1)
  await clock.advance(2)
  await at.calls()
  expect(at.given()).toBe(2)
})

test('a call whose new token is refused too is not repeated again', async () => {
  let calls = 0
  const app = { name: 'refused', secret: 's', now: clock.now, fetch: async () => ({ text: 't', seconds: 60 }) }
  const reply = await withToken(
    { ...app, store: tokensInMemory() },
    async () => ({ status: 401, body: { n: ++calls } }),
    ({ status }) => status === 401,
  )
  expect([reply.status, calls]).toEqual([401, 2])
})

test('no call is made with an app key that the provider refuses', async () => {
  const app = { name: 'no key', secret: 's', now: clock.now, fetch: async () => ({ keyRefused: true }) }
  const reply = await withToken(
    { ...app, store: tokensInDatabase(base.db) },
    async () => expect.fail('nothing may be sent'),
    () => false,
  )
  expect(reply).toMatchObject({ status: 0, arrived: false, keyRefused: true })
})

test('a stored token can be decrypted only with its app’s secret', () => {
  const sealed = sealToken('token-1', 'secret')
  expect(sealed).not.toContain('token-1')
  expect(openToken(sealed, 'secret')).toBe('token-1')
  expect(openToken(sealed, 'another')).toBeUndefined()
  expect(openToken('nonsense', 'secret')).toBeUndefined()
})
