import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { betting } from '@nare/contract/betting'
import { consoleToday } from '@nare/contract/console-today'
import { content } from '@nare/contract/content'
import { operator } from '@nare/contract/operator'
import { operatorPaymentLists } from '@nare/contract/operator-payments-lists'
import { pages } from '@nare/contract/pages'
import { random } from '#platform/random'
import { testBuses } from '#platform/testing/bus-pair'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, slipOf, type Bets } from '#testing/bets'
import { cashOutsOn } from '#testing/cash-outs'
import { openTestLeague, leaguePick } from '#testing/league'
import { operatorsOf, operatorToken } from '#testing/operators'
import type { SeededBettor } from '#testing/seed'
import { settingsOn } from '#testing/settings'
import { withdraw } from '#testing/withdraw'

const ada = operatorToken('ada')
const reason = 'as decided on Monday'
const OPERATORS = operatorsOf({ ada: 'admin', ben: 'admin' })

let nare: TestApp
let second: TestApp
let bets: Bets
const waits: number[] = []
/** What happens while a live bet waits. */
let duringWait: (() => Promise<void>) | undefined
beforeAll(async () => {
  const [one, other] = testBuses(2)
  const waitForLive = async (ms: number): Promise<void> => {
    waits.push(ms)
    await duringWait?.()
  }
  const options = { waitForLive }
  nare = await testApp({ OPERATORS }, { ...options, ...(one && { bus: one }) })
  second = await testApp({ OPERATORS }, { ...options, base: nare.base, ...(other && { bus: other }) })
  bets = betsOn(nare)
})
afterAll(async () => {
  await betsOn(nare).verifyBooks()
  await second.close()
  await nare.close()
})

const { change, soon, untilSoon } = settingsOn(() => nare)
/** A match that begins after every change of these tests. */
const match = () => nare.match({ start_time: new Date(nare.app.clock.now() + 9_000_000).toISOString() })
test('a lower highest stake holds from its moment on, and the bet from before stays', async () => {
  const [on, { token }] = [await match(), await nare.bettor(10_000)]
  await change('bets.stake_max', '150', soon())
  const before = await bets.mustPlace(token, [pick(on)], { stake: '200' })
  await untilSoon()
  expect(await bets.place(token, [pick(on)], { stake: '200' })).toMatchObject({
    ...{ status: 422, body: { code: 'stake_too_large', limit: '150.00' } },
  })
  await bets.mustPlace(token, [pick(on)], { stake: '150' })
  expect((await nare.call(content.settings, {})).body.message).toMatchObject({ max_stake: '150.00' })
  await bets.result(on, { full_time: '1:0' })
  expect(await bets.bet(token, before.bet_id)).toMatchObject({ state: 'won', returned: '420.00' })
  await change('bets.stake_max', null)
})

test('a lower highest payout refuses new bets, and a bet from before is paid by its own', async () => {
  const [on, { token }] = [await match(), await nare.bettor(10_000)]
  const before = await bets.mustPlace(token, [pick(on)])
  await change('bets.payout_max', '200', soon())
  await untilSoon()
  expect(await bets.place(token, [pick(on)])).toMatchObject({ body: { code: 'payout_too_large', limit: '200.00' } })
  const after = await bets.mustPlace(token, [pick(on)], { stake: '90' })
  expect(after.rules_version).not.toBe(before.rules_version)
  await bets.result(on, { full_time: '1:0' })
  expect(await bets.bet(token, before.bet_id)).toMatchObject({ state: 'won', returned: '210.00' })
  expect(await bets.bet(token, after.bet_id)).toMatchObject({ state: 'won', returned: '189.00' })
  await change('bets.payout_max', null)
})

test('a lower liability holds for new bets, also where more is open already', async () => {
  const [on, { token }] = [await match(), await nare.bettor(10_000)]
  await bets.mustPlace(token, [pick(on)], { stake: '1000' })
  await change('bets.liability_max', '1200', soon())
  await bets.mustPlace(token, [pick(on)], { stake: '50' })
  await untilSoon()
  expect(await bets.place(token, [pick(on)], { stake: '100' })).toMatchObject({ body: { code: 'stake_too_large' } })
  expect((await second.call(betting.place, slipOf([pick(on)], { stake: '100' }), token)).status).toBe(422)
  await change('bets.liability_max', null)
  await bets.mustPlace(token, [pick(on)], { stake: '100' })
})

test('fewer picks, of a slip and of a system', async () => {
  const ids = await Promise.all([match(), match(), match()])
  const { token } = await nare.bettor(10_000)
  await change('bets.legs_max', 2)
  await change('bets.system_legs_max', 2)
  const picks = ids.map((id) => pick(id))
  expect(await bets.place(token, picks)).toMatchObject({ body: { code: 'too_many_legs', limit: 2 } })
  await change('bets.legs_max', null)
  expect((await bets.place(token, picks, { type: 'system', system: [2] })).body['code']).toBe('too_many_legs')
  await change('bets.system_legs_max', null)
  await bets.mustPlace(token, picks)
})

