import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#testing/database'
import { arrayText } from './array-text.ts'

let base: TestDatabase
let client: pg.Client
beforeAll(async () => {
  base = await testDatabase({ size: 1 })
  client = new pg.Client(base.connection)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await base.close()
})

/** Whether PostgreSQL reads the text as the array that the driver sends. */
async function isSame(values: readonly unknown[], type: string): Promise<boolean> {
  const { rows } = await client.query<{ same: boolean }>(
    `select $1::${type}[] is not distinct from $2::${type}[] as same`,
    [arrayText(values), values],
  )
  return rows[0]?.same === true
}

test('PostgreSQL parses any text, number, time and null as if the driver had sent it', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '"', '\\', ',', '{', '}', ' ', '\n', "'", 'NULL') })
  const anyText = fc.array(fc.option(text), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(anyText, (values) => isSame(values, 'text')),
    { numRuns: 60 },
  )
  const time = new Date('2026-02-28T21:59:59.007Z')
  expect(await isSame([1n, -9_007_199_254_740_993n, null, undefined], 'bigint')).toBe(true)
  expect(await isSame([0.1, 1e21, -3, Number.NaN], 'float8')).toBe(true)
  expect(await isSame([true, false, null], 'boolean')).toBe(true)
  expect(await isSame([time, time, null, new Date(0), time], 'timestamptz')).toBe(true)
  expect(await isSame([], 'text')).toBe(true)
})

test('an array with any other value is left to the driver', () => {
  for (const value of [[1], Buffer.from('a'), { a: 1 }, new Date(NaN), new Date('+012026-01-01T00:00:00Z')])
    expect(arrayText(['a', value])).toBeUndefined()
})
