import { areas } from '@nare/contract/all'
import type { Route } from '@nare/contract/route'
import { jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { signedIn, startMs, user, type Sent } from './browser.ts'
import { identity } from './calls-auth.ts'
import { bets } from './calls-betting.ts'
import { casinoRows } from './calls-casino.ts'
import { general } from './calls-general.ts'
import { leagueRows } from './calls-league.ts'
import type { Row } from './row.ts'

const tables: [name: string, rows: readonly Row[]][] = [
  ['General calls', general],
  ['Betting', bets],
  ['Auth', identity],
  ['Casino', casinoRows],
  ['Virtual league', leagueRows],
]

/** What was sent, out of its envelope where there is one. */
async function payloadOf({ body }: Sent): Promise<unknown> {
  const token = typeof body === 'object' && body !== null && 'token' in body ? String(body.token) : undefined
  if (token === undefined) return body
  const key = new TextEncoder().encode(user.signing_key)
  const { payload } = await jwtVerify(token, key, { currentDate: new Date(startMs + 60_000) })
  const { iat: _, ...data } = payload
  return data
}

const served: readonly Route[] = Object.values(areas).flatMap((area): Route[] => Object.values(area))
const answers = (call: string): Route | undefined =>
  served.find(({ method, path, aliases = [] }) =>
    [path, ...aliases].some((each) => pattern(method, each).test(call.replace(/\?.*/, ''))),
  )
const pattern = (method: string, path: string): RegExp =>
  new RegExp(
    `^${method} ${path
      .replace(/\?.*/, '')
      .replace(/[.*+^$()|[\]\\]/g, '\\$&')
      .replace(/:[a-z_]+/g, '[^/]+')}$`,
  )

for (const [name, rows] of tables) {
  test.each(rows)(`spec 7 ${name} '$call': sends its payload and keeps what it reads`, async (row) => {
    const here = signedIn()
    here.answer(() => [200, row.answer])
    await row.send(here)
    const [method = '', path = ''] = row.call.split(' ')
    const [sent] = here.sent
    expect([here.sent.length, sent?.method, sent?.url]).toEqual([1, method, `https://api.example${path}`])
    expect(sent && (await payloadOf(sent))).toEqual(row.payload)
    expect(row.use_jwt === true).toBe(typeof sent?.body === 'object' && sent.body !== null && 'token' in sent.body)
    expect(row.reads(here.state())).toEqual(row.holds)
    expect(row.error.of(here.state())).toBeNull()
  })

  const ours = rows.filter(({ call }) => !call.includes('anywhere'))
  for (const row of ours) {
    const route = answers(row.call)
    test.skipIf(!route)(
      `spec 7 ${name} '${row.call}': the platform answers it, with the same words for a failure`,
      () => {
        expect(route?.envelope === 'required').toBe(row.use_jwt === true)
        if (!row.ownWords) expect(route?.fallback).toBe(row.error.says)
      },
    )
  }
}

test("spec 7 General calls 'All treat status 200 as success; otherwise an error is thrown': 201, 203 and 404 are failures", async () => {
  for (const row of general) {
    for (const status of [201, 203, 404]) {
      const here = signedIn()
      here.answer(() => [status, row.answer])
      await row.send(here)
      expect([row.call, status, typeof row.error.of(here.state())]).toEqual([row.call, status, 'string'])
    }
  }
})

test("spec 7 Betting 'Generic bet placement … Success is 200 or 201'; a body status of 201 is success too", async () => {
  const row = bets.find(({ call }) => call === 'POST /v1/anywhere')
  for (const [status, body, taken] of [
    [200, { message: 'Placed' }, true],
    [201, { message: 'Placed' }, true],
    [202, { message: 'Placed', status: 201 }, true],
    [202, { message: 'Placed' }, false],
    [422, { message: 'No' }, false],
  ] as const) {
    const here = signedIn()
    here.answer(() => [status, body])
    await row?.send(here)
    expect([status, here.state().betting.error === null]).toEqual([status, taken])
  }
})

test("spec 7 Auth 'POST /v1/login: reads message on failure'", async () => {
  const here = signedIn({ page: '/login' })
  here.answer(() => [422, { message: 'Wrong phone number or password' }])
  await identity[0]?.send(here)
  expect(here.state().auth).toMatchObject({ error: 'Wrong phone number or password', loading: false })
})

test("spec 7 Auth 'POST /v1/reset-password: reads success.message and error.message'; 'Success is 200 or 201'", async () => {
  const row = identity.find(({ call }) => call === 'POST /v1/reset-password')
  for (const status of [200, 201]) {
    const here = signedIn()
    here.answer(() => [status, { success: { message: 'Changed' } }])
    await row?.send(here)
    expect(here.state().auth.reset_success_password).toBe(true)
  }
  const here = signedIn()
  here.answer(() => [422, { error: { message: 'This code is wrong' } }])
  await row?.send(here)
  expect(here.state().auth).toMatchObject({ error: 'This code is wrong', reset_success_password: false })
})

test("spec 7 Auth 'POST /v1/code?page=resetPass: Success is 200 or 201'", async () => {
  const row = identity.find(({ call }) => call.startsWith('POST /v1/code'))
  for (const status of [200, 201]) {
    const here = signedIn()
    here.answer(() => [status, { success: { message: 'Sent', id: 'r9' } }])
    await row?.send(here)
    expect(here.state().auth).toMatchObject({ otp_sent: true, reset_id: 'r9' })
  }
})

test("spec 7 Casino 'reads data or games, and types': games come under either name", async () => {
  const here = signedIn()
  here.answer(() => [200, { data: [{ crash: [], provider: 'own' }], types: ['crash'] }])
  await casinoRows[0]?.send(here)
  expect(here.state().virtuals.casino_games).toEqual([{ crash: [], provider: 'own' }])
})

test("spec 7 Casino 'The smart-soft provider is matched case-insensitively and keeps its category list'", async () => {
  for (const provider of ['smart-soft', 'SmartSoft', 'SMART-SOFT', 'Smart Soft']) {
    const here = signedIn()
    const games = [
      { slots: [], provider: 'pragmatic' },
      { crash: [], mines: [], provider },
    ]
    here.answer(() => [200, { games, types: [] }])
    await casinoRows[0]?.send(here)
    here.answer(() => [200, { games: [games[0]], types: [] }])
    await casinoRows[0]?.send(here)
    expect(here.state().virtuals.smartsoft_categories).toEqual(['crash', 'mines'])
  }
})
