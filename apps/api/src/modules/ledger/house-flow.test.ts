import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { money } from '@nare/money/money'
import { offsetInDatabase } from '#platform/clock'
import { openDb, transact, type Db } from '#platform/db'
import { openLog } from '#platform/log'
import { testDatabase, type TestDatabase } from '#testing/database'
import { houseFlows, type HouseFlow, type Span } from './house-flow.ts'
import { openLedger, verifyLedger, type Ledger, type TransferKind } from './ledger.ts'

const kinds: readonly TransferKind[] = ['stake', 'win', 'refund', 'stake_released']
const byMinutes = 'what the operator receives and pays by minutes equals its hours'
const check = 'what the operator receives and pays by hours equals its entries'

let base: TestDatabase
let owner: Db
let ledger: Ledger
let accounts: bigint[]
let made = 0

beforeAll(async () => {
  base = await testDatabase({ size: 4 })
  owner = openDb(base.connection, { size: 1, log: openLog('error'), role: 'none' }).db
  ledger = await openLedger({ db: base.db, currency: 'KES' })
  await transact(base.db, (tx) => ledger.openBettor(tx, 1n))
  accounts = [ledger.house('house:sports'), ledger.house('house:games'), ledger.house('house:sandbox')]
  await post({ kind: 'test_money', amount: 100_000n, to: 'house:sandbox' })
})
afterAll(async () => {
  await owner.destroy()
  await base.close()
})

type Posting = { kind: TransferKind; amount: bigint; to: 'house:sports' | 'house:games' | 'house:sandbox' }

async function post({ kind, amount, to }: Posting): Promise<void> {
  const one = {
    id: `flow-${made++}`,
    kind,
    about: 'flow/1',
    bettor: 1n,
    amount: money(amount),
    against: ledger.house(to),
  }
  await transact(base.db, (tx) => (kind === 'stake' ? ledger.clawBack(tx, [one]) : ledger.credit(tx, [one])))
}

/** The same figures from the entries themselves. */
async function slowFlows(spans: readonly Span[]): Promise<HouseFlow[]> {
  const { rows } = await sql<HouseFlow>`
    select s.nth::int - 1 as span, e.account_id as account, t.kind, sum(e.amount)::bigint as amount, count(*)::int as transfers
    from unnest(${spans.map(({ from }) => from)}::timestamptz[], ${spans.map(({ to }) => to)}::timestamptz[])
      with ordinality s (from_at, to_at, nth)
      join ledger.transfer t on t.at >= s.from_at and t.at < s.to_at join ledger.entry e on e.transfer_no = t.no
    where e.account_id = any(${accounts}::bigint[]) group by 1, 2, 3`.execute(base.db)
  return rows
}

const sorted = (flows: readonly HouseFlow[]) =>
  flows.toSorted((a, b) => a.span - b.span || Number(a.account - b.account) || (a.kind < b.kind ? -1 : 1))

async function expectEqual(spans: readonly Span[]): Promise<void> {
  expect(sorted(await houseFlows(base.db, { accounts, spans }))).toEqual(sorted(await slowFlows(spans)))
}

async function times(): Promise<Date[]> {
  const { rows } = await sql<{ at: Date }>`select at from ledger.transfer order by no`.execute(base.db)
  return rows.map(({ at }) => at)
}

const hourMs = 3_600_000
const minuteOf = (at: Date) => new Date(Math.floor(at.getTime() / 60_000) * 60_000)
const brokenOf = async (): Promise<string[]> =>
  (await verifyLedger(base.db)).filter(({ broken }) => broken > 0).map(({ name }) => name)

test('the flows of any span equal the entries, however far the reader has read', async () => {
  const clock = offsetInDatabase(base.db)
  const steps = fc.record({
    kind: fc.constantFrom(...kinds),
    amount: fc.bigInt({ min: 1n, max: 900n }),
    to: fc.constantFrom('house:sports' as const, 'house:games' as const),
    passes: fc.integer({ min: 0, max: 50 }),
    reads: fc.boolean(),
  })
  for (const { passes, reads, ...one } of fc.sample(steps, { numRuns: 60, seed: 7 })) {
    await clock.advance(passes)
    await post(one)
    if (reads) await ledger.sumHouseFlow()
    const all = await times()
    const ends = [...fc.sample(fc.constantFrom(...all), 2), new Date(4_000_000_000_000)]
    await expectEqual(ends.map((to) => ({ from: minuteOf(fc.sample(fc.constantFrom(...all), 1)[0] ?? to), to })))
  }
  expect(await brokenOf()).toEqual([])
})

