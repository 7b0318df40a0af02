import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleToday } from '@nare/contract/console-today'
import { products } from '@nare/contract/products'
import { formatMoney, money } from '@nare/money/money'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick } from '#testing/bets'

const token = 'the-token-of-asha'

let nare: TestApp
beforeAll(async () => {
  nare = await testApp({ OPERATORS: `asha:admin:${createHash('sha256').update(token).digest('hex')}` })
})
afterAll(() => nare.close())

const today = async () => (await nare.call(consoleToday.today, {}, token)).body

/** Stakes and returns of each product on the current day of the country, from the entries of the ledger themselves. */
async function sums() {
  const { rows } = await sql<{ product: string; stakes: bigint; returns: bigint }>`
    select substr(a.name, 7) as product,
      coalesce(sum(e.amount) filter (where t.kind in ('stake', 'stake_released', 'bonus_stake', 'bonus_stake_released')), 0)::bigint as stakes,
      coalesce(-sum(e.amount) filter (where t.kind in ('win', 'refund', 'cash_out', 'correction', 'bonus_win', 'bonus_refund', 'bonus_cash_out',
        'bonus_correction')), 0)::bigint as returns
    from ledger.account a join ledger.entry e on e.account_id = a.id join ledger.transfer t on t.no = e.transfer_no
    where a.kind = 'house' and (t.at at time zone 'Africa/Nairobi')::date = (platform.now() at time zone 'Africa/Nairobi')::date
    group by a.name`.execute(nare.base.db)
  return new Map(rows.map((row) => [row.product, row]))
}

const cents = (text: string): bigint => BigInt(text.replace('.', ''))

async function expectMoneyOfLedger(): Promise<void> {
  const [ours, shown] = [await sums(), await today()]
  expect(shown.money.map(({ product }) => product)).toEqual(products)
  for (const one of shown.money) {
    const { stakes = 0n, returns = 0n } = ours.get(one.product) ?? {}
    expect(one).toMatchObject({
      stakes: formatMoney(money(stakes)),
      returns: formatMoney(money(returns)),
      gross: formatMoney(money(stakes - returns)),
    })
    expect(one.by_hour.reduce((sum, hour) => sum + cents(hour), 0n)).toBe(stakes)
  }
}

test('the money of each product equals the ledger at every moment, whatever the reader has read', async () => {
  const { mustPlace, result } = betsOn(nare)
  const bettor = await nare.bettor(1000)
  const [won, lost] = [await nare.match(), await nare.match()]
  await mustPlace(bettor.token, [pick(won)])
  await expectMoneyOfLedger()
  await nare.app.ledger.sumHouseFlow()
  await mustPlace(bettor.token, [pick(lost)])
  await expectMoneyOfLedger()
  await result(won, { goals: ['home'], half_time: '0:0', full_time: '1:0' })
  await result(lost, { goals: ['away'], half_time: '0:0', full_time: '0:1' })
  await expectMoneyOfLedger()
  await nare.app.ledger.sumHouseFlow()
  await expectMoneyOfLedger()
  const [sports] = (await today()).money
  expect(sports).toMatchObject({
    stakes: '200.00',
    gross: '-10.00',
    margin_percent: '-5.0',
    last_week: '0.00',
    bets: 2,
  })
})

test('the hours of the day are those of the country, and each shows the stakes of a week before, also after this time of day', async () => {
  const { mustPlace } = betsOn(nare)
  const hourOf = (at: string) => new Date(at).toLocaleTimeString('en-GB', { timeZone: 'Africa/Nairobi' })
  const bettor = await nare.bettor(1000)
  const before = await today()
  await mustPlace(bettor.token, [pick(await nare.match())], { stake: '40' })
  const { hours, money: products } = await today()
  expect([hours.length, hourOf(hours[0]?.begins ?? '')]).toEqual([24, '00:00:00'])
  const running = (products[0]?.by_hour.length ?? 0) - 1
  expect(hours.filter(({ begins }) => Date.parse(begins) <= nare.app.clock.now())).toHaveLength(running + 1)
  const stakedBefore = before.money[0]?.by_hour[running] ?? '0.00'
  expect(cents(products[0]?.by_hour[running] ?? '') - cents(stakedBefore)).toBe(4_000n)
  const stakes = products[0]?.by_hour[running]
  await nare.app.clock.advance(7 * 86_400)
  expect((await today()).hours[running]?.last_week).toBe(stakes)
})

