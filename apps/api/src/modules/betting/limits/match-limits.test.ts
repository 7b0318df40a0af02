import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { betting } from '@nare/contract/betting'
import { operatorBoard } from '@nare/contract/operator-trading-board'
import { operatorTradingHands as hands, operatorTradingLimits as calls } from '@nare/contract/operator-trading-hands'
import { operatorFixtures } from '@nare/contract/operator-trading-results'
import type { Sent } from '@nare/contract/route'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, slipOf, type Bets } from '#testing/bets'
import { cashOutsOn } from '#testing/cash-outs'
import { combinationsOn, usualKey } from '#testing/combinations'
import { operatorsOf, operatorToken } from '#testing/operators'
import { queryRows } from '#platform/db'

const [baraka, juma] = [operatorToken('baraka'), operatorToken('juma')]
const OPERATORS = operatorsOf({ baraka: 'trader', juma: 'trader' })
const reason = 'the final of the cup'

let nare: TestApp
let second: TestApp
let bets: Bets
beforeAll(async () => {
  nare = await testApp({ OPERATORS })
  second = await testApp({ OPERATORS }, { base: nare.base })
  bets = betsOn(nare)
})
afterAll(async () => {
  await second.close()
  await nare.close()
})

const setLimit = (given: Partial<Sent<typeof calls.setLimit>>, token = baraka) =>
  nare.call(calls.setLimit, { level: 'match', reason, ...given }, token)

const made = async (): Promise<string> => {
  const prices = { home_odd: '2.10', neutral_odd: '3.40', away_odd: '3.60', over: '1.90', under: '1.90' }
  const start_time = new Date(nare.app.clock.now() + 3_600_000).toISOString()
  const sides = { home_team: `Mathare ${randomUUID().slice(0, 4)}`, away_team: 'Kibera' }
  const given = { sport_id: '79', competition_name: 'Friendlies', ...sides, start_time, prices, reason }
  return (await nare.call(operatorFixtures.createFixture, given, baraka)).body.match_id
}
const rulesOf = async (match_id: string, on = nare) =>
  (await on.call(calls.matchHands, { match_id }, baraka)).body.rules.filter(
    ({ kind, level }) => kind === 'liability' && level === 'match',
  )

test('a match that a person has made has a limit of its own until a second person confirms a higher one, also where a price is by hand', async () => {
  const match = await made()
  const held = { level: 'match', id: match }
  const [rich, ...others] = await nare.bettors(4, 1_000_000)
  const token = rich?.token ?? ''
  // At 2.10 a stake of KSh 95,000 has a liability of 104,500; 90,909.09 of it is below 100,000.
  expect((await bets.place(token, [pick(match)], { stake: '95000' })).body).toMatchObject({
    ...{ code: 'stake_too_large', limit: '90909.09', held },
  })
  expect(await rulesOf(match)).toMatchObject([{ value: '100000.00', by: null, since: null }])
  const { limits } = (await nare.call(operatorBoard.sheet, { id: match }, baraka)).body
  expect(limits).toMatchObject({ liability: '100000.00' })

  const away = { match_id: match, sub_type_id: '1', odd_key: 'away_team', reason }
  await vi.waitFor(
    async () => expect((await nare.call(hands.setPrice, { ...away, price: '3.50' }, baraka)).status).toBe(200),
    60_000,
  )
  const byHand = pick(match, '1', 'away_team', '3.50')
  expect((await bets.place(token, [byHand], { stake: '50000' })).body).toMatchObject({ limit: '40000.00', held })
  await bets.mustPlace(token, [byHand], { stake: '40000' })

  // At once, in two processes: two of KSh 44,000 fit.
  const at = await Promise.all(
    others.map(({ token: own }, n) =>
      (n % 2 ? nare : second).call(betting.place, slipOf([pick(match)], { stake: '40000' }), own),
    ),
  )
  expect(at.filter(({ status }) => status === 201)).toHaveLength(2)
  const multi = [pick(match), pick(await nare.match())]
  expect((await bets.place(token, multi, { stake: '20000' })).body).toMatchObject({ held })

  const lift = { ids: [match], liability: '150000' }
  expect((await setLimit(lift)).status).toBe(202)
  expect((await bets.place(token, [pick(match)], { stake: '40000' })).body).toMatchObject({ held })
  expect((await setLimit(lift, juma)).status).toBe(200)
  expect(await rulesOf(match)).toMatchObject([{ value: '150000.00', by: 'baraka' }])
  await bets.mustPlace(token, [pick(match)], { stake: '40000' })
  expect((await bets.place(token, [pick(match)], { stake: '40000' })).body).toMatchObject({ held })
  // Each limit above the one of all such matches needs two, also a lower one than before.
  expect((await setLimit({ ...lift, liability: '120000' })).status).toBe(202)
  expect((await setLimit({ ...lift, liability: '90000' }, juma)).status).toBe(200)
  expect(await rulesOf(match)).toMatchObject([{ value: '90000.00', by: 'juma' }])
  await bets.verifyBooks()
})

