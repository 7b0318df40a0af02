import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { identity } from '@nare/contract/identity'
import { notices as calls } from '@nare/contract/notices'
import { protection } from '@nare/contract/protection'
import { sandbox } from '@nare/contract/sandbox'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick } from '#testing/bets'
import { settlePayments, startPayments } from '#testing/payments'
import { withdraw } from '#testing/withdraw'
import { openNoticesWorld, type NoticesWorld } from './testing/notices-world.ts'

let nare: TestApp
let app: TestApp['app']
let bets: ReturnType<typeof betsOn>
let world: NoticesWorld

beforeAll(async () => {
  nare = await testApp()
  await startPayments(nare)
  ;({ app } = nare)
  bets = betsOn(nare)
  world = await openNoticesWorld(nare)
})
afterAll(() => nare.close())
beforeEach(async () => {
  await nare.call(sandbox.faults, { service: 'push', next: 0 })
  await world.to(9)
})

test('a bettor is told once of a settled bet, without an amount, and where to look', async () => {
  const { bet, match, ...own } = await world.withBet(['bet_settled'])
  await world.result(match, '2:0')
  await world.tell()
  await world.tell()
  expect(await world.got(own.device)).toEqual([
    {
      title: 'Nare: Bet won',
      body: `Bet ${bet.bet_id} won. The money is in your account.`,
      url: `/my-bets?bet=${bet.bet_id}`,
      tag: 'bets',
    },
  ])
})

test('many bets that are settled together are one notice, in the language of the browser and with the amount if it was chosen', async () => {
  const own = await world.listener(['bet_settled'], 5_000)
  await world.subscribe(own.token, own.device, ['bet_settled'], 'sw')
  await nare.call(calls.setNotices, { amounts: true }, own.token)
  const match = await nare.match()
  for (let n = 0; n < 12; n++)
    await bets.mustPlace(own.token, [n < 3 ? pick(match) : pick(match, '1', 'away_team', '3.60')])
  await world.result(match, '1:0')
  await world.tell()
  const body = 'Zilizoshinda: 3. KSh 630.00 iko kwenye akaunti yako.'
  const told = [{ title: 'Nare: Beti 12 zimeamuliwa', body, url: '/bet-history' }]
  expect(await world.got(own.device)).toMatchObject(told)
})

test('who chose nothing, another topic or took it back is told nothing', async () => {
  const plain = await nare.bettor()
  const [other, left] = [await world.listener(['money', 'kickoff']), await world.listener(['bet_settled'])]
  const match = await nare.match()
  for (const { token } of [plain, other, left]) await bets.mustPlace(token, [pick(match)])
  const gone = await nare.call(calls.unsubscribe, { endpoint: left.device.subscription.endpoint }, left.token)
  expect(gone).toMatchObject({ status: 200, body: { data: { devices: [] } } })
  await world.result(match, '0:0')
  await world.tell()
  expect([await world.got(other.device), await world.got(left.device)]).toEqual([[], []])
  expect(await world.rowsOf('notices.delivery')).toBe(0)
})

test('money that arrives is told at once, in quiet hours and on a break too; a bet is not', async () => {
  const [own, other] = [await world.listener(['money', 'bet_settled'], 2_000), await world.listener(['money'])]
  const match = await nare.match()
  await bets.mustPlace(own.token, [pick(match)])
  expect(await nare.call(protection.selfExclude, { period: '24h' }, own.token)).toMatchObject({ status: 200 })
  await world.to(23)
  expect((await withdraw(nare, own.token, '500')).status).toBe(200)
  await nare.call(sandbox.payBill, { msisdn: other.msisdn, account: other.msisdn, amount: '1000.00' })
  await settlePayments(nare)
  await world.result(match, '2:0')
  await world.tell()
  expect(await world.got(other.device)).toMatchObject([
    { title: 'Nare: Deposit arrived', body: 'Your deposit is in your account.', tag: 'money' },
  ])
  const money = [{ title: 'Nare: Withdrawal paid', tag: 'money' }]
  expect(await world.got(own.device)).toMatchObject(money)
  await world.to(7)
  await world.tell()
  expect(await world.got(own.device)).toMatchObject(money)
})

