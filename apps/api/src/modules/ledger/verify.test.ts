import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { money } from '@nare/money/money'
import { openDb, transact, type Db } from '#platform/db'
import { openLog } from '#platform/log'
import { testDatabase, type TestDatabase } from '#testing/database'
import { waitingForLocks } from '#testing/waiting'
import { openLedger, verifyLedger, type Ledger } from './ledger.ts'
import { verifiedUpTo } from './verify.ts'

const zone = 'Africa/Nairobi'
let base: TestDatabase
let owner: Db
let ledger: Ledger
let made = 0

beforeEach(async () => {
  base = await testDatabase({ size: 6 })
  owner = openDb(base.connection, { size: 1, log: openLog('error'), role: 'none' }).db
  ledger = await openLedger({ db: base.db, currency: 'KES' })
  for (const bettor of [1n, 2n]) await transact(base.db, (tx) => ledger.openBettor(tx, bettor))
  await give(1n, 10)
})
afterEach(async () => {
  await owner.destroy()
  await base.close()
})

const gift = (bettor: bigint, amount = 1000n) =>
  ({
    id: `gift-${made++}`,
    kind: 'test_money',
    bettor,
    amount: money(amount),
    against: ledger.house('house:sandbox'),
  }) as const
async function give(bettor: bigint, times: number): Promise<void> {
  for (let n = 0; n < times; n++) await transact(base.db, (tx) => ledger.credit(tx, [gift(bettor)]))
}
const stake = (bettor: bigint) =>
  transact(base.db, (tx) => ledger.clawBack(tx, [{ ...gift(bettor, 100n), kind: 'stake' }]))

const step = (transfersInStep = 4) => verifyLedger(base.db, { full: false, transfersInStep })
const full = (transfersInStep = 4) => verifyLedger(base.db, { transfersInStep })
const brokenOf = async (checks: ReturnType<typeof full>): Promise<string[]> =>
  (await checks).filter((check) => check.broken > 0).map((check) => check.name)
const byHours = 'what the operator receives and pays by hours equals its entries'
const transfersOf = async (checks: ReturnType<typeof full>): Promise<number> =>
  (await checks).find((check) => check.name.startsWith('every transfer has entries'))?.scanned ?? 0

async function newestNo(): Promise<bigint> {
  const { rows } = await sql<{ no: bigint }>`select max(no) as no from ledger.transfer`.execute(base.db)
  return rows[0]?.no ?? 0n
}

/** Changes rows that the application may not change, with the rights of the database owner. */
async function tamper(statement: string): Promise<void> {
  for (const table of ['entry', 'transfer'])
    await sql.raw(`alter table ledger.${table} disable trigger ${table}_stays`).execute(owner)
  await sql.raw(statement).execute(owner)
}

const newest = '(select max(no) from ledger.transfer)'
const cash = "(select id from ledger.account where owner = 1 and kind = 'cash')"
const unbalanced = 'every transfer has entries and sums to zero in each currency'
const orphan = 'every entry belongs to a transfer and to an account'
const chain = "each balance after is the one before plus the entry's amount"
const balance = 'each stored balance equals its entries'
const apart = 'what goes back to its payer is apart from the cash'
const registered = 'every transfer is of a registered kind'
const byHand = 'corrections by hand have an account of their own'

/** Each kind of altered transfer at a number, and the checks that find it. */
const altered: readonly (readonly [string, (no: string) => string, readonly string[]])[] = [
  [
    'an amount',
    (no) => `update ledger.entry set amount = 999 where transfer_no = ${no} and account_id = ${cash}`,
    [unbalanced, chain],
  ],
  [
    'a balance after',
    (no) => `update ledger.entry set balance_after = 5 where transfer_no = ${no} and account_id = ${cash}`,
    [chain],
  ],
  ['a removed transfer', (no) => `delete from ledger.transfer where no = ${no}`, [orphan]],
  ['removed entries', (no) => `delete from ledger.entry where transfer_no = ${no}`, [unbalanced]],
  [
    'a removed account entry',
    (no) => `delete from ledger.entry where transfer_no = ${no} and account_id = ${cash}`,
    [unbalanced],
  ],
  ['an entry of no account', (no) => `insert into ledger.entry values (999999, ${no}, 7, null)`, [orphan]],
  ['a kind', (no) => `update ledger.transfer set kind = 'present' where no = ${no}`, [registered]],
  ['a kind of returnable money', (no) => `update ledger.transfer set kind = 'returnable' where no = ${no}`, [apart]],
  ['a kind of corrections', (no) => `update ledger.transfer set kind = 'correction_credit' where no = ${no}`, [byHand]],
]

test.each(altered)(
  '%s before the checkpoint is found by a full run and not by a step; after it by the next step, which stores no checkpoint',
  async (_name, change, names) => {
    await step()
    const before = await verifiedUpTo(base.db)
    await tamper(change(`${newest} - 1`))
    await give(1n, 3)
    // The sums by hours, which nobody has made yet here, are compared with the entries before the checkpoint too.
    const brokenOfStep = async () => (await brokenOf(step())).filter((name) => name !== byHours)
    expect(await brokenOfStep()).toEqual([])
    expect(await brokenOf(full(100))).toEqual(expect.arrayContaining([...names]))
    const found = await verifiedUpTo(base.db)
    expect(found).toBeGreaterThan(before ?? 0n)
    expect(await brokenOfStep()).toEqual([])

    await give(1n, 3)
    await tamper(change(`${newest} - 1`))
    expect(await brokenOf(step(100))).toEqual(expect.arrayContaining([...names]))
    expect(await verifiedUpTo(base.db)).toBe(found)
  },
)

