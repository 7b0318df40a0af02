import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { betting } from '@nare/contract/betting'
import { catalog } from '@nare/contract/catalog'
import { consoleBettorActions } from '@nare/contract/console-bettor-actions'
import {
  operatorTradingHands as hands,
  operatorTradingLimits as calls,
  type RuleLevel,
} from '@nare/contract/operator-trading-hands'
import type { Sent } from '@nare/contract/route'
import { testBuses } from '#platform/testing/bus-pair'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, slipOf, type Bets } from '#testing/bets'
import { operatorsOf, operatorToken } from '#testing/operators'

const [baraka, juma, asha] = [operatorToken('baraka'), operatorToken('juma'), operatorToken('asha')]
const OPERATORS = operatorsOf({ baraka: 'trader', juma: 'trader', asha: 'admin', gitonga: 'marketing' })
const reason = 'as decided on Monday'

let nare: TestApp
let second: TestApp
let bets: Bets
beforeAll(async () => {
  const [one, other] = testBuses(2)
  nare = await testApp({ OPERATORS }, { ...(one && { bus: one }) })
  second = await testApp({ OPERATORS }, { base: nare.base, ...(other && { bus: other }) })
  bets = betsOn(nare)
})
afterAll(async () => {
  await second.close()
  await nare.close()
})

type Limit = Partial<Sent<typeof calls.setLimit>>
const setLimit = (given: Limit, token = baraka) => nare.call(calls.setLimit, { level: 'all', reason, ...given }, token)
type Margin = Partial<Sent<typeof hands.setMargin>>
const setMargin = (given: Margin, token = baraka) =>
  nare.call(hands.setMargin, { level: 'all', percent: '10', reason, ...given }, token)

/** Sets a limit or margin by two people if need be. */
async function surely<A extends { status: number; body: unknown }>(call: (token: string) => Promise<A>): Promise<void> {
  const asked = await call(baraka)
  const done = asked.status === 202 ? await call(juma) : asked
  if (done.status !== 200) throw new Error(JSON.stringify(done.body))
}

const matchIn = (competition_name: string) => nare.match({ competition_name })
const competitionOf = async (match: string): Promise<string> =>
  (await nare.call(catalog.match, { match_id: match })).body.data.competition_id

test('the strictest limit of all levels holds, and a refusal names it', async () => {
  const match = await matchIn('Strict')
  const competition = await competitionOf(match)
  const { token } = await nare.bettor(1_000_000)
  const refusal = async (stake: string) =>
    (await nare.call(betting.place, slipOf([pick(match)], { stake }), token)).body
  /** The other process may take a bet before it knows the limit: on another outcome. */
  const refusalElsewhere = async (stake: string) =>
    (await second.call(betting.place, slipOf([pick(match, '1', 'away_team', '3.60')], { stake }), token)).body
  const parts: [RuleLevel, string[], { level: string; id: string }][] = [
    ['sport', ['79'], { level: 'sport', id: '79' }],
    ['competition', [competition], { level: 'competition', id: competition }],
    ['match', [match], { level: 'match', id: match }],
    ['market', ['1'], { level: 'market', id: '1' }],
    ['market', [`${match}:1`], { level: 'market', id: `${match}:1` }],
  ]
  let stake = 900
  for (const [level, ids, held] of parts) {
    await surely((by) => setLimit({ level, ids, stake: String(stake) }, by))
    expect(await refusal(String(stake + 1))).toMatchObject({ code: 'stake_too_large', limit: `${stake}.00`, held })
    await vi.waitFor(async () => expect(await refusalElsewhere(String(stake + 1))).toMatchObject({ held }), 20_000)
    // A wider, laxer limit of a narrower level changes nothing.
    stake -= 100
  }
  let liability = 330
  for (const [level, ids, held] of parts) {
    await surely((by) => setLimit({ level, ids, liability: String(liability) }, by))
    // A stake of KSh 100 at 2.10 has a liability of KSh 110.
    const limit = ((liability * 100) / 110).toFixed(2)
    expect(await refusal('400')).toMatchObject({ code: 'stake_too_large', limit, held })
    liability -= 22
  }
  for (const [level, ids] of parts) await surely((by) => setLimit({ level, ids, stake: null, liability: null }, by))
  await bets.mustPlace(token, [pick(match)], { stake: '901' })
})

test('the limit of all is a setting of the house, and is named by a refusal', async () => {
  const match = await matchIn('Of all')
  const { token } = await nare.bettor(1_000_000)
  await surely((by) => setLimit({ level: 'all', stake: '500', liability: '200' }, by))
  const { body } = await bets.place(token, [pick(match)], { stake: '501' })
  expect(body).toMatchObject({ code: 'stake_too_large', limit: '500.00', held: { level: 'all', id: '' } })
  expect((await bets.place(token, [pick(match)], { stake: '300' })).body).toMatchObject({ held: { level: 'all' } })
  const { data } = (await nare.call(calls.tradingRules, { level: 'all' }, baraka)).body
  expect(data).toMatchObject([
    { kind: 'liability', value: '200.00', by: 'baraka' },
    { kind: 'stake', value: '500.00', by: 'baraka' },
  ])
  await surely((by) => setLimit({ level: 'all', stake: null, liability: null }, by))
})