test('a paid withdrawal is told, with its amount if that was chosen', async () => {
  const [own, open] = [await world.listener(['money'], 2_000), await world.listener(['money'], 2_000)]
  await nare.call(calls.setNotices, { amounts: true }, open.token)
  for (const { token } of [own, open]) expect((await withdraw(nare, token, '500')).status).toBe(200)
  await settlePayments(nare)
  await world.tell()
  expect(await world.got(own.device)).toMatchObject([
    { title: 'Nare: Withdrawal paid', body: 'Your withdrawal was sent to your phone.', url: '/profile?tab=statement' },
  ])
  expect((await world.got(open.device))[0]?.['body']).toMatch(/^KSh \d{3}\.\d\d was sent to your phone\.$/)
})

test('bets that settle in quiet hours are told when these end', async () => {
  const { match, ...own } = await world.withBet(['bet_settled'])
  await world.to(23)
  await world.result(match, '1:0')
  await world.tell()
  expect(await world.got(own.device)).toEqual([])
  await world.to(7)
  await world.tell()
  expect(await world.got(own.device)).toMatchObject([{ title: 'Nare: Bet won' }])
})

test('a kick-off is told once to who has an open bet on the match, not in quiet hours, with all matches in one notice', async () => {
  const [own, late] = [await world.listener(['kickoff']), await world.listener(['kickoff'])]
  const many = await world.listener(['kickoff'], 500)
  const start_time = new Date(app.clock.now() + 3_600_000).toISOString()
  const [one, two] = [await nare.match({ start_time }), await nare.match({ start_time })]
  const names = await bets.mustPlace(own.token, [pick(one)])
  for (const match of [one, two]) await bets.mustPlace(many.token, [pick(match)])
  await app.notices.addKickoffs()
  expect(await world.rowsOf('notices.match_told')).toBe(0)
  await app.clock.advance(3_600 - 14 * 60)
  await app.notices.addKickoffs()
  await bets.mustPlace(late.token, [pick(one)])
  await app.notices.addKickoffs()
  await world.tell(10)
  const [leg] = names.legs
  const body = expect.stringContaining(`${leg?.home_team} – ${leg?.away_team}`)
  expect(await world.got(own.device)).toMatchObject([{ title: 'Nare: Kick-off soon', body, url: '/my-bets' }])
  expect(await world.got(late.device)).toEqual([])
  expect(await world.got(many.device)).toMatchObject([{ body: '2 matches on your bets start soon.' }])
  const night = await world.listener(['kickoff'])
  const nightly = await nare.match({ start_time: new Date(app.clock.now() + 86_400_000).toISOString() })
  await bets.mustPlace(night.token, [pick(nightly)])
  await nare.call(calls.setNotices, { quiet: { from: 0, until: 23 } }, night.token)
  await app.clock.advance(86_400 - 600)
  await app.notices.addKickoffs()
  await world.tell(10)
  expect(await world.got(night.device)).toEqual([])
})

test('a browser whose push service says that it is gone is removed; one that is busy is tried again, and dropped in the end', async () => {
  const [gone, busy] = [await world.listener(['bet_settled']), await world.listener(['bet_settled'], 500)]
  const match = await nare.match()
  for (const { token } of [gone, busy]) await bets.mustPlace(token, [pick(match)])
  await nare.call(sandbox.endBrowser, { push_id: gone.device.id })
  await world.result(match, '0:0')
  await nare.call(sandbox.faults, { service: 'push', error: true, next: 1 })
  await world.tell()
  expect((await nare.call(calls.notices, {}, gone.token)).body.data.devices).toEqual([])
  expect((await nare.call(calls.notices, {}, busy.token)).body.data.devices).toHaveLength(1)
  await app.notices.send()
  expect(await world.got(busy.device)).toEqual([])
  await app.clock.advance(31)
  await app.notices.send()
  expect(await world.got(busy.device)).toHaveLength(1)
  const again = await nare.match()
  await bets.mustPlace(busy.token, [pick(again)])
  await world.result(again, '0:0')
  await nare.call(sandbox.faults, { service: 'push', error: true, next: 4 })
  await world.tell(400)
  for (let tries = 0; tries < 6; tries++) {
    await app.clock.advance(4_000)
    await app.notices.send()
  }
  expect(await world.got(busy.device)).toHaveLength(1)
  expect(await world.rowsOf('notices.delivery')).toBe(0)
})

test('what a process had handed over when it ended is never sent again', async () => {
  const { match, ...own } = await world.withBet(['bet_settled'])
  await world.result(match, '0:0')
  await nare.call(sandbox.faults, { service: 'push', error: true, next: 1 })
  await world.tell()
  await sql`update notices.delivery set state = 'handed'`.execute(nare.base.db)
  for (let times = 0; times < 3; times++) {
    await app.clock.advance(700)
    await app.notices.send()
    await app.notices.sweep()
  }
  expect(await world.got(own.device)).toEqual([])
  expect(await world.rowsOf('notices.delivery')).toBe(0)
})

