import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#testing/database'
import { closeCallbacks, insertCallbacks } from './store.ts'

const hash = (digit: string): string => digit.repeat(64)
const [paybill, check, prompt, nobodys] = [hash('a'), hash('b'), hash('c'), hash('d')]
let base: TestDatabase

beforeAll(async () => {
  base = await testDatabase({ size: 4 })
  await sql`
    insert into payments.address (key_hash, purpose, provider, payment_id)
    values (${paybill}, 'paybill', 'mpesa', null), (${check}, 'paybill_check', 'mpesa', null), (${prompt}, 'prompt', 'mpesa', 7)`.execute(
    base.db,
  )
})
afterAll(() => base.close())

type Row = { id: bigint; key: string; body: string; receivedAt: Date; outcome: string | null }

async function table(): Promise<Row[]> {
  const rows = await sql<Row>`
    select id, key, body, received_at as "receivedAt", outcome from payments.callback order by id`.execute(base.db)
  return rows.rows
}

test('bodies stored together get one row each; validation requests and unknown addresses get none', async () => {
  const hashes = [paybill, check, prompt, nobodys]
  const bodies = Array.from({ length: 200 }, (_, n) => ({ hash: hashes[(n * 7) % 4] ?? '', body: `body ${n}` }))
  const responses = (await Promise.all([insertCallbacks(base.db, bodies), insertCallbacks(base.db, bodies)])).flat()
  const stored = new Map((await table()).map((row) => [row.id, row]))
  const twice = [...bodies, ...bodies]
  responses.forEach((one, n) => {
    const { hash: of, body } = twice[n] ?? {}
    if (of === nobodys) return expect(one).toBeUndefined()
    expect(one?.address.hash).toBe(of)
    if (of === check) return expect(one?.row).toBeUndefined()
    const row = stored.get(one?.row?.id ?? 0n)
    expect([row?.key, row?.body, row?.receivedAt]).toEqual([of, body, one?.row?.receivedAt])
    stored.delete(row?.id ?? 0n)
  })
  expect(stored.size).toBe(0)
})

test('bodies received in different months are closed by one statement, each with its own outcome', async () => {
  const rows = await sql<{ id: bigint; receivedAt: Date }>`
    insert into payments.callback (key, body, received_at)
    select ${prompt}, 'old ' || n, platform.now() - n * interval '20 days' from generate_series(0, 4) n
    returning id, received_at as "receivedAt"`.execute(base.db)
  await closeCallbacks(
    base.db,
    rows.rows.map((row, n) => ({ ...row, outcome: `outcome ${n}` })),
  )
  const ids = rows.rows.map(({ id }) => id)
  const closed = (await table()).filter(({ id }) => ids.includes(id)).toSorted((a, b) => Number(a.id - b.id))
  expect(closed.map(({ outcome }) => outcome)).toEqual([0, 1, 2, 3, 4].map((n) => `outcome ${n}`))
  await closeCallbacks(base.db, [])
})
