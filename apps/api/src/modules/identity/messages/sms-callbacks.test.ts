import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp, type TestApp } from '#testing/app'
import { smsCallbackPaths } from './sms-callbacks.ts'
import recorded from '../testing/recorded/africas-talking.json' with { type: 'json' }

const secret = 'a5'.repeat(32)
let nare: TestApp
/** Each test uses a separate number. */
let next = 0
const number = () => `2547110001${String(next).padStart(2, '0')}`
let paths: Awaited<ReturnType<typeof smsCallbackPaths>>

beforeAll(async () => {
  nare = await testApp({
    CALLBACK_SECRET: secret,
    AT_ADDRESSES: '127.0.0.1,198.51.100.0/24',
    LIMITS_BY_ADDRESS: 'on',
    LIMIT_ADDRESS_MINUTE: '100',
    LIMIT_PROVIDER_MINUTE: '200',
  })
  paths = await smsCallbackPaths(async () => Buffer.from(secret, 'hex'))
})
afterAll(() => nare.close())
beforeEach(() => {
  next++
})

const { bodies } = recorded

async function post(url: string, what: keyof typeof bodies | object): Promise<number> {
  const given = typeof what === 'string' ? bodies[what] : what
  const body = JSON.parse(JSON.stringify(given).replaceAll('254711000001', number()))
  const reply = await nare.app.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(Object.entries<string>(body)).toString(),
  })
  return reply.statusCode
}

async function mark() {
  const { rows } = await sql<{ unreachable: boolean; opted_out: boolean; reason: string | null }>`
    select unreachable_at is not null as unreachable, opted_out_at is not null as opted_out, reason
    from identity.sms_number where msisdn = ${number()}`.execute(nare.base.db)
  return rows[0]
}

test('a report of a message that did not arrive marks the number as unreachable until one arrives', async () => {
  for (const what of ['absent', 'failed without a reason'] as const) {
    expect(await post(paths.delivery, what)).toBe(200)
    expect(await mark()).toMatchObject({ unreachable: true, opted_out: false, reason: 'UserIsInactive' })
  }
  await post(paths.delivery, 'sent on')
  expect(await mark()).toMatchObject({ unreachable: true })
  await post(paths.delivery, 'delivered')
  expect(await mark()).toMatchObject({ unreachable: false })
})

test('a blacklisted number and an opted-out one stay opted out, even if messages arrive', async () => {
  for (const [path, what] of [
    [paths.delivery, 'blacklisted'],
    [paths['opt-out'], 'opted out'],
  ] as const) {
    next++
    expect(await post(path, what)).toBe(200)
    expect(await mark()).toMatchObject({ unreachable: false, opted_out: true })
    await post(paths.delivery, 'delivered')
    expect(await mark()).toMatchObject({ opted_out: true })
  }
})

test('a rejection for our own credit does not mark the number', async () => {
  expect(await post(paths.delivery, 'our credit')).toBe(200)
  expect(await mark()).toBeUndefined()
})

test('a message to our number is stored once, as form or as JSON', async () => {
  expect(await post(paths.incoming, 'incoming')).toBe(200)
  const again = await nare.app.app.inject({
    method: 'POST',
    url: paths.incoming,
    payload: { ...bodies.incoming, from: number() },
  })
  expect(again.statusCode).toBe(200)
  const { rows } =
    await sql`select id, msisdn, sent_to, text, link_id from identity.received_sms where msisdn = ${number()}`.execute(
      nare.base.db,
    )
  expect(rows).toEqual([
    { id: 'ATSid_123', msisdn: number(), sent_to: '22384', text: 'JP 1X2', link_id: 'SampleLinkId123' },
  ])
})

test('a message STOP opts the number out', async () => {
  expect(await post(paths.incoming, { ...bodies.incoming, id: 'ATSid_stop', text: ' Stop. ' })).toBe(200)
  expect(await mark()).toMatchObject({ opted_out: true })
})

test('a message START ends the opt-out of a number with an account', async () => {
  const { msisdn } = await nare.bettor()
  const write = (id: string, text: string) => post(paths.incoming, { ...bodies.incoming, from: msisdn, id, text })
  const isOut = async () => {
    const { rows } = await sql`
      select from identity.sms_number where msisdn = ${msisdn} and opted_out_at is not null`.execute(nare.base.db)
    return rows.length > 0
  }
  await write('ATSid_1', 'ACHA')
  expect(await isOut()).toBe(true)
  await write('ATSid_2', ' start. ')
  expect(await isOut()).toBe(false)
  await write('ATSid_1', 'ACHA')
  expect(await isOut()).toBe(false)
})

test('a callback requires the key of its path, and a key of one kind is wrong for another', async () => {
  const key = paths.delivery.split('/').at(-1) ?? ''
  const wrong = ['0'.repeat(32), key.slice(1), `${key}0`, 'x'].map((one) => `/cb/sms/delivery/${one}`)
  for (const url of [...wrong, `/cb/sms/incoming/${key}`, `/cb/sms/other/${key}`])
    expect([url, await post(url, 'absent')]).toEqual([url, 404])
  expect(await mark()).toBeUndefined()
})

test('unreadable bodies, or bodies that the database cannot store, are accepted and change nothing', async () => {
  for (const url of Object.values(paths)) expect(await post(url, { phoneNumber: 'nobody', text: '\u0000' })).toBe(200)
  const zero = { ...bodies.incoming, id: 'ATSid\u0000', to: '2\u0000', linkId: '\u0000', text: 'A\u0000B' }
  expect(await post(paths.incoming, zero)).toBe(200)
  expect(await mark()).toBeUndefined()
  expect(await post(paths.delivery, { ...bodies.absent, failureReason: 'User\u0000' })).toBe(200)
  expect(await mark()).toMatchObject({ unreachable: true })
})

test('a callback from another address or with a wrong key is refused before its body is read', async () => {
  const tooLong = { method: 'POST', payload: 'x'.repeat(20 * 1024) } as const
  const send = async (url: string, remoteAddress: string) =>
    (await nare.app.app.inject({ ...tooLong, url, remoteAddress })).statusCode
  expect(await send(paths.delivery, '198.51.100.7')).toBe(400)
  expect(await send(paths.delivery, '203.0.113.7')).toBe(404)
  expect(await send(`/cb/sms/delivery/${'0'.repeat(32)}`, '198.51.100.7')).toBe(404)
})

test("guesses of keys have the limit of an address, and do not use up the provider's", async () => {
  const send = async (url: string) =>
    (await nare.app.app.inject({ method: 'POST', url, payload: '{}', remoteAddress: '198.51.100.9' })).statusCode
  const guesses = Array.from({ length: 120 }, (_, n) => `/cb/sms/delivery/${String(n).padStart(32, '0')}`)
  const statuses = await Promise.all(guesses.map(send))
  expect([404, 429].map((status) => statuses.filter((one) => one === status).length)).toEqual([100, 20])
  expect(await send(paths.delivery)).toBe(200)
})
