import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandbox } from '@nare/contract/sandbox'
import { queryRows } from '#platform/db'
import { betsOn, pick, type Bets, type SentPick } from '#testing/bets'
import { cashOutsOn } from '#testing/cash-outs'
import type { SeededBettor } from '#testing/seed'
import { promotionsWorld, type Create, type PromotionsWorld } from '#testing/promotions-world'

let world: PromotionsWorld
let bets: Bets

beforeAll(async () => {
  world = await promotionsWorld()
  bets = betsOn(world.nare)
})
afterAll(() => world.close())

const insurance: Partial<Create> = {
  ...{
    kind: 'insurance',
    most: '300',
    per_bet: '100',
    min_stake: '50',
    min_legs: 5,
    min_leg: '1.40',
    min_odds: '2.00',
  },
  ...{ wager: 1, days: 7 },
}
const outcomes = { won: { full_time: '1:0' }, lost: { full_time: '0:1' }, void: { cancelled: true } } as const
type Outcome = keyof typeof outcomes

async function joinedTo(changes: Partial<Create> = {}, shillings = 5_000) {
  const id = await world.opened({ ...insurance, ...changes })
  const bettor = await world.someone(shillings)
  expect((await world.optIn(id, bettor.token)).status).toBe(200)
  return { id, bettor }
}
const matchesOf = (count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => world.nare.match()))
const homeOf = (matches: readonly string[]): SentPick[] => matches.map((match) => pick(match))

/** Places a multi on the home teams, with two further legs that win, and settles its matches in order. */
async function played({ token }: SeededBettor, given: readonly Outcome[], stake = '80') {
  const results: readonly Outcome[] = [...given, 'won', 'won']
  const matches = await matchesOf(results.length)
  const bet = await bets.mustPlace(token, homeOf(matches), { stake })
  for (const [at, match] of matches.entries()) await bets.result(match, outcomes[results[at] ?? 'won'])
  await world.run()
  return { matches, bet }
}
const waiting = async ({ id }: SeededBettor): Promise<number> => {
  const rows = await queryRows<{ bets: number }>(world.nare.base.db)`
    select count(*)::int as bets from promotions.waiting_bet where bettor_id = ${id}::bigint`
  return rows[0]?.bets ?? 0
}
/** The bets that wait are looked at each minute. */
async function aMinuteLater(): Promise<void> {
  await world.nare.call(sandbox.clock, { advance_s: 61 })
  await world.run()
}

test('a multi that fails by exactly one leg gives its stake back as a bonus, bets together at most the maximum of a bettor', async () => {
  const { id, bettor } = await joinedTo()
  await played(bettor, ['won', 'won', 'lost'])
  expect([await world.bonus(bettor), await world.cost(id)]).toMatchObject([
    '80.00',
    { given: '80.00', reserved: '220.00' },
  ])
  await played(bettor, ['won', 'lost', 'lost'])
  await played(bettor, ['won', 'won', 'won'])
  await played(bettor, ['won', 'void', 'lost'])
  expect(await world.bonus(bettor)).toBe('80.00')
  await played(bettor, ['won', 'void', 'won', 'lost'], '150')
  expect(await world.bonus(bettor)).toBe('180.00')
  await played(bettor, ['won', 'won', 'lost'], '100')
  await played(bettor, ['won', 'won', 'lost'], '100')
  expect(await world.bonus(bettor)).toBe('300.00')
  expect(await world.placed(id, bettor.token)).toEqual({ state: 'used', progress: 'given', amount: '300.00' })
  expect(await world.cost(id)).toMatchObject({ given: '300.00', reserved: '0.00' })
  await bets.verifyBooks()
})

test('a bet that is lost by its first leg waits for its other legs, and its place does not lapse meanwhile', async () => {
  const { id, bettor } = await joinedTo({ claim_days: 1 })
  const later = new Date(world.nare.app.clock.now() + 3 * 86_400_000).toISOString()
  const [first, ...others] = await matchesOf(5)
  const fourth = await world.nare.match({ start_time: later })
  await bets.mustPlace(bettor.token, homeOf([first ?? '', ...others, fourth]))
  await bets.result(first ?? '', outcomes.lost)
  for (const match of others) await bets.result(match, outcomes.won)
  await world.run()
  expect([await world.bonus(bettor), await waiting(bettor)]).toEqual(['0.00', 1])
  await world.nare.call(sandbox.clock, { advance_s: 3 * 86_400 })
  await world.run()
  expect((await world.placed(id, bettor.token)).state).toBe('joined')
  await bets.result(fourth, outcomes.won)
  await aMinuteLater()
  expect([await world.bonus(bettor), await waiting(bettor)]).toEqual(['100.00', 0])
})

test('a second lost leg that is decided later gives nothing, and neither does a correction before all legs are decided', async () => {
  const { bettor } = await joinedTo()
  const corrected = await matchesOf(5)
  const twice = await matchesOf(5)
  for (const matches of [corrected, twice]) {
    await bets.mustPlace(bettor.token, homeOf(matches))
    await bets.result(matches[0] ?? '', outcomes.lost)
  }
  await world.run()
  expect(await waiting(bettor)).toBe(2)
  await bets.result(twice[1] ?? '', outcomes.lost)
  for (const match of twice.slice(2)) await bets.result(match, outcomes.won)
  await bets.result(corrected[0] ?? '', outcomes.won)
  for (const match of corrected.slice(1)) await bets.result(match, outcomes.won)
  await aMinuteLater()
  expect([await world.bonus(bettor), await waiting(bettor)]).toEqual(['0.00', 0])
})

