import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { boards } from '@nare/contract/boards'
import { content } from '@nare/contract/content'
import { games } from '@nare/contract/games'
import { identity } from '@nare/contract/identity'
import { pages } from '@nare/contract/pages'
import { payments } from '@nare/contract/payments'
import { points } from '@nare/contract/points'
import { protection } from '@nare/contract/protection'
import { dayIn } from '#country/country'
import { random } from '#platform/random'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, closeWithBooks, pick, slipOf, type Bets } from '#testing/bets'
import { bonusesOn } from '#testing/bonus'
import { cashOutsOn } from '#testing/cash-outs'
import { jackpotWorld } from '#testing/jackpots'
import { operatorsOf } from '#testing/operators'
import { ownGamesOn } from '#testing/own-games'
import { settingsOn } from '#testing/settings'
import { withdraw } from '#testing/withdraw'

let nare: TestApp
let bets: Bets
beforeAll(async () => {
  nare = await testApp({ OPERATORS: operatorsOf({ ada: 'admin', ben: 'admin' }) })
  bets = betsOn(nare)
})
afterAll(() => closeWithBooks(nare))

const { change, send, valueOf, soon, untilSoon } = settingsOn(() => nare)
const match = () => nare.match({ start_time: new Date(nare.app.clock.now() + 9_000_000).toISOString() })
const today = () => dayIn('Africa/Nairobi', new Date(nare.app.clock.now()))
const message = async () => (await nare.call(content.settings, {})).body.message
const withTax = async (row: string) => `${await valueOf('taxes.rates')}, ${row}`

test('a tax holds from the moment of its setting on, by its day; what was paid before keeps its tax', async () => {
  const { token } = await nare.bettor(10_000)
  await change('taxes.rates', await withTax(`${today()}=withholding=withdrawal=10`), soon())
  const before = await withdraw(nare, token, '1000')
  expect(before.body).toMatchObject({ net: '952.00', tax: '47.60' })
  await untilSoon()
  expect((await withdraw(nare, token, '1000')).body).toMatchObject({ net: '909.00', tax: '90.90' })
  expect(
    (await nare.call(payments.payment, { id: before.body.withdrawal_id, kind: 'withdrawal' }, token)).body.data,
  ).toMatchObject({
    tax: '47.60',
  })
  expect((await message()).taxes.at(-1)).toMatchObject({ base: 'withdrawal', percent: '10', from: today() })
  const slip = { slip: [pick(await match())], stake: '100' }
  expect((await nare.call(betting.validate, slip, token)).body.tax.withdrawal_percent).toBe('10')
  // A row from a later day is known and does not hold yet.
  await change('taxes.rates', await withTax('2031-01-01=withholding=withdrawal=20'))
  expect((await withdraw(nare, token, '1000')).body).toMatchObject({ tax: '90.90' })
  await change('taxes.rates', null)
  expect((await withdraw(nare, token, '1000')).body).toMatchObject({ tax: '47.60' })
})

test.each<[string, (rates: string) => string, RegExp]>([
  [
    'another rate of a day that is over',
    (rates) => rates.replace('2024-12-27=excise=stake=15', '2024-12-27=excise=stake=16'),
    /stay as they are/,
  ],
  [
    'a rate of a day that is over that is gone',
    (rates) => rates.replace('2018-07-01=withholding=win=20, ', ''),
    /stay as they are/,
  ],
  ['a tax that is not collected yet', (rates) => `${rates}, 2031-01-01=excise=stake=5`, /not collected/],
  [
    'two rates of a day',
    (rates) => `${rates}, 2031-01-01=excise=deposit=5, 2031-01-01=excise=deposit=6`,
    /one rate a day/,
  ],
  ['a day that does not exist', (rates) => `${rates}, 2031-02-30=excise=deposit=5`, /Row 11, From/],
  ['a tax above its most', (rates) => `${rates}, 2031-01-01=excise=deposit=51`, /Row 11, Percent: At most 50/],
])('%s is refused with its field, and changes nothing', async (_, given, sentence) => {
  const before = await valueOf('taxes.rates')
  const refused = await send('taxes.rates', given(before), { by: 'ada' })
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  expect(refused.body['fields']).toEqual({ value: expect.stringMatching(sentence) as string })
  expect(await valueOf('taxes.rates')).toBe(before)
})

test('the tax on the gross result of days that are over stays, and a later one is added', async () => {
  const refused = await send('taxes.gross', '2018-01-01=35, 2019-01-01=16', { by: 'ada' })
  expect(refused.body['fields']).toEqual({ value: expect.stringMatching(/stay as they are/) as string })
  await change('taxes.gross', `${await valueOf('taxes.gross')}, 2031-01-01=20`)
  expect(await valueOf('taxes.gross')).toBe('2018-01-01=35=all, 2019-01-01=15=all, 2031-01-01=20=all')
  await change('taxes.gross', null)
})

