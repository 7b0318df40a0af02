import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { live } from '@nare/contract/live'
import { consoleToday, healthNames, queueNames, type QueueName } from '@nare/contract/console-today'
import { formatMoney, money } from '@nare/money/money'
import { sandbox } from '@nare/contract/sandbox'
import { operator } from '@nare/contract/operator'
import { operatorIncidents } from '@nare/contract/operator-incidents'
import { callbackKey } from '#modules/payments/payments'
import { callbackSecret } from '#testing/callback-secret'
import { testApp, type TestApp } from '#testing/app'
import { settlePayments, startPayments } from '#testing/payments'
import { withdraw } from '#testing/withdraw'
import { percentText } from '#platform/percent-text'

const token = 'the-token-of-asha'
const entry = (name: string, roles: string) =>
  `${name}:${roles}:${createHash('sha256').update(`the-token-of-${name}`).digest('hex')}`
const alertNumber = '0799000111'

let nare: TestApp
beforeAll(async () => {
  nare = await testApp({
    OPERATORS: [
      ...[entry('asha', 'admin'), entry('esther', 'protection'), entry('hawa', 'auditor')],
      ...[entry('tom', 'trader'), entry('fay', 'finance')],
    ].join(','),
    QUEUE_PROMISES: 'withdrawals=60',
    OPERATOR_ALERT_NUMBERS: `${alertNumber}, +254 799 000 112`,
    OPERATOR_ALERT_QUIET_S: '600',
  })
  await startPayments(nare)
})
afterAll(() => nare.close())

const quiet = () => settlePayments(nare)
const today = async () => (await nare.call(consoleToday.today, {}, token)).body
const queue = async (name: QueueName) => (await today()).queues.find((one) => one.name === name)

test('a queue counts what its list shows, since when the oldest waits, and what the house promises', async () => {
  expect(await queue('withdrawals')).toEqual({ name: 'withdrawals', count: 0, oldest_at: null, promise_s: 60 })
  expect((await queue('identity'))?.promise_s).toBe(7_200)
  const bettor = await nare.bettor(200_000)
  expect((await withdraw(nare, bettor.token, '60000')).status).toBe(200)
  await quiet()
  const listed = (await nare.call(operator.withdrawals, {}, token)).body
  expect(listed.data).toHaveLength(1)
  expect(await queue('withdrawals')).toMatchObject({ count: 1, oldest_at: listed.data[0]?.created_at })
})

test('what bettors paid in and were paid out today is in the figures of payments', async () => {
  const bettor = await nare.bettor(1)
  const before = (await today()).payments
  expect(
    (await nare.call(sandbox.payBill, { msisdn: bettor.msisdn, account: bettor.msisdn, amount: '500' })).status,
  ).toBe(200)
  await quiet()
  expect((await withdraw(nare, bettor.token, '100')).status).toBe(200)
  await quiet()
  const after = (await today()).payments
  expect(Number(after.deposits) - Number(before.deposits)).toBe(500)
  const { rows } = await sql<{
    sum: bigint
  }>`select sum(sum)::bigint as sum from payments.withdrawal where state = 'done'`.execute(nare.base.db)
  expect(after.withdrawals).toBe(formatMoney(money(rows[0]?.sum ?? 0n)))
  expect(Number(after.withdrawals)).toBeGreaterThan(0)
})

const addressOfFloat = async () =>
  `http://nare.test/cb/${callbackKey(Buffer.from(callbackSecret, 'hex'), 'float', 'mpesa', '')}`

/** Runs a background job of the console now. */
const run = (name: string) =>
  nare.app
    .jobs()
    .find((job) => job.name === name)
    ?.run()
const texts = async (msisdn = alertNumber): Promise<string[]> =>
  (await nare.call(sandbox.phone, { msisdn })).body.sms
    .map(({ text }) => text)
    .filter((text) => text.includes('withdrawals'))
async function alerts(): Promise<string[]> {
  await run('alerts of today')
  return texts()
}

test('a queue past its promise sends one SMS, and another only once it has ended and the quiet time is over', async () => {
  await nare.app.clock.advance(30)
  expect(await alerts()).toEqual([])
  await nare.app.clock.advance(60)
  await Promise.all([alerts(), alerts()])
  expect(await alerts()).toEqual([
    expect.stringMatching(/^Queue withdrawals: 1 waiting, the oldest for \d+ s of 60 s\.$/),
  ])
  await nare.app.clock.advance(700)
  expect(await alerts()).toHaveLength(1)
  const [waiting] = (await nare.call(operator.withdrawals, {}, token)).body.data
  const decide = { id: waiting?.withdrawal_id ?? '', approve: false, reason: 'not his number' }
  expect((await nare.call(operator.decideWithdrawal, decide, token)).status).toBe(200)
  expect(await alerts()).toHaveLength(1)
  const bettor = await nare.bettor(200_000)
  await withdraw(nare, bettor.token, '60000')
  await quiet()
  await nare.app.clock.advance(90)
  expect(await alerts()).toHaveLength(2)
  const [again] = (await nare.call(operator.withdrawals, {}, token)).body.data
  await nare.call(operator.decideWithdrawal, { ...decide, id: again?.withdrawal_id ?? '' }, token)
  expect(await alerts()).toHaveLength(2)
  const other = await nare.bettor(200_000)
  await withdraw(nare, other.token, '60000')
  await quiet()
  await nare.app.clock.advance(90)
  expect(await alerts()).toHaveLength(2)
  await nare.app.clock.advance(600)
  expect(await alerts()).toHaveLength(3)
  expect(await texts('0799000112')).toEqual(await texts())
})

