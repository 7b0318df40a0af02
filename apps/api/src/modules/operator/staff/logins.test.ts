import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operator } from '@nare/contract/operator'
import { operatorStaff as calls } from '@nare/contract/operator-staff'
import { ledger } from '@nare/contract/ledger'
import { sandbox } from '@nare/contract/sandbox'
import { testApp, type TestApp } from '#testing/app'
import { openConsole, type Console } from '#testing/console-client'

let nare: TestApp
let browser: Console
beforeAll(async () => {
  nare = await testApp()
  await nare.app.staff.demo.open()
  browser = openConsole(nare)
})
afterAll(() => nare.close())

const advance = (seconds: number) => nare.call(sandbox.clock, { advance_s: seconds })
const failed = { status: 422, body: { code: 'login_failed' } }

test('a person logs in by password and code, sees who he is, and logs out', async () => {
  const entered = await browser.login('chebet')
  expect(entered).toMatchObject({ status: 200, body: { person: { name: 'chebet', roles: ['payments'] } } })
  expect(entered.set).toContain('HttpOnly')
  expect(entered.set).toContain('SameSite=Strict')
  const { body } = await browser.send(calls.me, {})
  expect(body).toMatchObject({ person: { name: 'chebet' }, session: { confirmed_until: null } })
  expect(body.person.permissions).toContain('payments.decide')
  const left = browser.cookie()
  expect(await browser.send(calls.logout, {})).toMatchObject({ status: 200 })
  expect(browser.cookie()).toBeUndefined()
  expect(await browser.send(calls.me, {}, { cookie: left })).toMatchObject({
    status: 401,
    body: { code: 'session_expired' },
  })
  expect(await browser.send(calls.me, {})).toMatchObject({ status: 401, body: { code: 'session_required' } })
})

test('every fault of a login has the same answer', async () => {
  const from = '198.51.100.1'
  const wrong = await Promise.all([
    browser.login('nobody', { code: '123456', from }),
    browser.login('hawa', { password: 'not the password', from }),
    browser.login('hawa', { code: '000000', from }),
    browser.login('hawa', { code: 'abcd-efgh-ijkl-mnop', from }),
    browser.login('a name longer than any name that somebody has could be'.repeat(1), { code: '123456', from }),
  ])
  expect(new Set(wrong.map(({ text }) => text)).size).toBe(1)
  for (const reply of wrong) expect(reply).toMatchObject(failed)
})

test('a code works once, in any process', async () => {
  const other = await testApp({}, { base: nare.base })
  try {
    const code = await browser.code('dalili')
    expect(await browser.login('dalili', { code })).toMatchObject({ status: 200 })
    for (const one of [nare, other]) expect(await openConsole(one).login('dalili', { code })).toMatchObject(failed)
    const twice = await browser.code('dalili')
    const both = await Promise.all([nare, other].map((one) => openConsole(one).login('dalili', { code: twice })))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  } finally {
    await other.close()
  }
})

test('the code of a login cannot confirm, and a code of another person does nothing', async () => {
  const code = await browser.code('esther')
  await browser.login('esther', { code })
  expect(await browser.send(calls.confirmPerson, { code })).toMatchObject(failed)
  expect(await browser.send(calls.confirmPerson, { code: await browser.code('farida') })).toMatchObject(failed)
  const confirmed = await browser.send(calls.confirmPerson, { code: await browser.code('esther') })
  expect(confirmed.status).toBe(200)
  expect(Date.parse(confirmed.body.confirmed_until) - nare.app.clock.now()).toBeGreaterThan(9 * 60_000)
  expect((await browser.send(calls.me, {})).body.session?.confirmed_until).toBe(confirmed.body.confirmed_until)
})

test('guessing is slowed down by name and address, and locks nobody out elsewhere', async () => {
  const attacker = { from: '203.0.113.9', code: '111111' }
  for (let n = 0; n < 10; n++) await browser.login('asha', { ...attacker, password: `guess ${n}` })
  expect(await browser.login('asha', { from: attacker.from })).toMatchObject(failed)
  expect(await browser.login('asha', { from: '203.0.113.10' })).toMatchObject({ status: 200 })
  expect(await browser.login('juma', { from: attacker.from })).toMatchObject({ status: 200 })
  await advance(16 * 60)
  expect(await browser.login('asha', { from: attacker.from })).toMatchObject({ status: 200 })
})

test('ten guesses at once are ten guesses', async () => {
  const from = '203.0.113.20'
  const guesses = Array.from({ length: 12 }, (_, n) =>
    browser.login('gitonga', { from, password: `guess ${n}`, code: '222222' }),
  )
  await Promise.all(guesses)
  expect(await browser.login('gitonga', { from })).toMatchObject(failed)
})

test('a session is new at each login, whatever cookie the browser had', async () => {
  const planted = 'A'.repeat(43)
  const entered = await openConsole(nare).login('farida', { cookie: planted })
  expect(entered.set).not.toContain(planted)
  expect(await browser.send(calls.me, {}, { cookie: planted })).toMatchObject({ status: 401 })
  const same = openConsole(nare)
  await same.login('farida')
  const first = same.cookie()
  await same.login('farida')
  expect(same.cookie()).not.toBe(first)
  expect(await same.send(calls.me, {}, { cookie: first })).toMatchObject({ status: 401 })
  expect(await same.send(calls.me, {})).toMatchObject({ status: 200 })
})

