import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sandbox } from '@nare/contract/sandbox'
import { price } from '@nare/money/money'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, closeWithBooks, pick, type Bets } from '#testing/bets'
import type { SeededBettor } from '#testing/seed'

let nare: TestApp
let bets: Bets

beforeAll(async () => {
  nare = await testApp()
  bets = betsOn(nare)
})
afterAll(() => closeWithBooks(nare))

async function bettor(shillings = 100): Promise<SeededBettor> {
  const seeded = await nare.bettor(shillings)
  return seeded
}

/** The bettor's side of each transfer for a bet, oldest first, as "kind amount". */
async function movements(betId: string): Promise<string[]> {
  const rows = await sql<{ kind: string; amount: bigint }>`
    select t.kind, sum(e.amount)::bigint as amount from ledger.transfer t join ledger.entry e on e.transfer_no = t.no
      join ledger.account a on a.id = e.account_id and a.owner is not null
    where t.about = ${`bet/${betId}`} group by t.no, t.kind order by t.no`.execute(nare.base.db)
  return rows.rows.map((row) => `${row.kind} ${row.amount}`)
}

async function debtOf(id: bigint): Promise<bigint | undefined> {
  const rows = await sql<{ balance: bigint }>`
    select balance from ledger.account where owner = ${id}::bigint and kind = 'debt'`.execute(nare.base.db)
  return rows.rows[0]?.balance
}

describe('a further result of a match', () => {
  test('with another score reverses the payouts and settles again', async () => {
    const [match, { token }] = [await nare.match(), await bettor(200)]
    const home = await bets.mustPlace(token, [pick(match)])
    const away = await bets.mustPlace(token, [pick(match, '1', 'away_team', '3.60')])
    await bets.result(match, { full_time: '1:0' })
    expect(await bets.balance(token)).toBe('210.00')
    expect(await bets.result(match, { full_time: '1:2' })).toEqual({ legs: 2, bets: 2 })
    expect(await bets.bet(token, home.bet_id)).toMatchObject({ state: 'lost', returned: '0.00' })
    expect(await bets.bet(token, away.bet_id)).toMatchObject({ state: 'won', returned: '360.00' })
    expect(await bets.balance(token)).toBe('360.00')
    expect(await movements(home.bet_id)).toEqual(['stake -10000', 'win 21000', 'correction -21000'])
    await bets.result(match, { full_time: '1:0' })
    expect(await bets.balance(token)).toBe('210.00')
    expect(await movements(home.bet_id)).toEqual(['stake -10000', 'win 21000', 'correction -21000', 'win 21000'])
  })

  test('with the same score and a higher certainty changes nothing', async () => {
    const [match, { token }] = [await nare.match(), await bettor()]
    const placed = await bets.mustPlace(token, [pick(match)])
    const result = { half_time: '1:0', full_time: '2:0', goals: ['home' as const, 'home' as const] }
    expect(await bets.result(match, { ...result, certainty: 1 })).toEqual({ legs: 1, bets: 1 })
    expect(await bets.result(match, { ...result, certainty: 2 })).toEqual({ legs: 0, bets: 0 })
    expect(await bets.result(match, { ...result, certainty: 2 })).toEqual({ legs: 0, bets: 0 })
    expect(await movements(placed.bet_id)).toEqual(['stake -10000', 'win 21000'])
  })

  test('that reverses more than the balance leaves a debt, which later credits repay first', async () => {
    const [match, later, { id, token, msisdn }] = [await nare.match(), await nare.match(), await bettor()]
    await bets.mustPlace(token, [pick(match)])
    await bets.result(match, { full_time: '1:0' })
    await bets.mustPlace(token, [pick(later)], { stake: '200' })
    expect(await bets.balance(token)).toBe('10.00')
    await bets.result(match, { full_time: '0:1' })
    expect([await bets.balance(token), await debtOf(id)]).toEqual(['0.00', -20_000n])
    await nare.call(sandbox.fund, { msisdn, amount: '50' })
    expect([await bets.balance(token), await debtOf(id)]).toEqual(['0.00', -15_000n])
    await bets.result(later, { full_time: '1:0' })
    expect([await bets.balance(token), await debtOf(id)]).toEqual(['270.00', 0n])
  })

  test('rolled back reopens the bets, lost ones included, and a new result settles them', async () => {
    const [match, other, { token }] = [await nare.match(), await nare.match(), await bettor(400)]
    const won = await bets.mustPlace(token, [pick(match)])
    const lost = await bets.mustPlace(token, [pick(match, '1', 'draw', '3.40')])
    const multi = await bets.mustPlace(token, [pick(match, '1', 'draw', '3.40'), pick(other)])
    const three = [pick(match, '1', 'draw', '3.40'), pick(other)]
    const system = await bets.mustPlace(token, three, { type: 'system', system: [2] })
    await bets.result(match, { full_time: '1:0' })
    expect(await bets.result(match, { rollback: true })).toEqual({ legs: 4, bets: 4 })
    for (const { bet_id } of [won, lost, multi, system]) {
      expect(await bets.bet(token, bet_id)).toMatchObject({ state: 'open', returned: '0.00' })
      expect((await bets.bet(token, bet_id)).settled_at).toBeUndefined()
    }
    expect(await bets.balance(token)).toBe('0.00')
    await bets.result(match, { full_time: '1:1' })
    await bets.result(other, { full_time: '1:0' })
    expect(await bets.balance(token)).toBe('1768.00')
  })
})

