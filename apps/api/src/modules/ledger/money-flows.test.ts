import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb, type Db } from '#platform/db'
import { openLog } from '#platform/log'
import { testDatabase, type TestDatabase } from '#testing/database'
import { flowsBetween } from './money-flows.ts'

const dayMs = 86_400_000
const start = Date.parse('2026-01-01T00:00:00Z')
const [days, eachDay, bettors] = [100, 400, 2000]

let base: TestDatabase
let owner: Db
beforeAll(async () => {
  base = await testDatabase({ size: 2 })
  owner = openDb(base.connection, { size: 1, log: openLog('silent'), role: 'none' }).db
  const run = (text: string) => sql.raw(text).execute(owner)
  // Bettors who stake a shilling in turn, and the house.
  await run(`insert into ledger.account (name, owner, kind, currency, bounded)
    select 'a house', null::bigint, 'house', 'KES', false
    union all select 'bettor ' || n, n, 'cash', 'KES', true from generate_series(1, ${bettors}) n`)
  await run(`insert into ledger.transfer (id, hash, kind, at) select 'a stake ' || n, '\\x00', 'stake',
    timestamptz '2026-01-01 00:00:00Z' + n * interval '1 day' / ${eachDay} from generate_series(0, ${days * eachDay - 1}) n order by n`)
  await run(`insert into ledger.entry (account_id, transfer_no, amount)
    select a.id, t.no, case when a.owner is null then 100 else -100 end
    from ledger.transfer t join ledger.account a on a.name in ('a house', 'bettor ' || 1 + t.no % ${bettors})
    where t.id like 'a stake %' order by t.no`)
  await run('vacuum analyze ledger.transfer, ledger.entry, ledger.account')
})
afterAll(async () => {
  await owner.destroy()
  await base.close()
})

const flowsOf = (from: number, to: number) =>
  flowsBetween(base.db, { from: new Date(start + from * dayMs), to: new Date(start + to * dayMs), promotions: 0n })

test('the money that a bettor moved in some days is summed, including every transfer', async () => {
  const flows = async (from: number, to: number) => (await (await flowsOf(from, to)).execute(base.db)).rows
  const two = await flows(10, 12)
  expect(two).toHaveLength(2 * eachDay)
  expect(two[0]).toEqual({ bettor: expect.any(BigInt), deposited: 0n, staked: 100n, returned: 0n, given: 0n })
  const all = (days * eachDay) / bettors
  expect(new Set((await flows(0, days)).map((flow) => (flow as { staked: bigint }).staked))).toEqual(
    new Set([BigInt(all) * 100n]),
  )
  expect(await flows(days, days + 9)).toEqual([])
})

test('the entries of other days are not read', async () => {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${await flowsOf(50, 51)}`.execute(base.db)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/Index Cond: \(\(transfer_no >= '\d+'/)
  expect(plan).not.toContain('Seq Scan on entry')
})
