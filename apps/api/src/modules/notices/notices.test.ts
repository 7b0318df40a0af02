import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { identity } from '@nare/contract/identity'
import { notices as calls, type NoticeTopic } from '@nare/contract/notices'
import { protection } from '@nare/contract/protection'
import type { Sent } from '@nare/contract/route'
import { sandbox } from '@nare/contract/sandbox'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick } from '#testing/bets'
import { settlePayments, startPayments } from '#testing/payments'
import type { SeededBettor } from '#testing/seed'
import { withdraw } from '#testing/withdraw'

let nare: TestApp
let bets: ReturnType<typeof betsOn>
let app: TestApp['app']

/** Nine in the morning of the country, a day later, so that no test runs in the quiet hours. */
async function toMorning(hour = 9): Promise<void> {
  const day = 86_400
  const second = (Math.floor(app.clock.now() / 1000) + 3 * 3600) % day
  await app.clock.advance(((hour * 3600 - second + day) % day) + 1)
}

beforeAll(async () => {
  nare = await testApp()
  app = nare.app
  bets = betsOn(nare)
  await startPayments(nare)
  // The readers of a new house begin now.
  await app.notices.followSettled()
  await app.notices.followLedger()
})
afterAll(() => nare.close())
beforeEach(async () => {
  await nare.call(sandbox.faults, { service: 'push', next: 0 })
  await toMorning()
})

type Device = { readonly id: string; readonly subscription: Sent<typeof calls.subscribe>['subscription'] }

async function newDevice(): Promise<Device> {
  const { push_id: id, subscription } = (await nare.call(sandbox.newBrowser, {})).body
  return { id, subscription }
}
const subscribe = (token: string, { subscription }: Device, topics: NoticeTopic[], language?: 'en' | 'sw') =>
  nare.call(calls.subscribe, { subscription, topics, ...(language && { language }) }, token)

/** A bettor with a browser that gets notices of these topics. */
async function listener(topics: NoticeTopic[], shillings?: number): Promise<SeededBettor & { device: Device }> {
  const bettor = await nare.bettor(shillings)
  const device = await newDevice()
  expect(await subscribe(bettor.token, device, topics)).toMatchObject({ status: 200 })
  return { ...bettor, device }
}

/** What a browser got. */
async function got({ id }: Device): Promise<Record<string, string>[]> {
  const { notices } = (await nare.call(sandbox.browser, { push_id: id })).body
  return notices.map(({ text }) => JSON.parse(text))
}
const sms = async (msisdn: string): Promise<string[]> =>
  (await nare.call(sandbox.phone, { msisdn })).body.sms.map(({ text }) => text)

/** Reads what happened and sends what is due after a minute. */
async function tell(seconds = 60): Promise<void> {
  await app.notices.followSettled()
  await app.notices.followLedger()
  await app.clock.advance(seconds)
  await app.notices.send()
}
const result = (match_id: string, full_time: string) =>
  nare.call(sandbox.resultMatch, { match_id, half_time: '0:0', full_time })
const rowsOf = async (table: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(
    nare.base.db,
  )
  return rows[0]?.count ?? 0
}

test('a bettor is told once of a settled bet, without an amount, and where to look', async () => {
  const own = await listener(['bet_settled'])
  const match = await nare.match()
  const bet = await bets.mustPlace(own.token, [pick(match)])
  await result(match, '2:0')
  await tell()
  await tell()
  expect(await got(own.device)).toEqual([
    {
      title: 'Nare: Bet won',
      body: `Bet ${bet.bet_id} won. The money is in your account.`,
      url: `/my-bets?bet=${bet.bet_id}`,
      tag: 'bets',
    },
  ])
})

test('many bets that are settled together are one notice, in the language of the browser and with the amount if it was chosen', async () => {
  const own = await listener(['bet_settled'], 5_000)
  await subscribe(own.token, own.device, ['bet_settled'], 'sw')
  await nare.call(calls.setNotices, { amounts: true }, own.token)
  const match = await nare.match()
  for (let n = 0; n < 12; n++)
    await bets.mustPlace(own.token, [n < 3 ? pick(match) : pick(match, '1', 'away_team', '3.60')])
  await result(match, '1:0')
  await tell()
  expect(await got(own.device)).toMatchObject([
    {
      title: 'Nare: Beti 12 zimeamuliwa',
      body: 'Zilizoshinda: 3. KSh 630.00 iko kwenye akaunti yako.',
      url: '/bet-history',
    },
  ])
})

