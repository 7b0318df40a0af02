import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { money } from '@nare/money/money'
import { openDb, transact, type Db, type Tx } from '#platform/db'
import { followFeed } from '#platform/follow-feed'
import { openLog } from '#platform/log'
import { testDatabase, type TestDatabase } from '#testing/database'
import { transferFeed, type PostedTransfer } from './consumers.ts'
import { openLedger, type Ledger } from './ledger.ts'

const bettors = [1n, 2n, 3n, 4n]
let base: TestDatabase
let secondPool: Db
let owner: Db
let ledger: Ledger
let made = 0
let name = ''

beforeAll(async () => {
  base = await testDatabase({ size: 12 })
  secondPool = openDb(base.connection, { size: 3, log: openLog('silent') }).db
  owner = openDb(base.connection, { size: 1, log: openLog('error'), role: 'none' }).db
  ledger = await openLedger({ db: base.db, currency: 'KES' })
  for (const bettor of bettors) await transact(base.db, (tx) => ledger.openBettor(tx, bettor))
  await sql
    .raw('create table public.seen (consumer text, no bigint, place serial, primary key (consumer, no))')
    .execute(owner)
  await sql.raw('grant all on public.seen, public.seen_place_seq to nare_app').execute(owner)
})
afterAll(async () => {
  await Promise.all([secondPool.destroy(), owner.destroy()])
  await base.close()
})
beforeEach(() => (name = `consumer ${made++}`))

const credit = (tx: Tx, bettor: bigint) =>
  ledger.credit(tx, [
    {
      id: `gift-${made++}`,
      kind: 'test_money',
      about: 'gift/1',
      bettor,
      amount: money(100n),
      against: ledger.house('house:sandbox'),
    },
  ])
const give = (bettor: bigint) => transact(base.db, (tx) => credit(tx, bettor))

/** The work of a test consumer: inserts the numbers that it receives; a number can be inserted only once. */
const note = async (tx: Tx, transfers: readonly PostedTransfer[]): Promise<void> => {
  await sql`
    insert into public.seen (consumer, no) select ${name}, no from unnest(${transfers.map((transfer) => transfer.no)}::bigint[]) no order by no`.execute(
    tx,
  )
}
const next = (db: Db = base.db, limit = 10) => followFeed(db, transferFeed(), { name, limit, batches: 1 }, note)
async function drain(db: Db = base.db, limit = 10): Promise<void> {
  while ((await next(db, limit)) !== 'end');
}

async function seen(): Promise<bigint[]> {
  const { rows } = await sql<{
    no: bigint
  }>`select no from public.seen where consumer = ${name} order by place`.execute(base.db)
  return rows.map((row) => row.no)
}
async function posted(): Promise<bigint[]> {
  const { rows } = await sql<{ no: bigint }>`select no from ledger.transfer order by no`.execute(base.db)
  return rows.map((row) => row.no)
}
async function cursor(): Promise<bigint | undefined> {
  const { rows } = await sql<{
    no: bigint
  }>`select transfer_no as no from ledger.consumer where name = ${name}`.execute(base.db)
  return rows[0]?.no
}

test('batches follow each other in the order of the numbers, and a new cursor begins at the first transfer', async () => {
  for (let n = 0; n < 5; n++) await give(1n)
  const numbers = await posted()
  const half = await ledger.transfersSince({ cursor: 0n, limit: 3 })
  expect(half.transfers.map((transfer) => transfer.no)).toEqual(numbers.slice(0, 3))
  const rest = await ledger.transfersSince({ cursor: half.cursor, limit: 1000 })
  expect(rest.transfers.map((transfer) => transfer.no)).toEqual(numbers.slice(3))
  expect(await ledger.transfersSince({ cursor: rest.cursor, limit: 10 })).toEqual({
    transfers: [],
    cursor: rest.cursor,
  })
})

test('a transfer is delivered with its kind, its subject and its entries', async () => {
  await give(2n)
  const numbers = await posted()
  const { transfers } = await ledger.transfersSince({ cursor: (numbers.at(-1) ?? 0n) - 1n, limit: 10 })
  expect(transfers).toMatchObject([
    {
      kind: 'test_money',
      about: 'gift/1',
      entries: [
        { owner: null, accountKind: 'house', amount: -100n },
        { owner: 2n, accountKind: 'cash', amount: 100n },
      ],
    },
  ])
})

test('a consumer receives every transfer once and stores its cursor with its work', async () => {
  for (let n = 0; n < 12; n++) await give(1n)
  const numbers = await posted()
  expect(await next(base.db, 5)).toBe('more')
  await drain(base.db, 5)
  expect(await seen()).toEqual(numbers)
  expect(await cursor()).toBe(numbers.at(-1))
  expect(await next()).toBe('end')
})

test('a consumer of some kinds receives only those, with their entries, and its cursor passes the others', async () => {
  await drain()
  const before = await seen()
  await give(1n)
  const own = await transact(base.db, async (tx) => {
    const id = `win-${made++}`
    await ledger.credit(tx, [
      { id, kind: 'win', bettor: 2n, amount: money(30n), against: ledger.house('house:sandbox') },
    ])
    return id
  })
  await give(1n)
  const received: PostedTransfer[] = []
  const kinds = transferFeed(['win'])
  expect(await followFeed(base.db, kinds, { name }, async (_, all) => void received.push(...all))).toBe('end')
  expect(received).toMatchObject([{ id: own, entries: [{ amount: -30n }, { owner: 2n, amount: 30n }] }])
  expect(await cursor()).toBe((await posted()).at(-1))
  await drain()
  expect(await seen()).toEqual(before)
})

test('a transfer of an older transaction that commits late is received once, in a later batch', async () => {
  await drain()
  const open = await base.db.startTransaction().execute()
  await credit(open, 1n)
  for (let n = 0; n < 3; n++) await give(2n)
  const before = (await posted()).length
  await drain()
  expect((await seen()).length).toBeLessThanOrEqual(before - 3)
  await open.commit().execute()
  await drain()
  expect(await seen()).toEqual(await posted())
})

test('under concurrent posting with slow and rolled back transactions two processes receive every transfer once, in order', async () => {
  let isPosting = true
  async function post(bettor: bigint): Promise<void> {
    for (let n = 0; n < 25; n++) {
      const tx = await base.db.startTransaction().execute()
      await credit(tx, bettor)
      if (n % 3 === 0) await sql`select pg_sleep(0.01)`.execute(tx)
      await (n % 7 === 6 ? tx.rollback() : tx.commit()).execute()
    }
  }
  async function run(db: Db): Promise<void> {
    while (isPosting) await next(db, 7)
  }
  const consumers = [run(base.db), run(secondPool)]
  await Promise.all(bettors.map(post))
  isPosting = false
  await Promise.all(consumers)
  await drain()
  const numbers = await posted()
  expect(await seen()).toEqual(numbers)
}, 60_000)

test('a consumer may post transfers, and receives them once, in a later batch', async () => {
  await give(1n)
  let isFirst = true
  const own = async (tx: Tx, transfers: readonly PostedTransfer[]): Promise<void> => {
    await note(tx, transfers)
    if (isFirst) await credit(tx, 3n)
    isFirst = false
  }
  for (let n = 0; n < 3; n++) await followFeed(base.db, transferFeed(), { name, limit: 1000 }, own)
  expect(await seen()).toEqual(await posted())
})
