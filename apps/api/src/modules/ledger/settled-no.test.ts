import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { money } from '@nare/money/money'
import { openDb, transact, type Db, type Tx } from '#platform/db'
import { openLog } from '#platform/log'
import { testDatabase, type TestDatabase } from '#testing/database'
import { waitingForLocks } from '#testing/waiting'
import { openLedger, type Ledger } from './ledger.ts'
import { settledNo } from './store.ts'

let base: TestDatabase
let owner: Db
let ledger: Ledger
let made = 0

beforeAll(async () => {
  base = await testDatabase()
  owner = openDb(base.connection, { size: 2, log: openLog('error'), role: 'none' }).db
  ledger = await openLedger({ db: base.db, currency: 'KES' })
  for (const bettor of [1n, 2n]) await transact(base.db, (tx) => ledger.openBettor(tx, bettor))
})
afterAll(async () => {
  await owner.destroy()
  await base.close()
})
beforeEach(() => stake(1n))

const gift = (tx: Tx, bettor: bigint) =>
  ledger.credit(tx, [
    { id: `gift-${made++}`, kind: 'test_money', bettor, amount: money(100n), against: ledger.house('house:sandbox') },
  ])
const stake = (bettor: bigint) => transact(base.db, (tx) => gift(tx, bettor))

async function newestNo(): Promise<bigint> {
  const rows = await sql<{ no: bigint }>`select max(no) as no from ledger.transfer`.execute(base.db)
  return rows.rows[0]?.no ?? 0n
}

/** Runs `work` while a transaction that has executed `first` is open, and rolls the transaction back afterwards. */
async function whileOpen(db: Db, first: (tx: Tx) => Promise<unknown>, work: () => Promise<void>): Promise<void> {
  const open = await db.startTransaction().execute()
  try {
    await first(open)
    await work()
  } finally {
    await open.rollback().execute()
  }
}

test('without writers the settled number is the newest number', async () => {
  expect(await ledger.settledNo()).toBe(await newestNo())
})

test('the settled number stays below that of an uncommitted writer, even after later commits', async () => {
  await ledger.checkpoint()
  const before = await newestNo()
  await whileOpen(
    base.db,
    (tx) => gift(tx, 1n),
    async () => {
      for (let n = 0; n < 3; n++) await stake(2n)
      expect(await newestNo()).toBeGreaterThan(before + 1n)
      expect(await ledger.settledNo()).toBe(before)
      await ledger.checkpoint()
    },
  )
  expect(await ledger.settledNo()).toBe(await newestNo())
})

test('reading the settled number waits for a short writer and then includes its transfer', async () => {
  const open = await base.db.startTransaction().execute()
  await gift(open, 1n)
  await stake(2n)
  const reading = ledger.settledNo()
  await open.commit().execute()
  expect(await reading).toBe(await newestNo())
})

test('while a reader waits for a writer it uses no connection', async () => {
  const { db } = openDb(base.connection, { size: 1, log: openLog('silent') })
  const open = await base.db.startTransaction().execute()
  await gift(open, 1n)
  let isKnown = false
  const reading = settledNo(db).then(() => (isKnown = true))
  // The second statement comes after the first look of the reader.
  for (let n = 0; n < 2; n++) await sql`select 1`.execute(db)
  expect(isKnown).toBe(false)
  await open.commit().execute()
  await reading
  await db.destroy()
})

test('a transaction that only reads transfers does not delay the settled number', async () => {
  await whileOpen(
    base.db,
    (tx) => sql`select count(*) from ledger.transfer`.execute(tx),
    async () => expect(await ledger.settledNo()).toBe(await newestNo()),
  )
})

test('during a vacuum it returns, stakes continue, and neither waits for a lock', async () => {
  await whileOpen(
    owner,
    (tx) => sql`lock table ledger.transfer in share update exclusive mode`.execute(tx),
    async () => {
      const all = Promise.all([ledger.settledNo(), ...Array.from({ length: 20 }, () => stake(2n))])
      await all
      expect(await ledger.settledNo()).toBe(await newestNo())
    },
  )
})

test('no stake waits while a reader of the settled number waits for a writer', async () => {
  await whileOpen(
    base.db,
    (tx) => gift(tx, 1n),
    async () => {
      const before = await newestNo()
      const reading = ledger.settledNo()
      for (let n = 0; n < 20; n++) await stake(2n)
      expect(await waitingForLocks(base.db)).toBe(0)
      expect(await newestNo()).toBe(before + 21n)
      expect(await reading).toBeLessThanOrEqual(before)
    },
  )
})