test('who chose nothing, another topic or took it back is told nothing', async () => {
  const [plain, other, left] = [
    await nare.bettor(),
    await listener(['money', 'kickoff']),
    await listener(['bet_settled']),
  ]
  const match = await nare.match()
  for (const { token } of [plain, other, left]) await bets.mustPlace(token, [pick(match)])
  const gone = await nare.call(calls.unsubscribe, { endpoint: left.device.subscription.endpoint }, left.token)
  expect(gone).toMatchObject({ status: 200, body: { data: { devices: [] } } })
  await result(match, '0:0')
  await tell()
  expect([await got(other.device), await got(left.device)]).toEqual([[], []])
  expect(await rowsOf('notices.delivery')).toBe(0)
})

test('money that arrives is told at once, in quiet hours and on a break too; a bet is not', async () => {
  const [own, other] = [await listener(['money', 'bet_settled'], 2_000), await listener(['money'])]
  const match = await nare.match()
  await bets.mustPlace(own.token, [pick(match)])
  expect(await nare.call(protection.selfExclude, { period: '24h' }, own.token)).toMatchObject({ status: 200 })
  await toMorning(23)
  expect((await withdraw(nare, own.token, '500')).status).toBe(200)
  await nare.call(sandbox.payBill, { msisdn: other.msisdn, account: other.msisdn, amount: '1000.00' })
  await settlePayments(nare)
  await result(match, '2:0')
  await tell()
  expect(await got(other.device)).toMatchObject([
    { title: 'Nare: Deposit arrived', body: 'Your deposit is in your account.', tag: 'money' },
  ])
  const money = [{ title: 'Nare: Withdrawal paid', tag: 'money' }]
  expect(await got(own.device)).toMatchObject(money)
  await toMorning(7)
  await tell()
  expect(await got(own.device)).toMatchObject(money)
})

test('a paid withdrawal is told, with its amount if that was chosen', async () => {
  const [own, open] = [await listener(['money'], 2_000), await listener(['money'], 2_000)]
  await nare.call(calls.setNotices, { amounts: true }, open.token)
  for (const { token } of [own, open]) expect((await withdraw(nare, token, '500')).status).toBe(200)
  await settlePayments(nare)
  await tell()
  expect(await got(own.device)).toMatchObject([
    { title: 'Nare: Withdrawal paid', body: 'Your withdrawal was sent to your phone.', url: '/profile?tab=statement' },
  ])
  expect((await got(open.device))[0]?.['body']).toMatch(/^KSh \d{3}\.\d\d was sent to your phone\.$/)
})

test('bets that settle in quiet hours are told when these end', async () => {
  const own = await listener(['bet_settled'])
  const match = await nare.match()
  await bets.mustPlace(own.token, [pick(match)])
  await toMorning(23)
  await result(match, '1:0')
  await tell()
  expect(await got(own.device)).toEqual([])
  await toMorning(7)
  await tell()
  expect(await got(own.device)).toMatchObject([{ title: 'Nare: Bet won' }])
})

test('a kick-off is told once to who has an open bet on the match, not in quiet hours, with all matches in one notice', async () => {
  const [own, late, many] = [await listener(['kickoff']), await listener(['kickoff']), await listener(['kickoff'], 500)]
  const start_time = new Date(app.clock.now() + 3_600_000).toISOString()
  const [one, two] = [await nare.match({ start_time }), await nare.match({ start_time })]
  const names = await bets.mustPlace(own.token, [pick(one)])
  for (const match of [one, two]) await bets.mustPlace(many.token, [pick(match)])
  await app.notices.addKickoffs()
  expect(await rowsOf('notices.match_told')).toBe(0)
  await app.clock.advance(3_600 - 14 * 60)
  await app.notices.addKickoffs()
  await bets.mustPlace(late.token, [pick(one)])
  await app.notices.addKickoffs()
  await tell(10)
  const [leg] = names.legs
  expect(await got(own.device)).toMatchObject([
    {
      title: 'Nare: Kick-off soon',
      body: expect.stringContaining(`${leg?.home_team} – ${leg?.away_team}`),
      url: '/my-bets',
    },
  ])
  expect(await got(late.device)).toEqual([])
  expect(await got(many.device)).toMatchObject([{ body: '2 matches on your bets start soon.' }])
  const night = await listener(['kickoff'])
  const nightly = await nare.match({ start_time: new Date(app.clock.now() + 86_400_000).toISOString() })
  await bets.mustPlace(night.token, [pick(nightly)])
  await nare.call(calls.setNotices, { quiet: { from: 0, until: 23 } }, night.token)
  await app.clock.advance(86_400 - 600)
  await app.notices.addKickoffs()
  await tell(10)
  expect(await got(night.device)).toEqual([])
})

