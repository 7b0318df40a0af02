import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleBettorActions as actions } from '@nare/contract/console-bettor-actions'
import { operatorMessages } from '@nare/contract/messages'
import { protection } from '@nare/contract/protection'
import { sandbox } from '@nare/contract/sandbox'
import { defaultValues, type Values } from '#modules/settings/settings'
import { openLog } from '#platform/log'
import { openRetention } from '#platform/retention'
import { testApp, type TestApp } from '#testing/app'
import { houseMessages, idsOf, type HouseMessages } from '#testing/house-messages'
import { operatorsOf, operatorToken } from '#testing/operators'
import { seated, tokenBy } from '#testing/console-client'
import type { SeededBettor } from '#testing/seed'
import { readConfig } from '../../config.ts'
import { openHouseMessages } from './messages.ts'
import { messageRetention } from './retention.ts'
import { messageSettings } from './settings.ts'

const [mary, mark] = [operatorToken('mary'), operatorToken('mark')]
const reason = 'A test of messages'

let nare: TestApp
let house: HouseMessages
beforeAll(async () => {
  nare = await testApp({ OPERATORS: operatorsOf({ mary: 'marketing', mark: 'marketing', dalili: 'support' }) })
  house = houseMessages(nare, { author: mary, approver: mark })
})
afterAll(() => nare.close())

test('another person sends a message once to each who agreed; who rests, has not agreed or is unknown gets nothing', async () => {
  const silent = await nare.bettor()
  const [one, resting] = await house.agreed(2)
  if (!one || !resting) throw new Error('no bettors')
  await nare.call(protection.selfExclude, { period: '24h' } as never, resting.token)
  const to = [...idsOf([one, resting, silent]), '999999999', `${one.id}`]
  expect(
    await nare.call(
      operatorMessages.draftMessage,
      { kind: 'promotion', channel: 'sms', texts: { en: 'abc', sw: 'abc' }, to, reason },
      mary,
    ),
  ).toMatchObject({ status: 400, body: { fields: { approval: expect.any(String) } } })
  expect((await house.draft({ to, preview: true })).body).toMatchObject({
    message_id: null,
    effect: { people: 4, refused: { not_found: 1, opted_out: 0, protected: 1, no_consent: 1 }, sms: 1 },
  })
  const id = randomUUID()
  const made = await Promise.all(Array.from({ length: 100 }, () => house.draft({ id, to })))
  const ids = new Set(made.filter(({ status }) => status !== 503).map(({ body }) => body.message_id))
  expect(ids.size).toBe(1)
  const message_id = [...ids][0] ?? ''
  expect((await house.approve(message_id, mary)).body).toMatchObject({ code: 'not_allowed' })
  expect(await house.approve(message_id)).toMatchObject({ status: 200, body: { state: 'sending' } })
  await house.quietHours(0, 0)
  await house.send()
  expect(await house.countsOf(message_id)).toMatchObject({ people: 4, sent: 1, refused: 3, waiting: 0, delivered: 1 })
  // The bettor has agreed to SMS, and not to promotions in the app.
  expect(await house.inboxOf(one)).toEqual([])
  expect(await house.smsOf(one, 'A derby tonight')).toBe(1)
  const { sms } = (await nare.call(sandbox.phone, { msisdn: one.msisdn })).body
  expect(sms.at(-1)?.text).toMatch(/A derby tonight\. .*18\+.*GRA\/2.*STOP/)
  expect(await house.smsOf(silent, 'A derby tonight')).toBe(0)
})

test('what a process handed over before it was killed is unknown and never sent again; the others get it once', async () => {
  const [handed, waiting] = await house.agreed(2)
  if (!handed || !waiting) throw new Error('no bettors')
  await house.quietHours(0, 0)
  const texts = { en: 'The pool is open', sw: 'Dimbwi liko wazi' }
  const message_id = await house.approved({ channel: 'sms', texts, to: idsOf([handed, waiting]) })
  await sql`update content.message_to set state = 'handed', text = 'x', at = platform.now() - interval '301 seconds'
    where message_id = ${message_id}::bigint and bettor = ${handed.id}::bigint`.execute(nare.base.db)
  await Promise.all([house.send(), house.send()])
  await house.send()
  expect(await house.countsOf(message_id)).toMatchObject({ people: 2, sent: 1, unknown: 1, waiting: 0 })
  expect([await house.smsOf(handed, texts.en), await house.smsOf(waiting, texts.en)]).toEqual([0, 1])
})