test('a bet that returned nothing by rounding down is settled again by a correction', async () => {
  const [match, { token }] = [await nare.match(), await bettor(200)]
  await bets.price(match, { '16': { 'home_team minus 1.25': '1.90' } })
  const placed = await bets.mustPlace(token, [pick(match, '16', 'home_team minus 1.25', '1.90')])
  const setStake = (cents: bigint) =>
    sql`update betting.bet set stake = ${cents}::bigint where bet_id = ${placed.bet_id}::bigint`.execute(nare.base.db)
  await setStake(1n)
  await bets.result(match, { full_time: '1:0' })
  expect((await bets.bet(token, placed.bet_id)).state).toBe('lost')
  expect(await bets.result(match, { cancelled: true, reason: 'awarded later' })).toEqual({ legs: 1, bets: 1 })
  expect(await bets.bet(token, placed.bet_id)).toMatchObject({ state: 'void', returned: '0.01' })
  await bets.result(match, { rollback: true })
  await setStake(10_000n)
})

test('a cancelled match refunds every stake', async () => {
  const [match, { token }] = [await nare.match(), await bettor(200)]
  const placed = await bets.mustPlace(token, [pick(match)])
  await bets.mustPlace(token, [pick(match, '18', 'over 2.5', '1.90')])
  expect(await bets.result(match, { cancelled: true, reason: 'waterlogged' })).toEqual({ legs: 2, bets: 2 })
  expect(await bets.bet(token, placed.bet_id)).toMatchObject({ state: 'void', returned: '100.00' })
  expect(await movements(placed.bet_id)).toEqual(['stake -10000', 'refund 10000'])
  expect(await bets.balance(token)).toBe('200.00')
})

test('a live Asian handicap counts only the goals after the bet, and every other market the whole score', async () => {
  const [match, { token }] = [await nare.match(), await bettor(1000)]
  const handicap = { '16': { 'home_team minus 0.5': '1.90', 'home_team plus 0': '1.50' } }
  await bets.price(match, handicap)
  const before = await bets.mustPlace(token, [pick(match, '16', 'home_team minus 0.5', '1.90')])
  await bets.drive(match, {
    state: 'live',
    minute: 20,
    score: '1:0',
    odds: { ...handicap, '66': { 'away_team plus 0.25': '1.80' } },
  })
  const live = [
    await bets.mustPlace(token, [pick(match, '16', 'home_team minus 0.5', '1.90')]),
    await bets.mustPlace(token, [pick(match, '16', 'home_team plus 0', '1.50')]),
    await bets.mustPlace(token, [pick(match, '66', 'away_team plus 0.25', '1.80')]),
    await bets.mustPlace(token, [pick(match, '1', 'home_team', '2.10')]),
  ]
  await bets.drive(match, { minute: 80, score: '2:1' })
  await bets.result(match, { half_time: '1:0', full_time: '2:1' })
  const states = await Promise.all(
    [before, ...live].map(async ({ bet_id }) => (await bets.bet(token, bet_id)).legs[0]?.state),
  )
  expect(states).toEqual(['won', 'lost', 'void', 'half_won', 'won'])
})

