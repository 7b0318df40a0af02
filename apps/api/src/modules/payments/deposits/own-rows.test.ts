import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb, transact, type Db, type Tx } from '#platform/db'
import { openLog } from '#platform/log'
import { testDatabase, type TestDatabase } from '#testing/database'
import { furtherPayments } from './receipts.ts'
import {
  lockDeposits,
  recordAccepted,
  recordOpenClaims,
  openDepositsOf,
  setDeposits,
  pendingAmountOf,
} from './store.ts'

const count = 3000
/** The maximum number of rows that a statement about one deposit may read. */
const rowsMax = 20

type Work = (tx: Tx, id: bigint) => Promise<unknown>
const work: [string, Work][] = [
  ['the pending amount of a bettor', (tx, id) => pendingAmountOf(tx, id)],
  ['the open deposits of a bettor', (tx, id) => openDepositsOf(tx, id)],
  ["the provider's id of a prompt", (tx, id) => recordAccepted(tx, id, `other ${id}`)],
  ['a claim', (tx, id) => recordOpenClaims(tx, [{ id, receipt: `R${id}`, amount: 10_000n }])],
  ['a lock', (tx, id) => lockDeposits(tx, [id])],
  ['further payments with the reference of a prompt', (tx, id) => furtherPayments(tx, [id])],
  ['an end', (tx, id) => setDeposits(tx, [{ id, state: 'succeeded', receipt: `S${id}` }])],
]

let base: TestDatabase
/** A single connection, which prepares its statements like every connection of a process. */
let db: Db

/**
 * Simulates a new platform's first busy evening: the statements were prepared and planned while the table was almost empty, and the table
 * has not been analysed since.
 */
beforeAll(async () => {
  base = await testDatabase({ size: 2 })
  db = openDb(base.connection, { size: 1, log: openLog('silent') }).db
  const owner = openDb(base.connection, { size: 1, log: openLog('silent'), role: 'none' }).db
  await sql`alter table payments.deposit set (autovacuum_enabled = false)`.execute(owner)
  await owner.destroy()
  await deposits(1, 10)
  for (let id = 1n; id <= 10n; id++) for (const [, run] of work) await transact(db, (tx) => run(tx, id))
  await deposits(11, count)
})
afterAll(async () => {
  await db.destroy()
  await base.close()
})

async function deposits(from: number, to: number): Promise<void> {
  await sql`
    insert into payments.deposit (id, bettor_id, kind, client_id, hash, provider, msisdn, amount, tax, net, reference, state, request_id,
      created_at, changed_at)
    select n, n, 'prompt', gen_random_uuid(), 'h', 'mpesa', '2547' || lpad(n::text, 8, '0'), 10000, 500, 9500, 'N' || n, 'pending', 'ws_' || n,
      platform.now(), platform.now()
    from generate_series(${from}::int, ${to}::int) n`.execute(base.db)
}

/** The number of deposit rows that this connection has read, including earlier transactions. */
async function rowsRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables
    where relid = 'payments.deposit'::regclass`.execute(tx)
  return rows[0]?.rows ?? 0
}

test.each(work)('%s: the statement reads no other deposits', async (_name, run) => {
  const read = await transact(db, async (tx) => {
    const before = await rowsRead(tx)
    await run(tx, BigInt(count - 1))
    return (await rowsRead(tx)) - before
  })
  expect(read).toBeLessThan(rowsMax)
})