test('promotions and messages of service wait until the quiet hours end, those about security do not', async () => {
  const [bettor] = await house.agreed(1)
  if (!bettor) throw new Error('no bettor')
  const to = idsOf([bettor])
  const hour = (nare.app.clock.date().getUTCHours() + 3) % 24
  await house.quietHours(hour, (hour + 2) % 24)
  const texts = { en: 'We moved', sw: 'Tumehama' }
  const ids: string[] = []
  for (const kind of ['promotion', 'service', 'security'] as const)
    ids.push(await house.approved({ kind, channel: 'sms', texts, to }))
  const sent = async () => Promise.all(ids.map(async (id) => (await house.countsOf(id)).sent))
  await house.send()
  expect(await sent()).toEqual([0, 0, 1])
  await nare.call(sandbox.clock, { advance_s: 2 * 3_600 })
  await house.send()
  expect(await sent()).toEqual([1, 1, 1])
})

test('a text that invites to play is a promotion, whatever it is called, from the desk as from support', async () => {
  const to = idsOf([await nare.bettor()])
  const draft = (kind: 'service' | 'security' | 'promotion', texts: { en: string; sw: string }) =>
    house.draft({ kind, texts, to, preview: true })
  const inviting = { en: 'Bet now on the derby', sw: 'Dabi ni leo' }
  for (const kind of ['service', 'security'] as const)
    expect(await draft(kind, inviting)).toMatchObject({
      ...{ status: 400, body: { fields: { 'texts.en': '“Bet now” invites to play: send it as a promotion' } } },
    })
  expect(await draft('service', { en: 'The derby', sw: 'Pata bonasi' })).toMatchObject({
    ...{ status: 400, body: { fields: { 'texts.sw': expect.stringContaining('bonasi') } } },
  })
  expect((await draft('promotion', inviting)).status).toBe(200)
  expect(
    await nare.call(
      actions.messageBettor,
      { bettor_id: to[0] ?? '', text: 'Deposit now and we talk', reason },
      operatorToken('dalili'),
    ),
  ).toMatchObject({ status: 400, body: { fields: { text: expect.stringContaining('Deposit now') } } })
})

test('whoever wants no messages gets one of service in the app only, and by SMS only what is about security', async () => {
  const [out, other] = await house.agreed(2)
  if (!out || !other) throw new Error('no bettors')
  await house.quietHours(0, 0)
  await nare.call(sandbox.sendSms, { msisdn: out.msisdn, text: 'STOP' })
  const to = idsOf([out, other])
  const texts = { en: 'Left alone', sw: 'Ameachwa' }
  const promotion = await house.approved({ channel: 'both', texts, to })
  const service = await house.approved({ kind: 'service', channel: 'both', texts, to })
  await house.send()
  expect([await house.countsOf(promotion), await house.countsOf(service)]).toMatchObject([{ refused: 1 }, { sent: 2 }])
  expect([await house.smsOf(out, texts.en), await house.smsOf(other, texts.en)]).toEqual([0, 2])
  expect(await house.inboxOf(out)).toEqual([texts.en])
  await house.approved({ kind: 'security', channel: 'sms', texts, to })
  await house.send()
  expect([await house.smsOf(out, texts.en), await house.smsOf(other, texts.en)]).toEqual([1, 3])
})

test('a report is counted once for each message, whatever is repeated or late; what arrived stays so', async () => {
  const [first, second, third] = await house.agreed(3)
  if (!first || !second || !third) throw new Error('no bettors')
  await house.quietHours(0, 0)
  // The sandbox's provider accepts these and never delivers them, so it reports nothing.
  await nare.call(sandbox.faults, { service: 'sms', drop: true, next: 3 } as never)
  const message_id = await house.approved({ channel: 'sms', to: idsOf([first, second, third]) })
  await house.send()
  expect(await house.countsOf(message_id)).toMatchObject({ sent: 3, by_sms: 3, delivered: 0, undelivered: 0 })
  const { rows } = await sql<{ bettor: bigint; id: string }>`
    select bettor, provider_id as id from content.message_to where message_id = ${message_id}::bigint`.execute(
    nare.base.db,
  )
  const reportOf = ({ id: bettor, msisdn }: SeededBettor, status: string) =>
    house.post('delivery', {
      id: rows.find((row) => row.bettor === bettor)?.id ?? '',
      status,
      phoneNumber: `+${msisdn}`,
    })
  for (const status of ['Buffered', 'Failed', 'Success', 'Success', 'Sent', 'Failed'])
    expect(await reportOf(first, status)).toBe(200)
  for (const status of ['Submitted', 'AbsentSubscriber', 'Expired']) await reportOf(second, status)
  await reportOf(third, 'Sent')
  await house.post('delivery', { id: 'ATXid_of_nobody', status: 'Success', phoneNumber: `+${third.msisdn}` })
  expect(await house.countsOf(message_id)).toMatchObject({ sent: 3, by_sms: 3, delivered: 1, undelivered: 1 })
  expect(await nare.app.app.inject({ method: 'POST', url: `/cb/sms/delivery/${'0'.repeat(32)}` })).toMatchObject({
    statusCode: 404,
  })
})