test('fifty concurrent settlements of one match pay once', async () => {
  const { betting, catalog } = nare.app
  const match = await nare.match()
  const bettors = await nare.bettors(30)
  await Promise.all(bettors.map(({ token }) => bets.mustPlace(token, [pick(match)])))
  catalog.connectSettlement({ onResult: betting.onResult, settle: async () => ({ legs: 0, bets: 0 }) })
  await bets.result(match, { full_time: '1:0' })
  catalog.connectSettlement(betting)
  const settled = await Promise.all(Array.from({ length: 50 }, () => betting.settle(Number(match))))
  expect(settled.reduce((sum, one) => sum + one.bets, 0)).toBe(30)
  expect(await Promise.all(bettors.map(({ token }) => bets.balance(token)))).toEqual(bettors.map(() => '210.00'))
})

test('a result corrected during its settlement leaves every bet settled by the correction', async () => {
  const match = await nare.match()
  const bettors = await nare.bettors(20)
  await Promise.all(bettors.map(({ token }) => bets.mustPlace(token, [pick(match)])))
  const scores = ['1:0', '0:1', '2:0', '0:2', '1:1', '3:0']
  for (const full_time of scores.slice(0, 2)) await bets.result(match, { full_time })
  await Promise.all(scores.slice(2, 5).map((full_time) => bets.result(match, { full_time })))
  await bets.result(match, { full_time: scores[5] })
  expect(await Promise.all(bettors.map(({ token }) => bets.balance(token)))).toEqual(bettors.map(() => '210.00'))
})

test('matches that end at the same moment leave no bet on several of them open', async () => {
  const bettors = await nare.bettors(25, 1000)
  for (let round = 0; round < 6; round++) {
    const both = [await nare.match(), await nare.match(), await nare.match()]
    const slip = both.map((match) => pick(match))
    const placed = await Promise.all(bettors.map(({ token }) => bets.mustPlace(token, slip)))
    await Promise.all(both.map((match) => bets.result(match, { full_time: '1:0' })))
    const states = await Promise.all(
      placed.map(async ({ bet_id }, n) => (await bets.bet(bettors[n]?.token ?? '', bet_id)).state),
    )
    expect(new Set(states)).toEqual(new Set(['won']))
  }
})

test('a bet is settled by the rules under which it was placed', async () => {
  const boost = { table: [{ legs: 2, percent: 50 }], minLeg: price(1500n), cap: nare.app.country.boost.cap }
  const older = await testApp({}, { size: 4, base: nare.base, country: { boost } })
  const [a, b, { token }] = [await nare.match(), await nare.match(), await bettor(200)]
  const before = await betsOn(older).mustPlace(token, [pick(a), pick(b)])
  await older.close()
  const after = await bets.mustPlace(token, [pick(a), pick(b)])
  expect(before.rules_version).not.toBe(after.rules_version)
  await bets.result(a, { full_time: '1:0' })
  await bets.result(b, { full_time: '1:0' })
  const boosted = { percent: 50, amount: '170.50' }
  expect(await bets.bet(token, before.bet_id)).toMatchObject({ returned: '611.50', boost: boosted })
  expect(await bets.bet(token, after.bet_id)).toMatchObject({
    returned: '441.00',
    boost: { percent: 0, amount: '0.00' },
  })
})

test('legs without a result two days after kick-off are void, and decided legs keep their states', async () => {
  const [match, { token }] = [await nare.match(), await bettor(400)]
  await bets.price(match, { '18': { 'over 1.5': '1.90' }, '60': { home_team: '2.40' } })
  const placed = [
    await bets.mustPlace(token, [pick(match)]),
    await bets.mustPlace(token, [pick(match, '18', 'over 1.5', '1.90')]),
    await bets.mustPlace(token, [pick(match, '60', 'home_team', '2.40')]),
    await bets.mustPlace(token, [pick(match, '18', 'over 2.5', '1.90')]),
  ]
  const half = { home: 1, away: 0 }
  const score = { home: 1, away: 1 }
  await nare.app.catalog.apply(
    Number(match),
    [{ kind: 'score', state: 'interrupted', minute: 70, halfTime: half, score }],
    { source: 'sandbox', takesControl: true },
  )
  await nare.call(sandbox.clock, { advance_s: 48 * 3600 })
  await nare.app.catalog.sweepOverdue()
  expect(await bets.bet(token, placed[0]?.bet_id ?? '')).toMatchObject({ state: 'open' })
  await nare.call(sandbox.clock, { advance_s: 2 * 3600 })
  await nare.app.catalog.sweepOverdue()
  const settled = await Promise.all(placed.map(({ bet_id }) => bets.bet(token, bet_id)))
  expect(settled.map((bet) => [bet.state, bet.returned])).toEqual([
    ['void', '100.00'],
    ['won', '190.00'],
    ['won', '240.00'],
    ['void', '100.00'],
  ])
})