test('a transfer that commits after later ones were read is counted once', async () => {
  const all = { from: new Date(0), to: new Date(4_000_000_000_000) }
  const gate = Promise.withResolvers<void>()
  const posted = Promise.withResolvers<void>()
  const late = transact(base.db, async (tx) => {
    await ledger.credit(tx, [
      {
        id: `late-${made++}`,
        kind: 'win',
        about: 'flow/1',
        bettor: 1n,
        amount: money(5n),
        against: ledger.house('house:games'),
      },
    ])
    posted.resolve()
    await gate.promise
  })
  await posted.promise
  const reading = ledger.sumHouseFlow()
  await expectEqual([all])
  gate.resolve()
  await Promise.all([late, reading])
  await ledger.sumHouseFlow()
  await expectEqual([all])
})

test('old minutes are dropped, and the figures of whole hours stay the same', async () => {
  await ledger.sumHouseFlow()
  const [first] = await times()
  if (!first) throw new Error('there are no transfers')
  const from = new Date(Math.floor(first.getTime() / hourMs) * hourMs)
  await offsetInDatabase(base.db).advance(20 * 86_400)
  const rows = async () =>
    (await sql<{ count: number }>`select count(*)::int as count from ledger.house_flow`.execute(base.db)).rows[0]
      ?.count ?? 0
  expect(await rows()).toBeGreaterThan(0)
  await ledger.dropOldMinutes()
  expect(await rows()).toBe(0)
  await expectEqual([0, 1, 2].map((hours) => ({ from, to: new Date(from.getTime() + hours * hourMs) })))
  expect(await brokenOf()).toEqual([])
})

test('a span that begins and ends within hours has its hours from their sums and its ends from minutes', async () => {
  for (let n = 0; n < 12; n++) {
    await post({ kind: 'stake', amount: 7n, to: 'house:sports' })
    await offsetInDatabase(base.db).advance(1_260)
  }
  await ledger.sumHouseFlow()
  const all = (await times()).slice(-12)
  const spans = all.flatMap((from) => all.map((to) => ({ from: minuteOf(from), to })))
  await expectEqual(spans.filter(({ from, to }) => from <= to))
  // 147 minutes have a whole hour within, whenever they begin.
  const [begins, ends] = [all[2], all[9]]
  if (!begins || !ends) throw new Error('twelve transfers were made')
  const some = { from: minuteOf(begins), to: ends }
  // A whole hour within is read as one row, whatever its minutes say.
  const hour = new Date(Math.ceil(some.from.getTime() / hourMs) * hourMs)
  const add = (cents: number) =>
    sql`update ledger.house_hour set amount = amount + ${cents}::int where begins = ${hour}::timestamptz and kind = 'stake'`.execute(
      owner,
    )
  await add(1)
  await expect(expectEqual([some])).rejects.toThrow()
  await add(-1)
  await expectEqual([some])
})

test('the verifier finds a sum that was altered, and one of another kind', async () => {
  const alter = (statement: string) => sql.raw(statement).execute(owner)
  const newest = (table: string) =>
    `(begins, account_id, kind) = (select begins, account_id, kind from ledger.${table} order by begins desc, account_id, kind limit 1)`
  for (const [table, broken] of [
    ['house_hour', [check, byMinutes]],
    ['house_flow', [byMinutes]],
  ] as const) {
    await alter(`update ledger.${table} set amount = amount + 1 where ${newest(table)}`)
    expect(await brokenOf()).toEqual(broken)
    await alter(`update ledger.${table} set amount = amount - 1 where ${newest(table)}`)
    expect(await brokenOf()).toEqual([])
    await alter(`update ledger.${table} set kind = 'jackpot_carry' where kind = 'stake'`)
    expect(await brokenOf()).toEqual(broken)
    await alter(`update ledger.${table} set kind = 'stake' where kind = 'jackpot_carry'`)
    expect(await brokenOf()).toEqual([])
  }
})