test('the rows of old messages are deleted, and how many got it stays', async () => {
  const silent = await nare.bettor()
  const [bettor] = await house.agreed(1)
  if (!bettor) throw new Error('no bettor')
  await house.quietHours(0, 0)
  const message_id = await house.approved({ channel: 'sms', to: idsOf([bettor, silent]) })
  await house.send()
  const before = await house.countsOf(message_id)
  expect(before).toMatchObject({ people: 2, sent: 1, refused: 1, delivered: 1 })
  await sql`update content.message_to set at = at - interval '400 days' where message_id = ${message_id}::bigint`.execute(
    nare.base.db,
  )
  const sweep = (years: number) =>
    openRetention({
      connection: nare.base.connection,
      log: openLog('silent'),
      ...{ folder: undefined, years, days: 90, months: [], ranges: [], forget: messageRetention },
    }).run()
  const rowsLeft = async () => {
    const { rows } = await sql`select state from content.message_to where message_id = ${message_id}::bigint`.execute(
      nare.base.db,
    )
    return rows
  }
  await sweep(7)
  expect(await rowsLeft()).toEqual([{ state: 'sent' }])
  await sweep(1)
  expect(await rowsLeft()).toEqual([])
  expect(await house.countsOf(message_id)).toEqual(before)
})

test('a token of a person approves no message', async () => {
  await nare.app.staff.demo.open()
  const [asha, juma] = [await seated(nare, 'asha'), await seated(nare, 'juma')]
  const { token } = await tokenBy(asha, juma, { name: 'sender', roles: ['marketing'], days: 1 })
  const message_id = (await house.draft({ to: idsOf([await nare.bettor()]) })).body.message_id ?? ''
  expect(await house.approve(message_id, token)).toMatchObject({
    status: 403,
    body: { code: 'not_allowed', error: 'A token confirms nothing' },
  })
  expect((await nare.call(operatorMessages.message, { message_id }, mary)).body.data.state).toBe('draft')
})

test('ten thousand ids are one draft, more are refused', async () => {
  const to = Array.from({ length: 10_001 }, (_, n) => `${n + 1_000_000}`)
  expect((await house.draft({ to })).status).toBe(400)
  expect((await house.draft({ to: to.slice(1), preview: true })).body.effect).toMatchObject({
    people: 10_000,
    refused: { not_found: 10_000 },
  })
})

test('who is excluded while a message is being sent gets nothing, and a promotion stops where the quiet hours begin', async () => {
  const bettors = await house.agreed(45)
  const texts = { en: 'Before the night', sw: 'Kabla ya usiku' }
  const message_id = await house.approved({ channel: 'sms', texts, to: idsOf(bettors) })
  const sent: string[] = []
  let [isQuiet, isFirst] = [false, true]
  const byDefault = defaultValues({ country: nare.app.country, config: readConfig({ SANDBOX: 'on' }) })
  const hour = (nare.app.clock.date().getUTCHours() + 3) % 24
  /** No quiet hours, or those that begin with this one. */
  const quiet = (): Record<string, number> =>
    isQuiet
      ? { [messageSettings.quietFrom.key]: hour, [messageSettings.quietUntil.key]: (hour + 2) % 24 }
      : { [messageSettings.quietFrom.key]: 0, [messageSettings.quietUntil.key]: 0 }
  const values: Values = (of) => (quiet()[of.key] as never) ?? byDefault(of)
  const own = openHouseMessages({
    ...{
      db: nare.app.db,
      clock: nare.app.clock,
      log: openLog('silent'),
      country: nare.app.country,
      identity: nare.app.identity,
    },
    house: { samePerson: async () => false },
    settings: { now: () => values },
    pages: { variables: async () => ({}) },
    sms: {
      async send({ to }) {
        if (isFirst) {
          isFirst = false
          await nare.call(protection.selfExclude, { period: '24h' } as never, bettors[30]?.token)
        }
        sent.push(to)
        if (sent.length === 39) isQuiet = true
        return 'sent'
      },
    },
  })
  await own.send()
  expect(sent).toHaveLength(39)
  expect(await house.countsOf(message_id)).toMatchObject({ people: 45, sent: 39, refused: 1, waiting: 5 })
  await own.send()
  expect(sent).toHaveLength(39)
  isQuiet = false
  await own.send()
  expect(new Set(sent).size).toBe(44)
  // What is sent is not stopped any more.
  const stopped = await nare.call(operatorMessages.stopMessage, { message_id, reason }, mary)
  expect(stopped.body).toMatchObject({ state: 'sent' })
  expect(sent).toHaveLength(44)
})
