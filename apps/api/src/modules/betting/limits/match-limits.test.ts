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
import { operatorsOf, operatorToken } from '#testing/operators'

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