test('a live bet waits for the delay that held when its stake was reserved', async () => {
  const [on, { token }] = [await nare.match(), await nare.bettor(10_000)]
  await bets.drive(on, { state: 'live', minute: 10 })
  await change('bets.live_delay_s', 9, soon())
  waits.length = 0
  await bets.mustPlace(token, [pick(on)])
  await untilSoon()
  await bets.drive(on, { state: 'live', minute: 20 })
  await bets.mustPlace(token, [pick(on)])
  expect(waits).toEqual([4000, 9000])
  const slip = { slip: [pick(on)], stake: '100' }
  expect((await nare.call(betting.validate, slip, token)).body.slip_has_live_interval).toBe(9)
  await change('bets.live_delay_s', null)
})

test('a live bet is judged again after its delay by the settings of then, and what is refused gets its stake back', async () => {
  const [on, { token }] = [await nare.match(), await nare.bettor(1_000)]
  await bets.drive(on, { state: 'live', minute: 10 })
  waits.length = 0
  duringWait = async () => {
    duringWait = undefined
    await change('bets.live_delay_s', 20)
    await change('bets.stake_max', '150')
  }
  expect(await bets.place(token, [pick(on)], { stake: '200' })).toMatchObject({
    ...{ status: 422, body: { code: 'stake_too_large', limit: '150.00' } },
  })
  expect(waits).toEqual([4000])
  expect(await bets.balance(token)).toBe('1000.00')
  for (const key of ['bets.live_delay_s', 'bets.stake_max']) await change(key, null)
})

test('a higher margin lowers the value of a cash-out, and without cash-outs there is none', async () => {
  const [on, { token }] = [await match(), await nare.bettor(10_000)]
  const [{ bet_id }, cashOuts] = [await bets.mustPlace(token, [pick(on)]), cashOutsOn(nare)]
  const quoted = await cashOuts.mustQuote(token, bet_id)
  await change('cash_out.margin', '20', soon())
  expect((await cashOuts.mustQuote(token, bet_id)).amount).toBe(quoted.amount)
  await untilSoon()
  const lower = await cashOuts.mustQuote(token, bet_id)
  expect(lower.fair).toBe(quoted.fair)
  expect(Number(lower.amount)).toBeCloseTo(Number(quoted.fair) * 0.8, 1)
  await change('cash_out.on', false)
  expect(await cashOuts.quote(token, bet_id)).toMatchObject({
    ...{ status: 422, body: { code: 'not_available', reason: 'off' } },
  })
  expect(await cashOuts.take(token, bet_id, lower.quote_id)).toMatchObject({ body: { code: 'not_available' } })
  await change('cash_out.on', null)
  expect((await cashOuts.take(token, bet_id, (await cashOuts.mustQuote(token, bet_id)).quote_id)).status).toBe(200)
  await change('cash_out.margin', null)
})

test('another boost is for new bets; a bet from before is paid by the table that it was placed with', async () => {
  const ids = await Promise.all([match(), match(), match()])
  const { token } = await nare.bettor(10_000)
  const picks = ids.map((id) => pick(id))
  await change('boost.table', '3=50', soon())
  const before = await bets.mustPlace(token, picks)
  await untilSoon()
  const after = await bets.mustPlace(token, picks)
  expect([before.boost?.percent, after.boost?.percent]).toEqual([5, 50])
  expect((await nare.call(content.settings, {})).body.message.boost.table).toEqual([{ legs: 3, percent: 50 }])
  for (const id of ids) await bets.result(id, { full_time: '1:0' })
  // 100 × 2.10³ = 926.10, and of the profit of 826.10 5 or 50 % more.
  expect((await bets.bet(token, before.bet_id)).returned).toBe('967.40')
  expect((await bets.bet(token, after.bet_id)).returned).toBe('1339.15')
  await change('boost.table', null)
})

test('the highest stake of the league', async () => {
  const league = await openTestLeague(nare)
  const round = await league.open()
  const [on] = round.matches
  if (!on) throw new Error('no match')
  const { token } = await nare.bettor(10_000)
  await change('league.stake_max', '50')
  expect(await league.place(token, [leaguePick(on)], { stake: '60' })).toMatchObject({
    body: { code: 'stake_too_large', limit: '50.00' },
  })
  await change('league.stake_max', null)
  expect((await league.place(token, [leaguePick(on)], { stake: '60' })).status).toBe(201)
})