test('a browser whose push service says that it is gone is removed; one that is busy is tried again, and dropped in the end', async () => {
  const [gone, busy] = [await listener(['bet_settled']), await listener(['bet_settled'], 500)]
  const match = await nare.match()
  for (const { token } of [gone, busy]) await bets.mustPlace(token, [pick(match)])
  await nare.call(sandbox.endBrowser, { push_id: gone.device.id })
  await result(match, '0:0')
  await nare.call(sandbox.faults, { service: 'push', error: true, next: 1 })
  await tell()
  expect((await nare.call(calls.notices, {}, gone.token)).body.data.devices).toEqual([])
  expect((await nare.call(calls.notices, {}, busy.token)).body.data.devices).toHaveLength(1)
  expect(await got(busy.device)).toEqual([])
  await app.notices.send()
  expect(await got(busy.device)).toEqual([])
  await app.clock.advance(31)
  await app.notices.send()
  expect(await got(busy.device)).toHaveLength(1)
  const again = await nare.match()
  await bets.mustPlace(busy.token, [pick(again)])
  await result(again, '0:0')
  await nare.call(sandbox.faults, { service: 'push', error: true, next: 4 })
  await tell(400)
  for (let tries = 0; tries < 6; tries++) {
    await app.clock.advance(4_000)
    await app.notices.send()
  }
  expect(await got(busy.device)).toHaveLength(1)
  expect(await rowsOf('notices.delivery')).toBe(0)
})

test('what a process had handed over when it ended is never sent again', async () => {
  const own = await listener(['bet_settled'])
  const match = await nare.match()
  await bets.mustPlace(own.token, [pick(match)])
  await result(match, '0:0')
  await nare.call(sandbox.faults, { service: 'push', error: true, next: 1 })
  await tell()
  await sql`update notices.delivery set state = 'handed'`.execute(nare.base.db)
  for (let times = 0; times < 3; times++) {
    await app.clock.advance(700)
    await app.notices.send()
    await app.notices.sweep()
  }
  expect(await got(own.device)).toEqual([])
  expect(await rowsOf('notices.delivery')).toBe(0)
})

test('two processes that send at the same time send each notice once', async () => {
  const owners = []
  for (let n = 0; n < 20; n++) owners.push(await listener(['bet_settled']))
  const match = await nare.match()
  for (const { token } of owners) await bets.mustPlace(token, [pick(match)])
  await result(match, '1:0')
  await app.notices.followSettled()
  await app.clock.advance(60)
  await Promise.all(Array.from({ length: 4 }, () => app.notices.send()))
  expect(await Promise.all(owners.map(async ({ device }) => (await got(device)).length))).toEqual(owners.map(() => 1))
})

test('who logs out at a browser gets nothing there any more, and whoever logs in at it takes it over', async () => {
  const [own, next] = [await listener(['bet_settled']), await nare.bettor()]
  const match = await nare.match()
  for (const { token } of [own, next]) await bets.mustPlace(token, [pick(match)])
  await result(match, '1:0')
  await app.notices.followSettled()
  expect(await nare.call(identity.logout, {}, own.token)).toMatchObject({ status: 200 })
  await tell()
  expect(await got(own.device)).toEqual([])
  expect(await subscribe(next.token, own.device, ['bet_settled'])).toMatchObject({
    body: { data: { devices: [{ endpoint: own.device.subscription.endpoint }] } },
  })
  const { rows } =
    await sql`select from notices.subscription where endpoint = ${own.device.subscription.endpoint}`.execute(
      nare.base.db,
    )
  expect(rows).toHaveLength(1)
  const left = await listener(['money'])
  await nare.call(identity.logout, {}, left.token)
  const before = await rowsOf('notices.subscription')
  await app.notices.sweep()
  expect(await rowsOf('notices.subscription')).toBeLessThan(before)
})