test.each([
  ['of an account that moved', 1],
  ['of an account that did not move', 2],
])('a stored balance %s is found by a step', async (_name, bettor) => {
  await give(2n, 1)
  await step()
  await give(1n, 2)
  await tamper(`update ledger.account set balance = balance + 5 where owner = ${bettor} and kind = 'cash'`)
  expect(await brokenOf(step())).toEqual([balance])
  expect(await brokenOf(step())).toEqual([balance])
})

test('a balance that was changed together with its version is found by a step', async () => {
  await step()
  await tamper(
    "update ledger.account set balance = balance + 5, version = version + 1 where owner = 1 and kind = 'cash'",
  )
  expect(await brokenOf(step())).toEqual([balance])
})

test('an altered checkpoint of an operator account is found by a step, whichever checkpoint is older', async () => {
  await ledger.checkpoint()
  await give(1n, 3)
  expect(await brokenOf(step())).toEqual([])
  await tamper('update ledger.checkpoint set balance = balance + 1 where balance <> 0')
  expect(await brokenOf(step())).toEqual(['each checkpoint equals the entries up to it'])
  await tamper('update ledger.checkpoint set balance = balance - 1 where balance <> 0')
  await give(1n, 3)
  await ledger.checkpoint()
  expect(await brokenOf(step())).toEqual([])
  await tamper('update ledger.checkpoint set balance = balance + 1 where balance <> 0')
  expect(await brokenOf(step())).toEqual(['each checkpoint equals the entries up to it'])
})

test('wrongly summed play is found by a step, whether it was summed before or after the checkpoint', async () => {
  await stake(1n)
  await ledger.rollUp([1n], zone)
  await stake(1n)
  expect(await brokenOf(step())).toEqual([])
  await tamper('update ledger.played_day set staked = staked + 1')
  expect(await brokenOf(step())).toEqual(['play summed by days equals its entries'])
  await tamper('update ledger.played_day set staked = staked - 1')
  await stake(1n)
  await ledger.rollUp([1n], zone)
  expect(await brokenOf(step())).toEqual([])
  await tamper('update ledger.played_day set staked = staked + 1')
  expect(await brokenOf(step())).toEqual(['play summed by days equals its entries'])
})

test('a run reads only the transfers since its checkpoint, in steps of the given size', async () => {
  const steps: string[] = []
  const first = await verifyLedger(base.db, { full: false, transfersInStep: 4, onProgress: (text) => steps.push(text) })
  expect(first.every((check) => check.broken === 0)).toBe(true)
  expect(steps).toHaveLength(3)
  expect(await verifiedUpTo(base.db)).toBe(await newestNo())
  await give(2n, 3)
  expect(await transfersOf(step())).toBe(3)
  expect(await transfersOf(step())).toBe(0)
  expect(await transfersOf(full())).toBe(13)
  expect(await transfersOf(step())).toBe(0)
})

test('a transfer that commits late is verified by a later run: no checkpoint passes it', async () => {
  const open = await base.db.startTransaction().execute()
  await ledger.credit(open, [gift(2n)])
  await give(1n, 2)
  expect(await brokenOf(step())).toEqual([])
  const before = (await verifiedUpTo(base.db)) ?? 0n
  await open.commit().execute()
  expect(before).toBeLessThan((await newestNo()) - 2n)
  expect(await brokenOf(step())).toEqual([])
  expect(await verifiedUpTo(base.db)).toBe(await newestNo())
  const { rows } = await sql<{ same: boolean }>`
    select bool_and(v.balance = a.balance and v.entries = a.version) as same from ledger.verified_account v
    join ledger.account a on a.id = v.account_id and a.bounded join ledger.verification r on r.run = v.run and r.is_current`.execute(
    base.db,
  )
  expect(rows[0]?.same).toBe(true)
})

test('full runs that end at the same time leave one current run', async () => {
  await give(1n, 3)
  const runs = await Promise.all(Array.from({ length: 8 }, () => full(3)))
  for (const checks of runs) expect(checks.filter((check) => check.broken > 0)).toEqual([])
  expect(await brokenOf(step())).toEqual([])
})

test('concurrent steps, full runs and traffic find nothing wrong and store one state', async () => {
  const runs = Promise.all([step(3), step(3), step(5), full(3), full(5)])
  await Promise.all([give(1n, 15), give(2n, 15)])
  for (const checks of await runs) expect(checks.filter((check) => check.broken > 0)).toEqual([])
  expect(await brokenOf(step())).toEqual([])
  expect(await transfersOf(full())).toBe(40)
})

test('a step whose backend is killed stores nothing, and the next run continues at the last checkpoint', async () => {
  await step()
  const before = await verifiedUpTo(base.db)
  await give(1n, 3)
  const lock = await owner.startTransaction().execute()
  await sql`lock table ledger.verified_account in exclusive mode`.execute(lock)
  const killed = expect(step()).rejects.toThrow()
  await vi.waitFor(async () => expect(await waitingForLocks(base.db)).toBe(1), 120_000)
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(lock)
  await killed
  await lock.rollback().execute()
  // The pool may return the dead connection once more.
  await vi.waitFor(async () => expect(await verifiedUpTo(base.db)).toBe(before), 120_000)
  expect(await brokenOf(step())).toEqual([])
  expect(await verifiedUpTo(base.db)).toBe(await newestNo())
  expect(await transfersOf(full())).toBe(13)
})
