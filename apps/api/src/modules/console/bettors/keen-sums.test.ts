import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keenBettors } from '#modules/ledger/ledger'
import { lostTickets, netByProduct, sumTickets, verifyTickets } from '#modules/tickets/tickets'
import { transact, type Db } from '#platform/db'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, type Bets } from '#testing/bets'
import { operatorsOf, operatorToken } from '#testing/operators'
import { lockedMeanwhile } from '#testing/waiting'
import { bettorsOf } from './testing.ts'

let nare: TestApp
let bets: Bets
beforeAll(async () => {
  nare = await testApp({ OPERATORS: operatorsOf({ esther: 'protection' }) })
  bets = betsOn(nare)
})
afterAll(() => nare.close())
const { account, page } = bettorsOf(() => nare, operatorToken('esther'))

/** What the page reads of a bettor's tickets. */
const read = async (bettor: bigint) => ({
  net: await netByProduct(nare.base.db, bettor),
  lost: await lostTickets(nare.base.db, { bettor, most: 10 }),
  page: await page(bettor.toString()),
})

async function isVoid(bettor: bigint): Promise<boolean | undefined> {
  const { rows } = await sql<{ void: boolean }>`
    select void from betting.bettor_summed where bettor_id = ${bettor}::bigint`.execute(nare.base.db)
  return rows[0]?.void
}

const brokenOf = async () =>
  (await verifyTickets(nare.base.db)).filter(({ broken }) => broken > 0).map(({ name }) => name)
const home = { half_time: '1:0', full_time: '1:0' }
const away = { half_time: '0:0', full_time: '0:1' }

test('what is summed of tickets is what they say: open, settled later, corrected, and placed since', async () => {
  const { id, token } = await account(10_000)
  const [first, second, third] = [await nare.match(), await nare.match(), await nare.match()]
  await bets.mustPlace(token, [pick(first)])
  await bets.mustPlace(token, [pick(first, '1', 'away_team', '3.60')])
  await bets.mustPlace(token, [pick(second)])
  await bets.result(first, home)
  await bets.mustPlace(token, [pick(third)])
  const sums = async () => {
    const before = await read(id)
    await sumTickets(nare.base.db, id)
    expect(await read(id)).toEqual(before)
    expect(await brokenOf()).toEqual([])
  }
  await sums()
  await nare.app.clock.advance(3_700)
  await sums()
  await bets.mustPlace(token, [pick(await nare.match())])
  await bets.result(second, away)
  expect((await read(id)).net).toMatchObject([{ bets: 3, open: 2 }])
  await sums()
  // A correction of a ticket that is summed makes the sums void until they are made again.
  await bets.result(first, away)
  expect(await isVoid(id)).toBe(true)
  await sums()
  expect(await isVoid(id)).toBe(false)
  await nare.app.clock.advance(3_700)
  await sums()
  await sql`update betting.bettor_sum set staked = staked + 1 where bettor_id = ${id}::bigint`.execute(nare.base.db)
  expect(await brokenOf()).toEqual(['the sums of keen bettors equal their tickets'])
  await sql`update betting.bettor_sum set staked = staked - 1 where bettor_id = ${id}::bigint`.execute(nare.base.db)
})

test('a correction while the tickets are summed voids the sums that have not seen it', async () => {
  const { id, token } = await account(1_000)
  const match = await nare.match()
  await bets.mustPlace(token, [pick(match)])
  await bets.result(match, home)
  await nare.app.clock.advance(3_700)
  await sql`insert into betting.bettor_summed (bettor_id) values (${id}::bigint)`.execute(nare.base.db)
  // The summing has the row; the correction has changed the ticket and waits for it.
  await lockedMeanwhile(
    nare.base.db,
    async (tx) => {
      await sql`select from betting.bettor_summed where bettor_id = ${id}::bigint for update`.execute(tx)
      await sql`insert into betting.bettor_sum select bettor_id, product, 1, stake, returned from betting.bet where bettor_id = ${id}::bigint`.execute(
        tx,
      )
      await sql`update betting.bettor_summed s set placed_at = b.placed_at, bet_id = b.bet_id
        from betting.bet b where b.bettor_id = s.bettor_id and s.bettor_id = ${id}::bigint`.execute(tx)
    },
    () => bets.result(match, away),
  )
  expect(await isVoid(id)).toBe(true)
  expect((await netByProduct(nare.base.db, id))[0]).toMatchObject({ bets: 1, staked: 10_000n, returned: 0n })
  await sumTickets(nare.base.db, id)
  expect(await brokenOf()).toEqual([])
})

/** The rows that a reading takes from the tables of tickets and of the ledger. */
function rowsRead(reading: (db: Db) => Promise<unknown>): Promise<number> {
  return transact(nare.base.db, async (tx) => {
    const rows = async () => {
      const { rows: counted } = await sql<{ count: number }>`
        select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count from pg_stat_xact_user_tables
        where schemaname in ('betting', 'ledger')`.execute(tx)
      return counted[0]?.count ?? 0
    }
    const before = await rows()
    await reading(tx)
    return (await rows()) - before
  })
}

test('a bettor with 3,000 tickets is found by the entries of the account, and read by the sums', async () => {
  const { id } = await account(1_000)
  const { db } = nare.base
  await sql`
    insert into betting.bet (bet_id, bettor_id, client_id, hash, product, type, accept, stake, total_odds, possible_win, boost_percent,
      boost_amount, rules_version, state, returned, times_settled, placed_at, settled_at)
    select 800000000 + n, ${id}::bigint, gen_random_uuid(), '\\x00', 'sports', 'single', 'none', 2000, 2000, 4000, 0, 0, '1', 'lost', 0, 1,
      platform.now() - make_interval(mins => 60 + n), platform.now() - make_interval(mins => 60 + n)
    from generate_series(1, 3000) n`.execute(db)
  const before = await netByProduct(db, id)
  expect(await rowsRead((on) => netByProduct(on, id))).toBeGreaterThan(2_999)
  const isKeen = async () => (await keenBettors(db, { after: 0n, most: 1_000 })).bettors.includes(id)
  expect(await isKeen()).toBe(false)
  await sql`update ledger.account set version = 3001 where owner = ${id}::bigint and kind = 'cash'`.execute(db)
  expect(await isKeen()).toBe(true)
  await sumTickets(db, id)
  await nare.app.ledger.rollUp([id], 'Africa/Nairobi')
  expect(await isKeen()).toBe(false)
  expect(await netByProduct(db, id)).toEqual(before)
  expect(await rowsRead((on) => netByProduct(on, id))).toBeLessThan(100)
  expect(await rowsRead((on) => lostTickets(on, { bettor: id, most: 20 }))).toBeLessThan(200)
})
