import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleSearch } from '@nare/contract/console-search'
import { heavyRead } from '@nare/contract/operator-trading'
import { operatorStaff as calls } from '@nare/contract/operator-staff'
import { testApp, type TestApp } from '#testing/app'
import { openConsole, seated, tokenBy, type Console } from '#testing/console-client'

const perMinute = 60
let nare: TestApp
beforeAll(async () => {
  nare = await testApp({ LIMITS_BY_ADDRESS: 'on', LIMIT_SESSION_MINUTE: String(perMinute) })
  await nare.app.staff.demo.open()
})
afterAll(() => nare.close())

/** A person at several browsers, each at an address of its own. */
async function at(name: string, browsers: number): Promise<Console[]> {
  const all = Array.from({ length: browsers }, () => openConsole(nare))
  for (const browser of all) expect((await browser.login(name)).status).toBe(200)
  return all
}

const address = (n: number): string => `198.51.${n % 250}.${1 + (n % 200)}`

/** How many of these calls are answered, and with what the others are refused. */
async function flood(count: number, call: (n: number) => Promise<{ status: number; body: object }>) {
  const answers = await Promise.all(Array.from({ length: count }, (_, n) => call(n)))
  const refused = answers.filter(({ status }) => status !== 200)
  return { answered: count - refused.length, refused: refused[0] }
}

const tooMany = { status: 429, body: { code: 'too_many_requests', retry_after_s: expect.any(Number) } }

test('a flood of one person from many sessions and addresses is refused, and another person goes on', async () => {
  const browsers = await at('chebet', 3)
  const me = (n: number, all = browsers) => all[n % all.length]?.send(calls.me, {}, { from: address(n) }) as never
  const { answered, refused } = await flood(perMinute + 60, me)
  expect(answered).toBe(perMinute)
  expect(refused).toMatchObject(tooMany)
  const [other] = await at('dalili', 1)
  expect(await other?.send(calls.me, {}, { from: address(1) })).toMatchObject({ status: 200 })
  const [again] = await at('chebet', 1)
  expect(await again?.send(calls.me, {}, { from: '203.0.113.9' })).toMatchObject(tooMany)
})

test('searches and files have stricter limits of their own, which a token of the person shares', async () => {
  const [asha, juma] = [await seated(nare, 'asha'), await seated(nare, 'juma')]
  const { token } = await tokenBy(asha, juma, { name: 'searching', roles: ['support'], days: 1 })
  const bearer = { cookie: undefined, headers: { authorization: `Bearer ${token}` } }
  const search = (n: number) =>
    asha.send(consoleSearch.search, { q: 'nobody' }, { from: address(n), ...(n % 2 === 0 && bearer) })
  const { answered, refused } = await flood(heavyRead.perAddressMinute + 20, search)
  expect(answered).toBe(heavyRead.perAddressMinute)
  expect(refused).toMatchObject(tooMany)
  const file = async (n: number) => {
    const { statusCode: status } = await nare.app.app.inject({
      ...{ url: '/v1/operator/tickets.csv', headers: bearer.headers, remoteAddress: address(n) },
    })
    return status
  }
  const files: number[] = []
  for (let n = 0; n < 23; n++) files.push(await file(n))
  expect(files).toEqual([...Array<number>(20).fill(200), 429, 429, 429])
  expect(await asha.send(calls.me, {})).toMatchObject({ status: 200 })
  expect(await juma.send(consoleSearch.search, { q: 'nobody' })).toMatchObject({ status: 200 })
})

test('the cookie of an ended session uses up nothing of its person', async () => {
  const [gone] = await at('farida', 1)
  const cookie = gone?.cookie()
  await gone?.send(calls.logout, {})
  const { answered } = await flood(perMinute + 20, (n) =>
    openConsole(nare).send(calls.me, {}, { cookie, from: address(n) }),
  )
  expect(answered).toBe(0)
  const [back] = await at('farida', 1)
  expect(await back?.send(calls.me, {})).toMatchObject({ status: 200 })
})