test('somebody who knows only the address of a browser does not take it over', async () => {
  const [own, other] = [await listener(['money']), await nare.bettor()]
  const { subscription } = await newDevice()
  const stolen = { endpoint: own.device.subscription.endpoint, keys: subscription.keys }
  expect(await nare.call(calls.subscribe, { subscription: stolen, topics: ['money'] }, other.token)).toMatchObject({
    status: 403,
    body: { code: 'not_allowed' },
  })
  await nare.call(calls.unsubscribe, { endpoint: stolen.endpoint }, other.token)
  expect((await nare.call(calls.notices, {}, own.token)).body.data.devices).toHaveLength(1)
})

test('an address that is of no push service, wrong keys and topics are refused with their fields, and change nothing', async () => {
  const { token } = await nare.bettor()
  const { subscription } = await newDevice()
  const before = await rowsOf('notices.subscription')
  const post = (given: object) =>
    app.app.inject({
      method: 'POST',
      url: '/v1/push/subscribe',
      headers: { authorization: `Bearer ${token}` },
      payload: { subscription, topics: ['money'], ...given },
    })
  const wrong: [object, string][] = [
    [{ subscription: { ...subscription, endpoint: 'https://127.0.0.1/x' } }, 'subscription.endpoint'],
    [{ subscription: { ...subscription, endpoint: 'http://fcm.googleapis.com/x' } }, 'subscription.endpoint'],
    [
      { subscription: { ...subscription, endpoint: `https://fcm.googleapis.com/${'x'.repeat(1000)}` } },
      'subscription.endpoint',
    ],
    [{ subscription: { ...subscription, keys: { p256dh: 'x', auth: 'y' } } }, 'subscription.keys.p256dh'],
    [{ topics: [] }, 'topics'],
    [{ topics: ['bonus'] }, 'topics.0'],
    [{ topics: 'money' }, 'topics'],
  ]
  for (const [given, field] of wrong) {
    const reply = await post(given)
    expect([field, reply.statusCode]).toEqual([field, 400])
    expect(Object.keys(reply.json().fields)).toContain(field)
  }
  expect(await rowsOf('notices.subscription')).toBe(before)
  expect((await nare.call(calls.setNotices, { quiet: { from: 24, until: 1 } } as never, token)).status).toBe(400)
  expect((await nare.call(calls.notices, {})).status).toBe(401)
  expect((await nare.call(calls.pushKey, {})).body.key).toMatch(/^B[\w-]{86}$/)
})

test('a bettor has at most ten browsers, the newest; a hundred identical posts make one', async () => {
  const { token } = await nare.bettor()
  const first = await newDevice()
  const replies = await Promise.all(Array.from({ length: 50 }, () => subscribe(token, first, ['money'])))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await nare.call(calls.notices, {}, token)).body.data.devices).toHaveLength(1)
  const more: Device[] = []
  for (let n = 0; n < 11; n++) more.push(await newDevice())
  for (const device of more) await subscribe(token, device, ['money'])
  const { devices } = (await nare.call(calls.notices, {}, token)).body.data
  expect(devices.map(({ endpoint }) => endpoint)).toEqual(
    more
      .slice(1)
      .map(({ subscription }) => subscription.endpoint)
      .toReversed(),
  )
})

test('a won bet and a payment come by SMS only to who asked, at most some a day, and not to a number that sent STOP', async () => {
  const [own, stopped, plain] = await nare.bettors(3, 2_000)
  if (!own || !stopped || !plain) throw new Error('no bettors')
  for (const { token } of [own, stopped])
    await nare.call(calls.setNotices, { sms: { won: true }, language: 'sw' }, token)
  await nare.call(sandbox.sendSms, { msisdn: stopped.msisdn, text: 'STOP' })
  const before = (await sms(stopped.msisdn)).length
  for (let n = 0; n < 7; n++) {
    const match = await nare.match()
    for (const { token } of [own, stopped, plain]) await bets.mustPlace(token, [pick(match)])
    await result(match, '1:0')
    await tell(1_000)
  }
  const texts = await sms(own.msisdn)
  expect(texts).toHaveLength(5)
  expect(texts[0]).toMatch(/^Nare: Beti imeshinda\. Beti \d+ imeshinda\. Pesa iko kwenye akaunti yako\.$/)
  expect([(await sms(stopped.msisdn)).length - before, await sms(plain.msisdn)]).toEqual([0, []])
})

test('what happened long ago is told to nobody', async () => {
  const own = await listener(['bet_settled'])
  const match = await nare.match()
  await bets.mustPlace(own.token, [pick(match)])
  await result(match, '1:0')
  await app.clock.advance(4_000)
  await tell()
  expect(await got(own.device)).toEqual([])
})
