import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#testing/database'
import { countRows, readPage, type OrderKey, type Page } from './paging.ts'

let base: TestDatabase

beforeAll(async () => {
  base = await testDatabase({ size: 1 })
})
afterAll(() => base.close())

type Row = { id: number; at: string; name: string }

const table = (n: number): Row[] =>
  Array.from({ length: n }, (_, at) => ({
    id: at + 1,
    at: `2026-11-28T10:00:00.00000${(at * 7) % 10}Z`,
    name: ['Đakovo', 'Łódź', '"quoted"', ''][at % 4] ?? '',
  }))

/** Reads a page of rows that are in memory. */
const read = (rows: readonly Row[], order: readonly OrderKey[], page: Page) =>
  readPage<Row>(
    base.db,
    {
      columns: sql`r.id, r.name`,
      from: sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id int, at timestamptz, name text)`,
      order,
    },
    page,
  )

const [at, name, id]: [OrderKey, OrderKey, OrderKey] = [
  { by: sql`r.at`, type: 'time' },
  { by: sql`r.name`, type: 'text' },
  { by: sql`r.id`, type: 'number' },
]
const down = (key: OrderKey): OrderKey => ({ ...key, desc: true })
const orders = [[id], [down(at), down(id)], [at, name, id], [down(name), at, down(id)]]

test('every row that stays is on exactly one page while others come and leave, in every kind of order', async () => {
  for (const order of orders) {
    let rows = table(40)
    const all = (await read(rows, order, { page: 1, limit: 100 })).rows.map((row) => row.id)
    const [seen, gone]: [number[], number[]] = [[], []]
    for (let page = 1, after: string | undefined; page === 1 || after !== undefined; page++) {
      const { rows: found, next, total } = await read(rows, order, { page, limit: 7, after })
      expect(total).toBe(rows.length)
      seen.push(...found.map((row) => row.id))
      // A row of this page leaves, and one comes that belongs before or after the place reached.
      gone.push(found[2]?.id ?? 0)
      const kept = rows.filter((row) => !gone.includes(row.id))
      rows = [...kept, { id: 1000 + page, at: `2026-11-28T10:00:0${page}Z`, name: 'A' }]
      after = next
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.filter((one) => one < 1000)).toEqual(all)
  }
})

test('a list without a further page has no cursor, and a page without a cursor is counted', async () => {
  const rows = table(4)
  expect(await read(rows, [id], { page: 1, limit: 4 })).toMatchObject({ next: undefined, total: 4 })
  expect((await read(rows, [id], { page: 2, limit: 3 })).rows).toEqual([{ id: 4, name: '' }])
})

test('a list is counted up to a bound', async () => {
  const rows = sql`generate_series(1, 50) n`
  expect([await countRows(base.db, rows), await countRows(base.db, rows, 20)]).toEqual([50, 20])
})

test('a cursor of another list is a malformed request that names its field', async () => {
  const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const wrong = [['1', '2'], ['x'], [1], ['1e5'], ['123456789012345678'], {}, null, '1'].map(cursor)
  for (const after of [...wrong, 'AAAA', '____'])
    await expect(read(table(2), [id], { page: 1, limit: 1, after })).rejects.toMatchObject({
      statusCode: 400,
      fields: { after: { code: 'not_valid' } },
    })
  await expect(read([], [name], { page: 1, limit: 1, after: cursor(['\0']) })).rejects.toMatchObject({
    statusCode: 400,
  })
})