test('a withdrawal above the automatic sum waits from its moment on, and the one from before was sent', async () => {
  const { token, id } = await nare.bettor(10_000)
  const withdrawals = async (state: 'all' | 'waiting') =>
    (await nare.call(operatorPaymentLists.withdrawals, { bettor_id: String(id), state }, ada)).body.data
  const because = async () => (await withdrawals('waiting')).map((row) => row.because)
  await change('payments.automatic_max', '200', soon())
  expect((await withdraw(nare, token, '525')).status).toBe(200)
  await expect.poll(() => withdrawals('all')).toMatchObject([{ state: expect.stringMatching(/^(sent|done)$/) }])
  await untilSoon()
  expect((await withdraw(nare, token, '525')).status).toBe(200)
  await expect.poll(because).toEqual([['above_automatic']])
  await change('payments.identity_day_max', '100')
  expect(await withdraw(nare, token, '525')).toMatchObject({
    body: { code: 'identity_required', identity_most: '100.00' },
  })
  for (const key of ['payments.automatic_max', 'payments.identity_day_max']) await change(key, null)
})

test('what one person may do alone', async () => {
  const bettor = await nare.bettor(10)
  const adjust = (points: number) =>
    nare.call(operator.adjustPoints, { id: random.uuid(), bettor_id: String(bettor.id), points, reason }, ada)
  expect((await adjust(50)).status).toBe(200)
  await change('points.adjust_alone_max', 99)
  expect((await adjust(50)).status).toBe(202)
  await change('points.adjust_alone_max', null)
})

test('the promise of a queue, the help line and the address of the house', async () => {
  await change('queues.identity', 60)
  const { queues } = (await nare.call(consoleToday.today, {}, ada)).body
  expect(queues.find(({ name }) => name === 'identity')?.promise_s).toBe(60)
  await change('house.help_line', '0800 720 021')
  await change('house.email', 'support@house.example')
  const { contacts } = (await nare.call(content.settings, {})).body.message
  expect(contacts).toMatchObject({ help_line: '0800 720 021', email: 'support@house.example' })
  await change('house.phone', '+254 711 000 111')
  const page = await nare.call(pages.page, { page: 'responsible-gambling' })
  expect(JSON.stringify(page.body)).toContain('+254 711 000 111')
})

test('of a hundred bets at once while a limit and the boost change in another process, each is judged by one of the two, and each batch by one', async () => {
  const ids = await Promise.all([match(), match(), match()])
  const picks = ids.map((id) => pick(id))
  const bettors = await nare.bettors(100, 10_000)
  await change('bets.liability_max', '19000000')
  const first = await bets.mustPlace(bettors[0]?.token ?? '', picks)
  const send = ({ token }: SeededBettor, n: number) => {
    const slip = slipOf(picks, { stake: n % 2 === 0 ? '100' : '75' })
    return (n % 3 === 0 ? second : nare).call(betting.place, slip, token)
  }
  const early = await Promise.all(bettors.slice(0, 5).map(send))
  const changed = change('boost.table', '3=50').then(() => change('bets.stake_max', '80'))
  const later = await Promise.all([
    ...bettors.slice(5, 70).map(async (bettor, n) => {
      for (let turn = 0; turn < n; turn++) await new Promise((next) => setImmediate(next))
      return send(bettor, n)
    }),
    ...bettors.slice(70).map((bettor, n) => changed.then(() => send(bettor, n))),
  ])
  await expect.poll(async () => (await second.call(content.settings, {})).body.message.max_stake).toBe('80.00')
  const last = await bets.mustPlace(bettors[1]?.token ?? '', picks, { stake: '50' })
  const percents = new Map([
    [first.rules_version, 5],
    [last.rules_version, 50],
  ])
  const seen = new Set<number | undefined>()
  for (const { status, body } of [...early, ...later]) {
    if (status !== 201) {
      expect(body).toMatchObject({ code: 'stake_too_large', limit: '80.00' })
      continue
    }
    const { rules_version: version, boost } = body.bet
    expect(boost?.percent).toBe(percents.get(version))
    seen.add(boost?.percent)
  }
  expect(seen).toEqual(new Set([5, 50]))
  const { rows: mixed } = await sql`
    select b.xmin::text as batch from betting.bet b join betting.leg l using (bet_id)
    where l.match_id = ${Number(ids[0])}::int group by 1 having count(distinct b.rules_version) > 1`.execute(
    nare.base.db,
  )
  expect(mixed).toEqual([])
  for (const id of ids) await bets.result(id, { full_time: '1:0' })
  const { rows } = await sql<{ wrong: bigint }>`
    select count(*) as wrong from betting.bet b join betting.leg l using (bet_id)
    where l.match_id = ${Number(ids[0])}::int and b.state <> 'won'`.execute(nare.base.db)
  expect(Number(rows[0]?.wrong)).toBe(0)
})
