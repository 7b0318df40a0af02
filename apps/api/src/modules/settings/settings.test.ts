import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operator as audited } from '@nare/contract/operator'
import { operatorProposals } from '@nare/contract/operator-proposals'
import { operatorSettings as calls, settingGroups, type SettingValue } from '@nare/contract/settings'
import { testApp, type TestApp } from '#testing/app'
import { operatorsOf, operatorToken } from '#testing/operators'

const [ada, ben, tom] = ['ada', 'ben', 'tom'].map(operatorToken) as [string, string, string]
const reason = 'as decided on Monday'

let nare: TestApp
beforeAll(async () => {
  nare = await testApp({ OPERATORS: operatorsOf({ ada: 'admin', ben: 'admin', tom: 'trader' }) })
})
afterAll(() => nare.close())

const change = (key: string, value: SettingValue | null, { from, by = ada }: { from?: string; by?: string } = {}) =>
  nare.call(calls.changeSetting, { key, value, reason, ...(from && { from }) }, by)
const of = async (key: string, on = nare) =>
  (await on.call(calls.settings, {}, ada)).body.data.find((one) => one.key === key)
const inSeconds = (seconds: number): string => new Date(nare.app.clock.now() + seconds * 1000).toISOString()
const historyOf = async (key: string) => (await nare.call(calls.settingHistory, { key }, ada)).body.data

test('every setting has its default, bounds and what it does, and nobody has changed it', async () => {
  const { data, tomorrow } = (await nare.call(calls.settings, {}, tom)).body
  expect(data.length).toBeGreaterThan(80)
  expect(new Set(data.map(({ key }) => key)).size).toBe(data.length)
  // A group has one head in the room, whichever areas declare it.
  const heads = data.map(({ group }) => group).filter((group, at, all) => group !== all[at - 1])
  // Who may not read suspicions does not see what raises them.
  expect(heads).toEqual(settingGroups.filter((group) => group !== 'money laundering'))
  for (const one of data) expect(one).toMatchObject({ value: one.default, since: null, by: null, about: /^[A-Z].*\.$/ })
  expect(await of('bets.liability_max')).toEqual({
    ...{ key: 'bets.liability_max', group: 'bets', type: 'money', second: 'up', since: null, by: null },
    name: 'Liability of an outcome',
    about: expect.any(String) as string,
    bounds: { least: '0.00', most: '1000000000.00' },
    ...{ value: '20000000.00', default: '20000000.00' },
  })
  expect(tomorrow).toMatch(/T21:00:00.000Z$/)
  expect(Date.parse(tomorrow)).toBeGreaterThan(nare.app.clock.now())
})

test('a change is appended with its author, moment and reason, and holds at once', async () => {
  const done = await change('queues.identity', 3600)
  expect(done).toMatchObject({ status: 200, body: { state: 'done', key: 'queues.identity', value: 3600 } })
  expect(await of('queues.identity')).toMatchObject({
    value: 3600,
    default: 7200,
    by: 'ada',
    since: done.body['from'],
  })
  expect(await change('queues.identity', null)).toMatchObject({ status: 200, body: { value: null } })
  expect(await of('queues.identity')).toMatchObject({ value: 7200, by: 'ada' })
  expect(await historyOf('queues.identity')).toMatchObject([
    { value: null, by: 'ada', reason, confirmed_by: null },
    { value: 3600, by: 'ada', reason, confirmed_by: null },
  ])
  const lines = (await nare.call(audited.audit, { subject: 'setting queues.identity' }, ada)).body.data
  expect(lines).toMatchObject([{ action: 'setting.change' }, { action: 'setting.change', facts: { value: '3600' } }])
  await expect(sql`update settings.value set value = '1'`.execute(nare.base.db)).rejects.toThrow(/permission denied/)
})

test('what weakens a control waits for a second person, and what strengthens it does not', async () => {
  expect(await change('bets.liability_max', '1000000')).toMatchObject({ status: 200 })
  const asked = await change('bets.liability_max', '2000000')
  expect(asked).toMatchObject({ status: 202, body: { state: 'waiting' } })
  expect(await of('bets.liability_max')).toMatchObject({ value: '1000000.00' })
  expect(await change('bets.liability_max', '2000000')).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
  const proposals = (await nare.call(operatorProposals.proposals, {}, ben)).body.data
  expect(proposals.find(({ state }) => state === 'waiting')).toMatchObject({
    subject: 'setting bets.liability_max',
    before: { value: '1000000.00' },
    after: { value: '2000000' },
  })
  expect(await change('bets.liability_max', '2000000', { by: ben })).toMatchObject({ status: 200 })
  expect(await of('bets.liability_max')).toMatchObject({ value: '2000000.00', by: 'ada' })
  expect((await historyOf('bets.liability_max'))[0]).toMatchObject({ by: 'ada', confirmed_by: 'ben' })
  // The default is higher still: going back to it weakens too.
  expect(await change('bets.liability_max', null)).toMatchObject({ status: 202 })
  const live = await change('bets.live_delay_s', 9)
  expect([live.status, (await change('bets.live_delay_s', 3)).status]).toEqual([200, 202])
})