test('a slip of several matches is bound by the strictest of them', async () => {
  const [first, other] = [await matchIn('One'), await matchIn('Two')]
  const { token } = await nare.bettor(1_000_000)
  await setLimit({ level: 'match', ids: [other], stake: '150' })
  expect((await bets.place(token, [pick(first), pick(other)], { stake: '151' })).body).toMatchObject({
    ...{ code: 'stake_too_large', limit: '150.00', held: { level: 'match', id: other } },
  })
  await bets.mustPlace(token, [pick(first)], { stake: '151' })
})

test('many bets at once never exceed the liability of a match', async () => {
  const match = await matchIn('Full')
  await setLimit({ level: 'match', ids: [match], liability: '1100' })
  const [rich, ...bettors] = await nare.bettors(61, 10_000)
  // Both processes know the limit.
  await vi.waitFor(async () => {
    const { body } = await second.call(betting.place, slipOf([pick(match)], { stake: '9000' }), rich?.token)
    expect(body).toMatchObject({ held: { level: 'match', id: match } })
  }, 20_000)
  const answers = await Promise.all(
    bettors.map(({ token }, n) => (n % 2 ? nare : second).call(betting.place, slipOf([pick(match)]), token)),
  )
  // A stake of KSh 100 at 2.10 has a liability of KSh 110.
  expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(10)
  await bets.verifyBooks()
})

test('the share of a bettor multiplies the strictest limit', async () => {
  const match = await matchIn('Shared')
  const { token, id } = await nare.bettor(1_000_000)
  await setLimit({ level: 'match', ids: [match], stake: '400' })
  const given = { id: String(id), percent: 25, reason }
  expect((await nare.call(consoleBettorActions.setStakePercent, given, baraka)).status).toBe(200)
  expect((await bets.place(token, [pick(match)], { stake: '101' })).body).toMatchObject({
    ...{ code: 'stake_too_large', limit: '100.00', held: { level: 'match', id: match } },
  })
  await bets.mustPlace(token, [pick(match)], { stake: '100' })
})

test('a limit holds from its moment on, and what weakens one waits for a second person', async () => {
  const match = await nare.match({ start_time: new Date(nare.app.clock.now() + 9_000_000).toISOString() })
  const { token } = await nare.bettor(1_000_000)
  const from = new Date(nare.app.clock.now() + 600_000).toISOString()
  expect(await setLimit({ level: 'match', ids: [match], stake: '200', from })).toMatchObject({
    ...{ status: 200, body: { state: 'planned', ids: [match] } },
  })
  const before = await bets.mustPlace(token, [pick(match)], { stake: '300' })
  const { rules } = (await nare.call(calls.matchHands, { match_id: match }, baraka)).body
  expect(rules).toContainEqual(
    expect.objectContaining({ level: 'match', value: null, next: expect.objectContaining({ value: '200.00' }) }),
  )
  await nare.app.clock.advance(601)
  expect((await bets.place(token, [pick(match)], { stake: '300' })).body).toMatchObject({ held: { level: 'match' } })
  for (const given of [{ stake: '250' }, { stake: null }])
    expect((await setLimit({ level: 'match', ids: [match], ...given })).status).toBe(given.stake === null ? 409 : 202)
  expect((await bets.place(token, [pick(match)], { stake: '250' })).status).toBe(422)
  expect((await setLimit({ level: 'match', ids: [match], stake: '250' }, juma)).status).toBe(200)
  await bets.mustPlace(token, [pick(match)], { stake: '250' })
  await bets.result(match, { full_time: '1:0' })
  expect(await bets.bet(token, before.bet_id)).toMatchObject({ state: 'won', returned: '630.00' })
})

/** The sum of 1/price of a line: 1 and its margin. */
async function bookOf(match: string, market: string, line = ''): Promise<number> {
  const { body } = await nare.call(catalog.match, { match_id: match })
  const found = body.data.odds.find((one) => one.sub_type_id === market && one.special_bet_value === line)
  return (found?.odds ?? []).reduce((sum, { odd_value }) => sum + 1 / Number(odd_value), 0)
}