test('a session ends after half an hour without a press; what a page reads by itself is none', async () => {
  await browser.login('hawa')
  const auto = { headers: { 'nare-auto': '1' } }
  await advance(29 * 60)
  expect(await browser.send(calls.me, {}, auto)).toMatchObject({ status: 200 })
  await advance(2 * 60)
  expect(await browser.send(calls.me, {}, auto)).toMatchObject({ status: 401, body: { code: 'session_expired' } })
  expect(await browser.send(calls.me, {})).toMatchObject({ status: 401 })
})

test('a visit says who sits there, or nobody; it keeps no session alive and answers the own pages only', async () => {
  const stranger = openConsole(nare)
  expect(await stranger.send(calls.visit, {})).toMatchObject({ status: 200, body: {} })
  await stranger.login('hawa')
  const { body: me } = await stranger.send(calls.me, {})
  expect(await stranger.send(calls.visit, {})).toEqual(expect.objectContaining({ status: 200, body: { me } }))
  expect(await stranger.send(calls.visit, {}, { headers: { origin: 'https://elsewhere.example' } })).toMatchObject({
    ...{ status: 403, body: { code: 'not_allowed' } },
  })
  await advance(29 * 60)
  expect((await stranger.send(calls.visit, {})).body.me?.person.name).toBe('hawa')
  await advance(2 * 60)
  expect(await stranger.send(calls.visit, {})).toMatchObject({ status: 200, body: {} })
  expect((await stranger.send(calls.visit, {})).body.me).toBeUndefined()
})

test('a press is written once in ten seconds, however many calls are made', async () => {
  await browser.login('hawa')
  const pressedAt = async () => {
    const { rows } = await sql<{ at: Date }>`
      select pressed_at as at from operator.staff_session where name = 'hawa' order by id desc limit 1`.execute(
      nare.base.db,
    )
    return rows[0]?.at.getTime() ?? 0
  }
  const first = await pressedAt()
  await Promise.all(Array.from({ length: 10 }, () => browser.send(calls.me, {})))
  const again = await pressedAt()
  // On a slow machine ten seconds may have passed.
  if (nare.app.clock.now() - first < 10_000) expect(again).toBe(first)
  await advance(11)
  await browser.send(calls.me, {})
  expect(await pressedAt()).toBeGreaterThan(again)
})

test('a command that a page sends by itself, as the claim of an open row, is none either', async () => {
  await browser.login('chebet')
  const auto = { headers: { 'nare-auto': '1' } }
  const claim = () => browser.send(operator.claimWithdrawal, { id: '999999', reason: 'opened in the queue' }, auto)
  await advance(29 * 60)
  expect(await claim()).toMatchObject({ status: 404 })
  await advance(2 * 60)
  expect(await claim()).toMatchObject({ status: 401, body: { code: 'session_expired' } })
})

test('a session that has confirmed who sits there passes this on to none: not after a log-out, not to the next', async () => {
  await browser.login('asha')
  await browser.send(calls.confirmPerson, { code: await browser.code('asha') })
  const confirmed = browser.cookie()
  expect((await browser.send(calls.me, {})).body.session?.confirmed_until).not.toBeNull()
  await browser.send(calls.logout, {})
  expect(await browser.send(calls.me, {}, { cookie: confirmed })).toMatchObject({ status: 401 })
  await browser.login('asha')
  expect((await browser.send(calls.me, {})).body.session?.confirmed_until).toBeNull()
  const other = openConsole(nare)
  await other.login('asha')
  await browser.send(calls.confirmPerson, { code: await browser.code('asha') })
  expect((await other.send(calls.me, {})).body.session?.confirmed_until).toBeNull()
})

test('a session ends after twelve hours, however busy', async () => {
  await browser.login('hawa')
  for (let quarters = 0; quarters < 47; quarters++) {
    await advance(15 * 60)
    expect(await browser.send(calls.me, {})).toMatchObject({ status: 200 })
  }
  await advance(16 * 60)
  expect(await browser.send(calls.me, {})).toMatchObject({ status: 401, body: { code: 'session_expired' } })
})

test('a request counts only from our own pages', async () => {
  await browser.login('hawa')
  const post = (headers: Record<string, string | null>) => browser.send(calls.logout, {}, { headers })
  for (const origin of [
    null,
    'null',
    'http://console.test.evil.example',
    'http://evil.example',
    'http://console.test:81',
    'http://CONSOLE.test',
    'http://console.test/',
  ])
    expect(await post({ origin })).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
  const get = (site: string | null) => browser.send(calls.me, {}, { headers: { 'sec-fetch-site': site } })
  for (const site of ['cross-site', 'same-site', null])
    expect(await get(site)).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
  for (const site of ['same-origin', 'none']) expect(await get(site)).toMatchObject({ status: 200 })
  expect(await browser.login('hawa', { headers: { origin: 'http://evil.example' } })).toMatchObject({ status: 403 })
  expect(await browser.login('hawa', { headers: { origin: null } })).toMatchObject({ status: 403 })
})

test("a bettor's session is nothing here, and a person's is nothing to a bettor", async () => {
  const bettor = await nare.bettor()
  expect(await nare.call(operator.permissions, {}, bettor.token)).toMatchObject({ status: 403 })
  expect(await browser.send(operator.permissions, {}, { cookie: bettor.token })).toMatchObject({ status: 401 })
  await browser.login('chebet')
  const session = browser.cookie()
  expect(await nare.call(ledger.transactions, {}, session)).toMatchObject({ status: 401 })
  expect(await nare.call(operator.permissions, {}, session)).toMatchObject({ status: 403 })
  expect(await browser.send(ledger.transactions, {})).toMatchObject({ status: 401 })
  expect(
    await browser.send(operator.permissions, {}, { headers: { authorization: `Bearer ${bettor.token}` } }),
  ).toMatchObject({
    status: 403,
  })
})