test('of forty withdrawals at once while the tax changes, each is taxed by one of the two rates, and the books add up', async () => {
  const bettors = await nare.bettors(40, 2_000)
  const rates = await withTax(`${today()}=withholding=withdrawal=10`)
  const early = bettors.slice(0, 5).map(({ token }) => withdraw(nare, token, '1000'))
  const changed = Promise.all(early).then(() => change('taxes.rates', rates))
  const later = bettors.slice(5, 30).map(async ({ token }, n) => {
    for (let turn = 0; turn < 4 * n; turn++) await new Promise((next) => setImmediate(next))
    return withdraw(nare, token, '1000')
  })
  const last = bettors.slice(30).map(({ token }) => changed.then(() => withdraw(nare, token, '1000')))
  const answers = await Promise.all([...early, ...later, ...last])
  const seen = new Set(answers.map(({ body: { net, tax, debited } }) => `${net} ${tax} ${debited}`))
  expect(seen).toEqual(new Set(['952.00 47.60 999.60', '909.00 90.90 999.90']))
  await change('taxes.rates', null)
})

test('the bounds of deposits and withdrawals', async () => {
  const { token } = await nare.bettor(10_000)
  const deposit = (amount: string) => nare.call(payments.deposit, { id: random.uuid(), amount }, token)
  await change('payments.deposit_max', '500', soon())
  await change('payments.withdrawal_max', '300', soon())
  expect((await withdraw(nare, token, '400')).status).toBe(200)
  await untilSoon()
  expect((await deposit('501')).body['field_codes']).toEqual({ amount: 'deposit_max' })
  expect((await withdraw(nare, token, '400')).body['field_codes']).toEqual({ amount: 'withdrawal_max' })
  expect((await message()).payments).toMatchObject({ deposit_max: '500.00', withdrawal_max: '300.00' })
  for (const key of ['payments.deposit_max', 'payments.withdrawal_max']) await change(key, null)
})

test('the lowest stake of a slip', async () => {
  const [on, { token }] = [await match(), await nare.bettor(1_000)]
  await change('bets.stake_min', '50')
  expect(await bets.place(token, [pick(on)], { stake: '49' })).toMatchObject({
    body: { code: 'stake_too_small', limit: '50.00' },
  })
  expect((await nare.call(betting.validate, slipOf([pick(on)]), token)).body.minStake).toBe('50.00')
  await change('bets.stake_min', null)
  await bets.mustPlace(token, [pick(on)], { stake: '20' })
})

test('a market without cash-outs has none from its moment on', async () => {
  const [on, { token }, cashOuts] = [await match(), await nare.bettor(1_000), cashOutsOn(nare)]
  const { bet_id } = await bets.mustPlace(token, [pick(on)])
  await change('cash_out.markets', '1=off=-=-', soon())
  expect((await cashOuts.mustQuote(token, bet_id)).amount).toBeDefined()
  await untilSoon()
  expect(await cashOuts.quote(token, bet_id)).toMatchObject({ body: { code: 'not_available', reason: 'off' } })
  await change('cash_out.markets', null)
})

test('the limits of own games hold for new rounds', async () => {
  const [own, { token }] = [ownGamesOn(nare), await nare.bettor(1_000)]
  const listed = async () => (await nare.call(games.list, {})).body.data.find(({ game }) => game === 'limbo')
  const limbo = { game: 'limbo', options: { target: '100' } } as const
  await change('games.stake_max', '30', soon())
  await change('games.win_max', '1000', soon())
  expect((await own.bet(token, limbo, { stake: '31' })).status).toBe(201)
  await untilSoon()
  expect(await own.bet(token, limbo, { stake: '31' })).toMatchObject({ body: { code: 'stake_too_large' } })
  expect(await own.bet(token, limbo, { stake: '20' })).toMatchObject({ body: { code: 'payout_too_large' } })
  expect(await listed()).toMatchObject({ max_stake: '30.00', max_win: '1000.00' })
  for (const key of ['games.stake_max', 'games.win_max']) await change(key, null)
  const automatic = async () => (await nare.call(games.list, {})).body.automatic_rounds
  expect(await automatic()).toBe(20)
  await change('games.automatic_rounds', '0')
  expect(await automatic()).toBe(0)
  await change('games.automatic_rounds', null)
})

test('a pool keeps its bounds, and the highest stake of a ticket is that of now', async () => {
  const [jackpots, { token }] = [jackpotWorld(() => nare), await nare.bettor(1_000)]
  const before = await jackpots.pool(2)
  for (const [key, value] of [
    ['jackpots.doubles_max', 0],
    ['jackpots.line_max', '20'],
  ] as const)
    await change(key, value)
  const after = await jackpots.pool(2)
  const double = [['home_team', 'draw'], ['home_team']] as const
  expect((await jackpots.place(before, token, double)).status).toBe(201)
  expect((await jackpots.place(after, token, double)).status).not.toBe(201)
  await expect(jackpots.pool(2, { stake: '21.00' })).rejects.toThrow(/A line costs up to 20.00/)
  await change('jackpots.stake_max', '15')
  expect((await jackpots.place(before, token, double)).body['code']).toBe('stake_too_large')
  for (const key of ['jackpots.doubles_max', 'jackpots.line_max', 'jackpots.stake_max']) await change(key, null)
})

