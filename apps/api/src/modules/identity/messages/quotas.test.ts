import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#testing/database'
import { decide, openQuotas, type Use } from './quotas.ts'

let base: TestDatabase
beforeAll(async () => {
  base = await testDatabase()
})
afterAll(() => base.close())

const quota = (key: string, most: number) => ({ key, most, windowS: 3600 })
const use: Use = {
  hard: [quota('gap', 1)],
  soft: { quotas: [quota('hour', 2), quota('day', 3)], last: 'last', everyS: 3600 },
}
const windows = (used: Record<string, readonly [used: number, leftS: number]>) =>
  new Map(Object.entries(used).map(([key, [count, leftS]]) => [key, { used: count, leftS }]))

test('a use above a hard quota is refused; above soft quotas only it is allowed at intervals', () => {
  expect(decide(use, windows({}))).toEqual({ ok: true, overflow: false })
  expect(decide(use, windows({ gap: [1, 40], hour: [2, 900] }))).toEqual({
    ...{ ok: false, by: 'hard', waitS: 40, keys: ['gap'] },
  })
  expect(decide(use, windows({ hour: [2, 900], last: [1, 300] }))).toEqual({ ok: false, by: 'soft', waitS: 300 })
  expect(decide(use, windows({ hour: [2, 900], day: [3, 80_000], last: [1, 3000] }))).toMatchObject({ waitS: 3000 })
  expect(decide(use, windows({ hour: [1, 900], day: [3, 80_000] }))).toEqual({ ok: true, overflow: true })
  expect(decide(use, windows({ hour: [1, 900], day: [2, 80_000], last: [3, 10] }))).toEqual({
    ok: true,
    overflow: false,
  })
})

test('a hundred concurrent uses do not exceed the quota, and a refunded use is available again', async () => {
  const quotas = openQuotas(base.db)
  const five: Use = { hard: [quota('a', 7), quota('b', 5)] }
  const results = await Promise.all(Array.from({ length: 100 }, () => quotas.use(five)))
  expect(results.filter((sent) => sent.ok)).toHaveLength(5)
  await Promise.all([quotas.refund(five), quotas.refund(five)])
  const again = await Promise.all(Array.from({ length: 10 }, () => quotas.use(five)))
  expect(again.filter((sent) => sent.ok)).toHaveLength(2)
  expect((await quotas.use({ hard: [quota('a', 6)] })).ok).toBe(true)
  expect((await quotas.use({ hard: [quota('a', 6)] })).ok).toBe(false)
})
