import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#testing/database'
import { settleInChunks } from './settle.ts'

let base: TestDatabase
beforeAll(async () => {
  base = await testDatabase({ size: 1 })
})
afterAll(() => base.close())

/** Settles five chunks; `n` counts them. */
const settleFive = (how: { publish?: (n: number) => Promise<unknown>; mayContinue?: () => boolean }) => {
  let n = 0
  const settled = settleInChunks(base.db, async () => ({ n: ++n, isLast: n === 5 }), {
    publish: async (chunk) => how.publish?.(chunk.n),
    mayContinue: how.mayContinue ?? (() => true),
  })
  return { settled, count: () => n }
}

test('every chunk is published once and in order, and the last one is returned', async () => {
  const published: number[] = []
  const { settled } = settleFive({ publish: async (n) => void published.push(n) })
  expect(await settled).toEqual({ n: 5, isLast: true })
  expect(published).toEqual([1, 2, 3, 4, 5])
})

test('a settlement that may not continue runs no further chunk and publishes those before', async () => {
  const published: number[] = []
  let left = 2
  const { settled, count } = settleFive({ publish: async (n) => void published.push(n), mayContinue: () => left-- > 0 })
  expect(await settled).toBeUndefined()
  expect([count(), published]).toEqual([2, [1, 2]])
})

test('after a publication that failed at most the chunk in progress is settled', async () => {
  const { settled, count } = settleFive({ publish: () => Promise.reject(new Error('no')) })
  await expect(settled).rejects.toThrow('no')
  expect(count()).toBe(2)
})