test('the limit of a match by hand is not lifted by one that one person has set alone', async () => {
  const match = await made()
  await sql`
    insert into settings.level_value (kind, level, part, value, effective_at, author, reason, at)
    select 'liability', 'match', ${match}, '"500000.00"', now, 'baraka', 'from before', now from (select platform.now() as now) t`.execute(
    nare.base.db,
  )
  const { token } = await nare.bettor(1_000_000)
  // A process that starts now knows it.
  const later = await testApp({ OPERATORS }, { base: nare.base })
  try {
    expect((await rulesOf(match, later)).map(({ value }) => value)).toEqual(['500000.00', '100000.00'])
    expect((await betsOn(later).place(token, [pick(match)], { stake: '95000' })).body).toMatchObject({
      ...{ limit: '90909.09', held: { level: 'match', id: match } },
    })
  } finally {
    await later.close()
  }
})

type Risk = { market: string; key: string; bets: bigint; stake: bigint; liability: bigint }
const exposureOf = (match: string) => queryRows<Risk>(nare.base.db)`
  select market_id as market, odd_key as key, bets, stake, liability from betting.exposure where match_id = ${Number(match)}::int
  order by market_id collate "C"`

test('a combination counts its whole liability on itself and on each part, the strictest limit refuses, and a cash-out releases it', async () => {
  const of = combinationsOn(nare)
  const cashOuts = cashOutsOn(nare)
  const [match, { token }] = [await nare.match(), await nare.bettor(100_000)]
  const bet = await bets.mustPlace(token, [await of.priced(match)])
  const liability = BigInt(Math.round((Number(bet.possible_win) - 100) * 100))
  const part = { bets: 0n, stake: 0n, liability }
  expect(await exposureOf(match)).toEqual([
    { market: '1', key: 'home_team', ...part },
    { market: '18', key: 'over 2.5', ...part },
    { market: '60', key: 'draw', ...part },
    { market: '900', key: usualKey, bets: 1n, stake: 10_000n, liability },
  ])
  const book = await nare.app.betting.books.of(Number(match))
  expect([book?.bets(), book?.worst({ finished: false })]).toEqual([1, liability])
  const { markets, worst } = (await nare.call(operatorBoard.sheet, { id: match }, baraka)).body
  expect(worst).toBe((Number(bet.possible_win) - 100).toFixed(2))
  expect(markets.find(({ sub_type_id }) => sub_type_id === '900')).toMatchObject({
    outcomes: [{ odd_key: usualKey, bets: 1, staked: '100.00' }],
  })
  // What it has used of the limit of a part, another combination with that part and the part alone cannot use.
  const limit = (Number(bet.possible_win) - 99).toFixed(2)
  expect((await setLimit({ level: 'market', ids: [`${match}:18`], liability: limit })).status).toBe(200)
  const away = await of.priced(match, [
    ['1', 'away_team'],
    ['18', 'over 2.5'],
  ])
  const held = { code: 'stake_too_large', held: { level: 'market', id: `${match}:18` } }
  expect((await bets.place(token, [away])).body).toMatchObject(held)
  expect((await bets.place(token, [pick(match, '18', 'over 2.5', '1.90')])).body).toMatchObject(held)
  const without = await of.priced(match, [
    ['1', 'away_team'],
    ['60', 'draw'],
  ])
  await bets.mustPlace(token, [without])
  const { quote_id } = await cashOuts.mustQuote(token, bet.bet_id)
  expect((await cashOuts.take(token, bet.bet_id, quote_id)).status).toBe(200)
  expect((await exposureOf(match)).find(({ market }) => market === '18')?.liability).toBe(0n)
  await bets.mustPlace(token, [away], { stake: '20' })
  await bets.verifyBooks()
})