test('an alert that reaches nobody is sent by the next run', async () => {
  await sql`delete from console.alert`.execute(nare.base.db)
  await nare.app.ledger.sumHouseFlow()
  const before = (await texts()).length
  await nare.call(sandbox.faults, { service: 'sms', error: true, next: 2 })
  expect(await alerts()).toHaveLength(before)
  expect(await alerts()).toHaveLength(before + 1)
})

/** A socket with its received messages; `next` resolves with the first message that matches, also one that has come already. */
async function socket() {
  const ws = await nare.app.app.injectWS('/v1/live')
  const received: Record<string, unknown>[] = []
  ws.on('message', (data: Buffer) => received.push(JSON.parse(data.toString()) as Record<string, unknown>))
  const next = async (is: (message: Record<string, unknown>) => boolean): Promise<Record<string, unknown>> => {
    for (;;) {
      const found = received.find(is)
      if (found) return found
      await new Promise((resolve) => ws.once('message', resolve))
    }
  }
  return { ws, received, next, send: (command: object) => ws.send(JSON.stringify(command)) }
}

test('the topic has the answer of the call under one key, is read only while somebody listens, and needs the permission', async () => {
  const { ws, received, next, send } = await socket()
  const bettor = await nare.bettor(1)
  expect(nare.app.live.here.hasSubscribers('operator:today')).toBe(false)
  send({ auth: bettor.token })
  send({ subscribe: ['operator:today'] })
  expect(await next(({ topic }) => topic === 'operator:today')).toMatchObject({ error: 'session_required' })
  expect(nare.app.live.here.hasSubscribers('operator:today')).toBe(false)
  received.length = 0
  send({ auth: token })
  send({ subscribe: ['operator:today'] })
  const first = await next(({ topic }) => topic === 'operator:today')
  expect(consoleToday.today.answer.parse(first['state'])).toEqual(first['state'])
  received.length = 0
  await nare.app.clock.advance(1)
  await run('today')
  const second = await next(({ topic }) => topic === 'operator:today')
  expect(second).toMatchObject({ key: 'today' })
  expect(Number(second['version'])).toBeGreaterThan(Number(first['version']))
  const { body } = await nare.call(live.states, { topics: 'operator.today' })
  expect(body.data).toEqual([])
  ws.terminate()
})

test('the float is what each provider said when it was asked, at most every five minutes', async () => {
  const floats = async () =>
    Object.fromEntries((await today()).payments.float.map(({ provider, balance, at }) => [provider, { balance, at }]))
  expect(await floats()).toEqual({ mpesa: { balance: null, at: null }, airtel: { balance: null, at: null } })
  await nare.app.payments.askFloats()
  await quiet()
  const said = await floats()
  expect(said).toMatchObject({ mpesa: { balance: '10116.00' }, airtel: { balance: '37600.00' } })
  await nare.app.clock.advance(200)
  await nare.app.payments.askFloats()
  await quiet()
  expect(await floats()).toEqual(said)
  await nare.app.clock.advance(200)
  await nare.app.payments.askFloats()
  await quiet()
  expect((await floats())['mpesa']?.at).not.toBe(said['mpesa']?.at)
  await nare.app.clock.advance(100)
  const forged = {
    Result: {
      ResultCode: 0,
      ConversationID: 'AG_forged',
      ResultParameters: {
        ResultParameter: [{ Key: 'AccountBalance', Value: 'Utility Account|KES|1.00|1.00|0.00|0.00' }],
      },
    },
  }
  const address = await addressOfFloat()
  await nare.app.app.inject({ method: 'POST', url: new URL(address).pathname, payload: forged })
  await quiet()
  expect((await floats())['mpesa']?.balance).toBe('10116.00')
})

test('every queue has its place, with a promise', async () => {
  const { queues } = await today()
  expect(queues.map(({ name }) => name)).toEqual(queueNames)
  for (const { count, oldest_at, promise_s } of queues) {
    expect(count > 0).toBe(oldest_at !== null)
    expect(promise_s).toBeGreaterThan(0)
  }
})