test('two processes that send at the same time send each notice once', async () => {
  const owners = []
  for (let n = 0; n < 20; n++) owners.push(await world.listener(['bet_settled']))
  const match = await nare.match()
  for (const { token } of owners) await bets.mustPlace(token, [pick(match)])
  await world.result(match, '1:0')
  await app.notices.followSettled()
  await app.clock.advance(60)
  await Promise.all(Array.from({ length: 4 }, () => app.notices.send()))
  const counts = await Promise.all(owners.map(async ({ device }) => (await world.got(device)).length))
  expect(counts).toEqual(owners.map(() => 1))
})

test('who logs out at a browser gets nothing there any more, and whoever logs in at it takes it over', async () => {
  const [own, next] = [await world.listener(['bet_settled']), await nare.bettor()]
  const match = await nare.match()
  for (const { token } of [own, next]) await bets.mustPlace(token, [pick(match)])
  await world.result(match, '1:0')
  await app.notices.followSettled()
  expect(await nare.call(identity.logout, {}, own.token)).toMatchObject({ status: 200 })
  await world.tell()
  expect(await world.got(own.device)).toEqual([])
  const taken = await world.subscribe(next.token, own.device, ['bet_settled'])
  expect(taken.body.data.devices).toMatchObject([{ endpoint: own.device.subscription.endpoint }])
  const left = await world.listener(['money'])
  await nare.call(identity.logout, {}, left.token)
  const before = await world.rowsOf('notices.subscription')
  await app.notices.sweep()
  expect(await world.rowsOf('notices.subscription')).toBeLessThan(before)
})

test('somebody who knows only the address of a browser does not take it over', async () => {
  const [own, other] = [await world.listener(['money']), await nare.bettor()]
  const { subscription } = await world.newDevice()
  const stolen = { endpoint: own.device.subscription.endpoint, keys: subscription.keys }
  const refused = await nare.call(calls.subscribe, { subscription: stolen, topics: ['money'] }, other.token)
  expect(refused).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
  await nare.call(calls.unsubscribe, { endpoint: stolen.endpoint }, other.token)
  expect((await nare.call(calls.notices, {}, own.token)).body.data.devices).toHaveLength(1)
})

test('an address that is of no push service, wrong keys and topics are refused with their fields, and change nothing', async () => {
  const { token } = await nare.bettor()
  const { subscription } = await world.newDevice()
  const before = await world.rowsOf('notices.subscription')
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
    [{ subscription: { ...subscription, endpoint: `https://${'x'.repeat(1000)}` } }, 'subscription.endpoint'],
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
  expect(await world.rowsOf('notices.subscription')).toBe(before)
  expect((await nare.call(calls.setNotices, { quiet: { from: 24, until: 1 } } as never, token)).status).toBe(400)
  expect((await nare.call(calls.notices, {})).status).toBe(401)
  expect((await nare.call(calls.pushKey, {})).body.key).toMatch(/^B[\w-]{86}$/)
})

test('a won bet and a payment come by SMS only to who asked, at most some a day, and not to a number that sent STOP', async () => {
  const [own, stopped, plain] = await nare.bettors(3, 2_000)
  if (!own || !stopped || !plain) throw new Error('no bettors')
  const bySms = { sms: { won: true }, language: 'sw' } as const
  for (const { token } of [own, stopped]) await nare.call(calls.setNotices, bySms, token)
  await nare.call(sandbox.sendSms, { msisdn: stopped.msisdn, text: 'STOP' })
  const before = (await world.sms(stopped.msisdn)).length
  for (let n = 0; n < 7; n++) {
    const match = await nare.match()
    for (const { token } of [own, stopped, plain]) await bets.mustPlace(token, [pick(match)])
    await world.result(match, '1:0')
    await world.tell(1_000)
  }
  const texts = await world.sms(own.msisdn)
  expect(texts).toHaveLength(5)
  expect(texts[0]).toMatch(/^Nare: Beti imeshinda\. Beti \d+ imeshinda\. Pesa iko kwenye akaunti yako\.$/)
  expect([(await world.sms(stopped.msisdn)).length - before, await world.sms(plain.msisdn)]).toEqual([0, []])
})

test('what happened long ago is told to nobody', async () => {
  const { match, ...own } = await world.withBet(['bet_settled'])
  await world.result(match, '1:0')
  await app.clock.advance(4_000)
  await world.tell()
  expect(await world.got(own.device)).toEqual([])
})