test('a margin changes the prices of new boards of its level, the narrowest level holds, and no accepted bet changes', async () => {
  const old = await matchIn('Priced')
  const { token } = await nare.bettor(1_000_000)
  const competition = await competitionOf(old)
  const usual = await bookOf(old, '18', '3.5')
  const { odds } = (await nare.call(catalog.match, { match_id: old })).body.data
  const over = odds.find((one) => one.sub_type_id === '18' && one.special_bet_value === '3.5')?.odds[0]
  const bet = await bets.mustPlace(token, [pick(old, '18', over?.odd_key, over?.odd_value ?? '')])
  await surely((by) => setMargin({ level: 'competition', ids: [competition], percent: '20' }, by))
  const raised = await bookOf(await matchIn('Priced'), '18', '3.5')
  // 20 % of the winner, whose usual margin is 6.3 %; 6.1 % of a total.
  expect(raised).toBeCloseTo(1 + (0.2 * 0.061) / 0.063, 1)
  expect(raised).toBeGreaterThan(usual + 0.1)
  expect(await bookOf(await matchIn('Elsewhere'), '18', '3.5')).toBeCloseTo(usual, 3)
  await surely((by) => setMargin({ level: 'market', ids: ['18'], percent: '12' }, by))
  expect(await bookOf(await matchIn('Priced'), '18', '3.5')).toBeCloseTo(1.12, 1)
  expect(await bookOf(await matchIn('Elsewhere'), '18', '3.5')).toBeCloseTo(1.12, 1)
  expect(await bookOf(old, '18', '3.5')).toBe(usual)
  await bets.result(old, { full_time: '4:0', half_time: '2:0' })
  expect(await bets.bet(token, bet.bet_id)).toMatchObject({ state: 'won', legs: [{ odd_value: over?.odd_value }] })
  await surely((by) => setMargin({ level: 'market', ids: ['18'], percent: null }, by))
  await surely((by) => setMargin({ level: 'competition', ids: [competition], percent: null }, by))
  expect(await bookOf(await matchIn('Priced'), '18', '3.5')).toBeCloseTo(usual, 3)
})

test('a lower margin waits for a second person, a higher one does not', async () => {
  const match = await matchIn('Lower')
  expect((await setMargin({ level: 'match', ids: [match], percent: '8' })).status).toBe(200)
  expect((await setMargin({ level: 'match', ids: [match], percent: '7' })).status).toBe(202)
  expect((await setMargin({ level: 'match', ids: [match], percent: '7' }, juma)).status).toBe(200)
  expect((await setMargin({ level: 'sport', ids: ['79'], percent: '5' })).status).toBe(202)
})

test('a margin of a market that is lower than what wider levels make of it waits for a second person', async () => {
  const match = await matchIn('Scaled')
  const ids = [await competitionOf(match)]
  // 12.6 % of the winner, twice the usual, makes 12.2 % of a total.
  expect((await setMargin({ level: 'competition', ids, percent: '12.6' })).status).toBe(200)
  for (const id of [`${match}:18`, '18'])
    expect((await setMargin({ level: 'market', ids: [id], percent: '6.1' })).status, id).toBe(202)
  expect((await setMargin({ level: 'market', ids: [`${match}:16`], percent: '13' })).status).toBe(200)
  expect((await setMargin({ level: 'market', ids: ['29'], percent: '20' })).status).toBe(200)
  expect((await setMargin({ level: 'market', ids: [`${match}:29`], percent: '15' })).status).toBe(202)
  await surely((by) => setMargin({ level: 'market', ids: ['29'], percent: null }, by))
})

test('wrong levels name their field, and change nothing', async () => {
  const match = await matchIn('Wrong')
  const limit: [Limit, string][] = [
    [{ level: 'all', ids: ['79'], stake: '10' }, 'ids'],
    [{ level: 'match', ids: [], stake: '10' }, 'ids'],
    [{ level: 'match', ids: ['99999999'], stake: '10' }, 'ids'],
    [{ level: 'market', ids: [`${match}:9999`], stake: '10' }, 'ids'],
    [{ level: 'match', ids: [match] }, 'liability'],
    [{ level: 'match', ids: [match], stake: '10000000.01' }, 'stake'],
    [{ level: 'all', stake: '10000000.01' }, 'stake'],
    [{ level: 'match', ids: [match], stake: '10', from: '2020-01-01T00:00:00Z' }, 'from'],
  ]
  for (const [given, field] of limit)
    expect(await setLimit(given), JSON.stringify(given)).toMatchObject({
      ...{ status: 400, body: { fields: { [field]: expect.any(String) as string } } },
    })
  for (const [given, field] of [
    [{ level: 'all', ids: ['1'] }, 'ids'],
    [{ level: 'sport', ids: ['none'] }, 'ids'],
    [{ percent: '51' }, 'percent'],
    [{ percent: '-1' }, 'percent'],
    [{ percent: '6.555' }, 'percent'],
  ] as const satisfies readonly (readonly [Margin, string])[])
    expect(
      await setMargin({ ...given, ...('ids' in given && { ids: [...given.ids] }) }),
      JSON.stringify(given),
    ).toMatchObject({
      ...{ status: 400, body: { fields: { [field]: expect.any(String) as string } } },
    })
  expect((await setLimit({ stake: '10' }, operatorToken('gitonga'))).status).toBe(403)
  const { data } = (await nare.call(calls.tradingRules, { level: 'match' }, asha)).body
  expect(data.filter(({ id }) => id === match)).toEqual([])
})