test('every part of the house has a state and a sentence', async () => {
  const { health } = await today()
  expect(health.map(({ name }) => name)).toEqual(healthNames)
  for (const { state, detail, advice, since } of health) {
    expect([detail, advice].every((text) => text.length > 5)).toBe(true)
    expect(state === 'ok').toBe(since === null)
  }
})

test('Today needs its permission', async () => {
  expect((await nare.call(consoleToday.today, {}, 'another-token')).status).toBe(403)
  expect((await nare.call(consoleToday.today, {})).status).toBe(401)
})

test.each([
  [41n, 500n, '8.2'],
  [-41n, 500n, '-8.2'],
  [1n, 3n, '33.3'],
  [-1n, 3_000n, '0.0'],
  [1n, 2_000n, '0.1'],
])('%s of %s is %s percent', (part, whole, percent) => {
  expect(percentText(part, whole)).toBe(percent)
})

test('an incident has 72 hours until the authority is told; nothing of it changes, and what is added is kept in order', async () => {
  const calls = operatorIncidents
  const as = (name: string): string => `the-token-of-${name}`
  const found_at = new Date(nare.app.clock.now() - 70 * 3_600_000).toISOString()
  const opened = { id: randomUUID(), found_at, what: 'A laptop was stolen', persons: 12 }
  for (const name of ['hawa', 'tom', 'fay'])
    expect(await nare.call(calls.openIncident, opened, as(name))).toMatchObject({ status: 403 })
  const late = { ...opened, id: randomUUID(), found_at: new Date(nare.app.clock.now() + 3_600_000).toISOString() }
  expect(await nare.call(calls.openIncident, late, as('esther'))).toMatchObject({
    ...{ status: 400, body: { fields: { found_at: 'Not later than now' } } },
  })
  for (const wrong of ['yesterday', '2026-13-01T00:00:00Z', ''])
    expect(await nare.call(calls.openIncident, { ...opened, found_at: wrong }, as('esther'))).toMatchObject({
      ...{ status: 400, body: { fields: { found_at: expect.any(String) } } },
    })
  const all = await Promise.all(Array.from({ length: 20 }, () => nare.call(calls.openIncident, opened, as('esther'))))
  const [one] = all.filter(({ status }) => status === 200)
  const incident_id = one?.body.incident_id ?? ''
  expect(Date.parse(one?.body.due_at ?? '')).toBe(Date.parse(found_at) + 72 * 3_600_000)
  const list = async () => (await nare.call(calls.incidents, {}, as('hawa'))).body
  expect(await list()).toMatchObject({ data: [{ incident_id, persons: 12, told_at: null }], meta: { total: 1 } })
  expect(await nare.call(calls.incidents, {}, as('tom'))).toMatchObject({ status: 403 })
  const waits = async () =>
    (await nare.call(consoleToday.today, {}, as('hawa'))).body.queues.find(({ name }) => name === 'incidents')
  expect(await waits()).toMatchObject({ count: 1, oldest_at: found_at, promise_s: 172_800 })
  const add = (kind: 'told' | 'note' | 'closed', text: string) =>
    nare.call(calls.addToIncident, { incident_id, id: randomUUID(), kind, text }, as('esther'))
  expect(await add('note', 'The disk is encrypted')).toMatchObject({ status: 200 })
  expect(await waits()).toMatchObject({ count: 1 })
  expect(await add('told', 'By letter, case 7')).toMatchObject({ status: 200 })
  expect(await waits()).toMatchObject({ count: 0 })
  const closings = await Promise.all(Array.from({ length: 5 }, () => add('closed', 'No person was harmed')))
  expect(closings.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(closings.filter(({ status }) => status === 409)).toHaveLength(4)
  expect((await list()).data[0]).toMatchObject({
    ...{ told_at: expect.any(String), closed_at: expect.any(String) },
    notes: [{ kind: 'note' }, { kind: 'told', text: 'By letter, case 7', by: 'esther' }, { kind: 'closed' }],
  })
  const nobody = { incident_id: '999', kind: 'note' as const, text: 'Nothing' }
  expect(await nare.call(calls.addToIncident, nobody, as('esther'))).toMatchObject({ status: 404 })
  await expect(sql`update regulator.incident set persons = 1`.execute(nare.base.db)).rejects.toThrow()
})

test('what Today watches is in the metrics, so that somebody is woken; suspicions are not', async () => {
  const { body } = await nare.app.app.inject({ url: '/metrics' })
  for (const name of healthNames) expect(body).toMatch(new RegExp(`^nare_health\\{part="${name}"\\} [012]$`, 'm'))
  expect(body).toMatch(/^nare_queue_promise_seconds\{part="withdrawals"\} 60$/m)
  expect(body).toMatch(/^nare_queue_oldest_seconds\{part="withdrawals"\} \d/m)
  expect(body).toMatch(/^nare_disk_free_ratio\{part="data"\} 0\.\d+$/m)
  expect(body).not.toContain('aml')
})
