import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { openDb, type Db } from '#platform/db'
import { openLog } from '#platform/log'
import { openRetention } from '#platform/retention'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, slipOf, type Bets } from '#testing/bets'
import { retentionPlan } from '../../retention-plan.ts'

const settled = 45

let at: TestApp
let bets: Bets
let owner: Db
let token: string
let match: string
let open: string
beforeAll(async () => {
  at = await testApp()
  bets = betsOn(at)
  owner = openDb(at.base.connection, { size: 1, log: openLog('silent'), role: 'none' }).db
  token = (await at.bettor(10_000)).token
  match = await at.match()
  open = await at.match({ home_team: 'Ndovu', away_team: 'Nyati' })
})
afterAll(async () => {
  await owner.destroy()
  await at.close()
})

const log = openLog('silent')
const plan = () => retentionPlan({ retention: { folder: undefined, years: 7, days: 90 } }, at.app.catalog)
const run = () => openRetention({ connection: at.base.connection, log, ...plan() }).run()

/** Makes all rows this many days older. */
async function age(days: number): Promise<void> {
  await sql`update betting.settlement set done_at = done_at - make_interval(days => ${days}::int)`.execute(owner)
  await sql`update betting.share set made_at = made_at - make_interval(days => ${days}::int)`.execute(owner)
  await sql`alter table catalog.result disable trigger user`.execute(owner)
  await sql`update catalog.result set at = at - make_interval(days => ${days}::int)`.execute(owner)
  await sql`alter table catalog.result enable trigger user`.execute(owner)
}

/** The rows of the other products are too recent, or there are none. */
const untouched = {
  'rows of the settled feed': 0,
  'events of matches': 0,
  'league settlements': 0,
  'server seeds without rounds': 0,
  'crash rounds without bets': 0,
  'casino rounds': 0,
  'rollbacks of debits that never came': 0,
  'alerts of money laundering without a case': 0,
  'closed cases of money laundering': 0,
  'days that the rules of money laundering read': 0,
  'payments that the rules of money laundering read': 0,
  'what bettors were shown to protect them': 0,
  'people who got messages to many': 0,
  'people to whom a message to many did not go': 0,
  'people of messages to many that were stopped': 0,
}

const keptTables = [
  'ledger.transfer',
  'ledger.entry',
  'ledger.account',
  'betting.bet',
  'betting.leg',
  'catalog.result',
  'catalog.match',
]

async function counts(tables: readonly string[]): Promise<Record<string, number>> {
  const all: Record<string, number> = {}
  for (const table of tables) {
    const rows = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(owner)
    all[table] = rows.rows[0]?.n ?? 0
  }
  return all
}

const share = async (id: string): Promise<string> =>
  (await at.call(betting.share, { slip: [pick(id)] }, token)).body.code

test('old settlements and booking codes are deleted in chunks; bets, legs, results, transfers and command ids are kept', async () => {
  const slip = slipOf([pick(match)])
  const placed = await at.call(betting.place, slip, token)
  await bets.mustPlace(token, [pick(open)])
  const [old, waiting] = [await share(match), await share(open)]
  await bets.result(match, { half_time: '0:0', full_time: '1:0' })
  // As many other matches without bets, each with its exposure.
  await sql`
    insert into betting.settlement (match_id, version, done_at) select n, 1, platform.now() from generate_series(1, ${settled}::int) n`.execute(
    owner,
  )
  await sql`
    insert into betting.exposure select n, '1', 'draw', 1, 1, 1 from generate_series(1, ${settled}::int) n`.execute(
    owner,
  )
  const before = await counts(keptTables)

  await age(89)
  expect((await run())?.deleted).toEqual({
    'settlements and exposures': 0,
    'booking codes': 0,
    ...untouched,
  })
  await age(2)
  expect((await run())?.deleted).toEqual({
    'settlements and exposures': settled + 1,
    'booking codes': 1,
    ...untouched,
  })
  expect((await run())?.deleted).toEqual({
    'settlements and exposures': 0,
    'booking codes': 0,
    ...untouched,
  })

  expect(await counts(keptTables)).toEqual(before)
  expect(await at.call(betting.shared, { code: old })).toMatchObject({ status: 404 })
  expect(await at.call(betting.shared, { code: waiting })).toMatchObject({ status: 200 })
  const left = await sql<{ match_id: number }>`select distinct match_id from betting.exposure`.execute(owner)
  expect(left.rows.map((row) => String(row.match_id))).toEqual([open])
  const again = await at.call(betting.place, slip, token)
  expect(again.body.bet.bet_id).toBe(placed.body.bet.bet_id)
  expect(await at.call(betting.place, { ...slip, stake: '50' }, token)).toMatchObject({ status: 409 })
  await bets.verifyBooks()
})

test('a correction settles its bets again after its first settlement job was deleted', async () => {
  await bets.result(match, { half_time: '0:0', full_time: '0:1' })
  const rows = await sql<{ state: string }>`
    select b.state from betting.bet b join betting.leg l using (bet_id) where l.match_id = ${match}::int`.execute(owner)
  expect(rows.rows).toEqual([{ state: 'lost' }])
  await bets.verifyBooks()
})

test('the exposure of a match is kept while its newest result is recent or not settled yet', async () => {
  const [recent, unsettled] = [101, 102]
  await sql`
    insert into betting.settlement (match_id, version, done_at) values (${recent}, 1, platform.now() - interval '91 days'),
      (${recent}, 2, platform.now()), (${unsettled}, 1, platform.now() - interval '91 days'), (${unsettled}, 2, null)`.execute(
    owner,
  )
  await sql`insert into betting.exposure values (${recent}, '1', 'draw', 1, 1, 1), (${unsettled}, '1', 'draw', 1, 1, 1)`.execute(
    owner,
  )
  expect((await run())?.deleted).toMatchObject({ 'settlements and exposures': 2 })
  const left = await sql<{ match_id: number }>`
    select match_id from betting.exposure where match_id in (${recent}, ${unsettled}) order by 1`.execute(owner)
  expect(left.rows).toEqual([{ match_id: recent }, { match_id: unsettled }])
})

test('a chunk is bounded: one call deletes some and leaves the rest', async () => {
  await sql`
    insert into betting.settlement (match_id, version, done_at)
    select 1000 + n, 1, platform.now() - interval '100 days' from generate_series(1, 50) n`.execute(owner)
  const [jobs] = plan().forget
  const before = new Date(at.app.clock.now() - 90 * 86_400_000)
  expect(await jobs?.chunk(owner, before)).toBe(20)
  expect(await jobs?.count(owner, before)).toBe(30)
})
