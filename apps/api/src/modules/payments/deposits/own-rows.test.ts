import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb, transact, type Db, type Tx } from '#platform/db'
import { openLog } from '#platform/log'
import { testDatabase, type TestDatabase } from '#testing/database'
import { paidBeside } from './receipts.ts'
import { lockDeposits, noteAccepted, noteOpenClaims, openDepositsOf, setDeposits, underWayOf } from './store.ts'

const count = 3000
/** A statement about one deposit reads a few rows. */
const rowsMax = 20

type Work = (tx: Tx, id: bigint) => Promise<unknown>
const work: [string, Work][] = [
  ['what is under way for a bettor', (tx, id) => underWayOf(tx, id)],
  ['the open deposits of a bettor', (tx, id) => openDepositsOf(tx, id)],
  ["the provider's id of a prompt", (tx, id) => noteAccepted(tx, id, `other ${id}`)],
  ['a claim', (tx, id) => noteOpenClaims(tx, [{ id, receipt: `R${id}`, amount: 10_000n }])],
  ['a lock', (tx, id) => lockDeposits(tx, [id])],
  ['money paid beside a prompt', (tx, id) => paidBeside(tx, [id])],
  ['an end', (tx, id) => setDeposits(tx, [{ id, state: 'succeeded', receipt: `S${id}` }])],
]

let base: TestDatabase
/** One connection, which prepares its statements, as each of a process does. */
let db: Db

/**
 * A new platform's first busy evening: statements were prepared, and their plans chosen, while there was hardly a deposit, and the table
 * was not analysed since.
 */
beforeAll(async () => {
  base = await testDatabase({ size: 2 })
  db = openDb(base.connection, { size: 1, log: openLog('silent') }).db
  const owner = openDb(base.connection, { size: 1, log: openLog('silent'), role: 'none' }).db
  await sql`alter table payments.deposit set (autovacuum_enabled = false)`.execute(owner)
  await owner.destroy()
  await deposits(1, 10)
  for (let id = 1n; id <= 10n; id++) for (const [, one] of work) await transact(db, (tx) => one(tx, id))
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

/** The rows of deposits that this connection has read, those of earlier transactions included. */
async function rowsRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables
    where relid = 'payments.deposit'::regclass`.execute(tx)
  return rows[0]?.rows ?? 0
}

test.each(work)('%s is found without reading other deposits', async (_name, one) => {
  const read = await transact(db, async (tx) => {
    const before = await rowsRead(tx)
    await one(tx, BigInt(count - 1))
    return (await rowsRead(tx)) - before
  })
  expect(read).toBeLessThan(rowsMax)
})