test('yesterday and seven days are whole days of the country, against those of the week before up to the same time', async () => {
  const { mustPlace } = betsOn(nare)
  const place = async (stake: string): Promise<unknown> =>
    mustPlace(bettor.token, [pick(await nare.match())], { stake })
  const span = async (of: 'yesterday' | 'week') => {
    const { money, hours } = (await nare.call(consoleToday.spanMoney, { span: of }, token)).body
    return { sports: money[0], hours }
  }
  // Noon of the country, thirty days later.
  await nare.app.clock.advance(30 * 86_400 + 43_200 - ((nare.app.clock.now() / 1000 + 3 * 3_600) % 86_400))
  const bettor = await nare.bettor(1000)
  await place('40')
  await nare.app.clock.advance(86_400)
  await place('60')
  await nare.app.ledger.sumHouseFlow()
  const yesterday = await span('yesterday')
  expect(yesterday.sports).toMatchObject({ stakes: '40.00', bets: 1, last_week: '0.00' })
  expect([yesterday.hours.length, yesterday.sports?.by_hour.length]).toEqual([24, 24])
  const week = await span('week')
  expect(week.sports).toMatchObject({
    stakes: '100.00',
    by_hour: ['0.00', '0.00', '0.00', '0.00', '0.00', '40.00', '60.00'],
  })
  await nare.app.clock.advance(7 * 86_400 - 3_600)
  expect((await span('yesterday')).hours.filter(({ last_week }) => last_week !== '0.00')).toEqual([
    expect.objectContaining({ last_week: '40.00' }),
  ])
  expect((await span('week')).sports).toMatchObject({ stakes: '0.00', last_week: '40.00' })
  await nare.app.clock.advance(3_600)
  expect((await span('week')).sports?.last_week).toBe('100.00')
})

test('what comes next is the next kick-offs with the stakes on them, those of one moment together', async () => {
  const { mustPlace } = betsOn(nare)
  const bettor = await nare.bettor(1000)
  const start_time = new Date(nare.app.clock.now() + 1_800_000).toISOString()
  const [other, most] = [await nare.match({ start_time }), await nare.match({ start_time })]
  await mustPlace(bettor.token, [pick(other)], { stake: '20' })
  await mustPlace(bettor.token, [pick(most)], { stake: '60' })
  const next = (await today()).next.find(({ at }) => at === start_time)
  expect(next).toMatchObject({ kind: 'match', id: String(most), more: 1, staked: '80.00' })
  expect((await today()).next.length).toBeLessThanOrEqual(6)
})

test('a week later the gross of the day is that of last week, up to the same time', async () => {
  const { mustPlace } = betsOn(nare)
  await nare.app.clock.advance(86_400)
  const bettor = await nare.bettor(1000)
  await mustPlace(bettor.token, [pick(await nare.match())])
  await nare.app.clock.advance(600)
  await nare.app.ledger.sumHouseFlow()
  const begun = await nare.match()
  await mustPlace(bettor.token, [pick(begun)], { stake: '50' })
  const day = (await today()).money[0]
  await nare.app.clock.advance(7 * 86_400 - 300)
  expect((await today()).money[0]).toMatchObject({ stakes: '0.00', margin_percent: null, last_week: '100.00' })
  await nare.app.clock.advance(600)
  expect((await today()).money[0]?.last_week).toBe(day?.gross)
})