test('a proposal fails if the value has changed meanwhile', async () => {
  expect(await change('bets.stake_max', '200000')).toMatchObject({ status: 202 })
  expect(await change('bets.stake_max', '50000', { by: ben })).toMatchObject({ status: 200 })
  const late = await change('bets.stake_max', '200000', { by: ben })
  expect(late).toMatchObject({ status: 409, body: { code: 'facts_changed' } })
  expect(await of('bets.stake_max')).toMatchObject({ value: '50000.00' })
})

test('a planned change is seen before it holds, holds from its moment on, and can be replaced', async () => {
  const key = 'queues.findings'
  const [soon, later] = [inSeconds(600), inSeconds(1200)]
  expect(await change(key, 60, { from: soon })).toMatchObject({ status: 200, body: { state: 'planned', from: soon } })
  expect(await change(key, 90, { from: later })).toMatchObject({ body: { state: 'planned' } })
  expect(await of(key)).toMatchObject({ value: 1800, next: { value: 60, from: soon, by: 'ada' } })
  // The same moment again: the plan is taken back.
  await change(key, 1800, { from: soon })
  expect(await of(key)).toMatchObject({ value: 1800, next: { value: 90, from: later } })
  await change(key, 70, { from: soon })
  await nare.app.clock.advance(601)
  expect(await of(key)).toMatchObject({ value: 70, since: soon, next: { value: 90 } })
  await nare.app.clock.advance(600)
  expect(await of(key)).toMatchObject({ value: 90, since: later })
  expect((await of(key))?.next).toBeUndefined()
})

test('a planned change that is confirmed after its moment holds from the confirmation on', async () => {
  const from = inSeconds(60)
  expect(await change('payments.assign_alone_max', '30000', { from })).toMatchObject({ status: 202 })
  await nare.app.clock.advance(120)
  const done = await change('payments.assign_alone_max', '30000', { from, by: ben })
  expect(done).toMatchObject({ status: 200, body: { state: 'done' } })
  expect(Date.parse(String(done.body['from']))).toBeGreaterThan(Date.parse(from))
})

test.each<[string, Parameters<typeof change>, string, RegExp]>([
  ['an unknown key', ['bets.luck', 1], 'key', /no such setting/],
  ['a key that is no name', ['Robert; drop', 1], 'key', /valid/],
  ['a text for a number', ['bets.live_delay_s', 'soon'], 'value', /whole number/],
  ['a value above the bounds', ['bets.live_delay_s', 31], 'value', /At most 30/],
  ['a value below the bounds', ['bets.live_delay_s', 0], 'value', /At least 1/],
  ['the value that it has', ['queues.deposits', 3600], 'value', /already/],
  ['a moment without its offset', ['queues.deposits', 60, { from: '2027-01-01T00:00:00' }], 'from', /a time like/],
  ['a moment that is over', ['queues.deposits', 60, { from: '2026-01-01T00:00:00Z' }], 'from', /over/],
  ['a moment too far ahead', ['queues.deposits', 60, { from: '2040-01-01T00:00:00Z' }], 'from', /400 days/],
])('%s is refused with its field, and changes nothing', async (_, given, field, sentence) => {
  const refused = await change(...given)
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  expect(refused.body['fields']).toEqual({ [field]: expect.stringMatching(sentence) as string })
  const { rows } = await sql`select from settings.value where key in ('queues.deposits', 'bets.luck')`.execute(
    nare.base.db,
  )
  expect(rows).toEqual([])
})

test('at most twenty changes of a setting are planned', async () => {
  for (let n = 1; n <= 20; n++)
    expect((await change('queues.reviews', n, { from: inSeconds(n * 60) })).status).toBe(200)
  expect((await change('queues.reviews', 30, { from: inSeconds(9000) })).body['fields']).toEqual({
    from: '20 changes are planned already',
  })
})

test('who trades reads settings and changes none', async () => {
  expect(await change('queues.returns', 60, { by: tom })).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
})

test('a process that lost the message of a change knows it when it reads again, and also what was planned', async () => {
  const deaf = await testApp({ OPERATORS: operatorsOf({ ada: 'admin' }) }, { base: nare.base })
  await change('queues.jackpots', 60)
  await change('queues.promotions', 60, { from: inSeconds(300) })
  expect(await of('queues.jackpots', deaf)).toMatchObject({ value: 86_400 })
  const job = deaf.app.jobs().find(({ name }) => name === 'settings')
  expect(job).toMatchObject({ role: 'every', everyMs: 2_000 })
  await job?.run()
  expect(await of('queues.jackpots', deaf)).toMatchObject({ value: 60 })
  expect(await of('queues.promotions', deaf)).toMatchObject({ value: 86_400, next: { value: 60 } })
  await deaf.close()
})