test('a correction after the decision changes nothing, and one that makes a won multi lost by one leg pays it', async () => {
  const { bettor } = await joinedTo()
  const lost = await played(bettor, ['won', 'won', 'lost'])
  expect(await world.bonus(bettor)).toBe('80.00')
  await bets.result(lost.matches[2] ?? '', outcomes.won)
  await world.run()
  expect(await world.bonus(bettor)).toBe('80.00')
  const won = await played(bettor, ['won', 'won', 'won'])
  await bets.result(won.matches[1] ?? '', outcomes.lost)
  await world.run()
  await aMinuteLater()
  expect(await world.bonus(bettor)).toBe('160.00')
})

test('singles, systems, cash-outs, bonus stakes, low prices, small stakes and bets before joining give nothing', async () => {
  const { bettor } = await joinedTo()
  const low = await Promise.all(
    [1, 2, 3, 4, 5].map(() => world.nare.match({ home_odd: '1.39', neutral_odd: '4.60', away_odd: '8.00' })),
  )
  await bets.mustPlace(
    bettor.token,
    low.map((match) => pick(match, '1', 'home_team', '1.39')),
  )
  for (const [at, match] of low.entries()) await bets.result(match, at === 0 ? outcomes.lost : outcomes.won)
  await played(bettor, ['won', 'won', 'lost'], '49')
  await played(bettor, ['won', 'lost'])
  const system = await matchesOf(5)
  await bets.mustPlace(bettor.token, homeOf(system), { type: 'system', system: [3], stake: '80' })
  for (const [at, match] of system.entries()) await bets.result(match, at === 0 ? outcomes.lost : outcomes.won)
  const part = await matchesOf(5)
  const bet = await bets.mustPlace(bettor.token, homeOf(part))
  const cashOuts = cashOutsOn(world.nare)
  const { quote_id: quoteId } = await cashOuts.mustQuote(bettor.token, bet.bet_id)
  expect((await cashOuts.take(bettor.token, bet.bet_id, quoteId, { part: '0.10' })).status).toBe(200)
  for (const [at, match] of part.entries()) await bets.result(match, at === 0 ? outcomes.lost : outcomes.won)
  await aMinuteLater()
  expect(await world.bonus(bettor)).toBe('0.00')
})

test('what a bettor staked on the opposite of the legs is not given back', async () => {
  const { bettor } = await joinedTo()
  const matches = await matchesOf(5)
  await bets.mustPlace(bettor.token, homeOf(matches), { stake: '80' })
  const [covered] = matches
  await bets.mustPlace(bettor.token, [pick(covered ?? '', '1', 'away_team', '3.60')], { stake: '400' })
  for (const [at, match] of matches.entries()) await bets.result(match, at === 0 ? outcomes.lost : outcomes.won)
  await world.run()
  await aMinuteLater()
  expect(Number(await world.bonus(bettor))).toBeLessThan(80)
})

test('a stake is given back once, however many processes look at it at once', async () => {
  const { id, bettor } = await joinedTo()
  const matches = await matchesOf(5)
  await bets.mustPlace(bettor.token, homeOf(matches), { stake: '60' })
  await bets.result(matches[0] ?? '', outcomes.lost)
  await world.run()
  for (const match of matches.slice(1)) await bets.result(match, outcomes.won)
  await world.nare.call(sandbox.clock, { advance_s: 61 })
  await Promise.all(Array.from({ length: 20 }, () => world.run()))
  expect([await world.bonus(bettor), await world.cost(id)]).toMatchObject(['60.00', { given: '60.00' }])
})

test('an insurance needs its numbers and bets on sports only; its terms say all of them in both languages', async () => {
  const refused = await world.propose({ ...insurance, per_bet: undefined, min_legs: undefined, products: ['league'] })
  expect(refused).toMatchObject({
    status: 400,
    body: { fields: { per_bet: 'Needed for this kind', min_legs: 'Needed for this kind' } },
  })
  expect((await world.propose({ ...insurance, products: ['sports', 'league'] })).body).toMatchObject({
    fields: { products: 'Only bets on sports can be insured' },
  })
  expect((await world.propose({ ...insurance, min_legs: 4 })).status).toBe(400)
  expect((await world.propose({ ...insurance, per_bet: '400', min_leg: '1.10' })).body).toMatchObject({
    fields: { per_bet: 'At most what one bettor may get', min_leg: 'At least 1.20' },
  })
  const { id, bettor } = await joinedTo()
  for (const lang of ['en', 'sw'] as const) {
    const { terms, facts } = (await world.page(id, bettor.token, lang)).body.data
    const text = JSON.stringify(terms)
    for (const part of ['KSh 300', 'KSh 100', 'KSh 50', '1.40', '2.00']) expect(text).toContain(part)
    expect(facts).toMatchObject({ per_bet: '100.00', min_legs: 5, min_leg: '1.40', most: '300.00' })
  }
})