test('points are earned by the rule of the first settlement, also when a result is corrected, and redeemed by the table of now', async () => {
  const [on, next, { token, id }] = [await match(), await match(), await nare.bettor(10_000)]
  const has = async () => Number((await nare.app.ledger.balances(id)).points)
  await bets.mustPlace(token, [pick(on)], { stake: '100' })
  await bets.mustPlace(token, [pick(next)], { stake: '100' })
  await bets.result(on, { full_time: '1:0' })
  await nare.app.points.earn()
  expect(await has()).toBe(10)
  await change('points.earn', 'sports=5=10.00=1.50')
  await bets.result(on, { full_time: '0:1' })
  await nare.app.points.earn()
  expect(await has()).toBe(10)
  await bets.result(next, { full_time: '1:0' })
  await nare.app.points.earn()
  expect(await has()).toBe(60)
  await change('points.redeem', '50=10.00')
  expect((await nare.call(points.table, {})).body.data.redeem).toEqual([{ points: 50, bonus: '10.00' }])
  expect(await nare.call(points.redeem, { id: random.uuid(), points: 50 }, token)).toMatchObject({
    ...{ status: 200, body: { bonus: '10.00', points: 10 } },
  })
  for (const key of ['points.earn', 'points.redeem']) await change(key, null)
})

test('half of a stake counts for wagering when its product counts half', async () => {
  const [on, seeded] = [await match(), await nare.bettor(1_000)]
  const bonuses = bonusesOn(nare)
  await bonuses.grant(seeded, 500, { wagerTimes: 2 })
  await change('bonus.wager_shares', 'sports=1.00=50')
  await bets.mustPlace(seeded.token, [pick(on)], { stake: '100' })
  await bets.result(on, { full_time: '1:0' })
  await nare.app.bonus.wager()
  expect((await bonuses.grants(seeded.token))[0]).toMatchObject({ wager_done: '50.00' })
  await change('bonus.wager_shares', null)
})

test('a period of a board that runs keeps its prizes, and the next has those of now', async () => {
  const { token } = await nare.bettor()
  const prizes = async () => (await nare.call(boards.leaderboard, { period: 'day' }, token)).body.prizes?.[0]
  await nare.app.boards.close()
  expect(await prizes()).toEqual({ from: 1, to: 1, prize: '1000.00' })
  await change('boards.prizes', 'sports=day=1=2=700.00')
  expect(await prizes()).toEqual({ from: 1, to: 1, prize: '1000.00' })
  await nare.app.clock.advance(24 * 3_600)
  await nare.app.boards.close()
  expect(await prizes()).toEqual({ from: 1, to: 2, prize: '700.00' })
  await change('boards.prizes', null)
})

test('a reality check at most as far apart as the house sets, and the days of a new session', async () => {
  const { token } = await nare.bettor()
  const check = async () => (await nare.call(protection.protection, {}, token)).body.reality_check
  await nare.call(protection.setProtection, { reality_check_minutes: 45 }, token)
  await change('protection.reality_check_min', 30)
  expect(await check()).toEqual({ interval_minutes: 30, longest_minutes: 30 })
  await change('protection.reality_check_min', null)
  expect(await check()).toEqual({ interval_minutes: 45, longest_minutes: 60 })
  await change('identity.session_days', 2)
  const signup = {
    msisdn: '254712700009',
    password: 'stranger-secret-1',
    date_of_birth: '1990-01-01',
    terms: true,
  } as const
  expect((await nare.call(identity.signup, signup)).status).toBe(200)
  const { status } = await nare.call(identity.login, { msisdn: signup.msisdn, password: signup.password })
  const { rows } = await sql<{ days: number }>`
    select extract(epoch from expires_at - platform.now()) / 86400 as days from identity.session order by opened_at desc limit 1`.execute(
    nare.base.db,
  )
  expect([status, Math.round(Number(rows[0]?.days))]).toEqual([200, 2])
  await change('identity.session_days', null)
})

test('the name, the terms and the hours of the house on its pages', async () => {
  for (const [key, value] of [
    ['house.name', 'Moran'],
    ['house.terms_version', '2027-01-01'],
    ['house.hours', '7 to 23'],
  ] as const)
    await change(key, value)
  expect(await message()).toMatchObject({ name: 'Moran', terms_version: '2027-01-01', contacts: { hours: '7 to 23' } })
  const page = JSON.stringify((await nare.call(pages.page, { page: 'terms-and-conditions' })).body)
  expect(page).toMatch(/Moran is run by/)
  expect(page).toContain('7 to 23')
  expect((await nare.app.app.inject({ url: '/openapi.json' })).body).toContain('Moran')
  for (const key of ['house.name', 'house.terms_version', 'house.hours']) await change(key, null)
})
