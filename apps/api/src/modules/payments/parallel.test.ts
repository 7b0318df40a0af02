import { expect, test } from 'vitest'
import { inParallel, sweepInParallel } from './parallel.ts'

const clock = { now: () => 0 }

/** Due numbers that are claimed in chunks. */
function due(count: number) {
  let next = 0
  const claims: number[] = []
  const claim = async (most: number) => {
    claims.push(most)
    const piece = Array.from({ length: Math.min(most, count - next) }, (_, n) => next + n)
    next += piece.length
    return piece
  }
  return { claim, claims }
}

test('a slow item delays no other item', async () => {
  const { claim } = due(50)
  const done: number[] = []
  const slow = Promise.withResolvers<void>()
  const sweeping = sweepInParallel(clock, {
    most: 200,
    claim,
    async work(item) {
      if (item === 0) await slow.promise
      done.push(item)
      if (done.length === 49) slow.resolve()
    },
  })
  expect(await sweeping).toBe(50)
  expect(done.at(-1)).toBe(0)
})

test('at most sixteen items run concurrently, and no more are claimed than the sweep’s limit', async () => {
  const { claim, claims } = due(1000)
  let now = 0
  let max = 0
  const work = async () => {
    max = Math.max(max, ++now)
    await new Promise((resolve) => setImmediate(resolve))
    now--
  }
  expect(await sweepInParallel(clock, { most: 100, claim, work })).toBe(100)
  expect(max).toBe(16)
  expect(claims.reduce((sum, one) => sum + one, 0)).toBe(100)
  await inParallel(clock, Array(100).fill(0), work)
  expect(max).toBe(16)
})

test('nothing is claimed after ten seconds, and every claimed item is started', async () => {
  const { claim } = due(1000)
  let at = 0
  const begun: number[] = []
  const work = async (item: number) => {
    begun.push(item)
    at += 1000
  }
  const count = await sweepInParallel({ now: () => at }, { most: 1000, claim, work })
  expect(count).toBeLessThan(40)
  expect(begun).toHaveLength(count)
  at = 0
  expect(
    await inParallel(
      { now: () => at },
      Array.from({ length: 100 }, (_, n) => n),
      work,
    ),
  ).toBeLessThan(30)
})
