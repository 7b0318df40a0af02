import { expect, test } from 'vitest'
import { shareReading } from './concurrency.ts'

test('concurrent callers share a read that began after they called, and one read runs at a time', async () => {
  let [state, readings, running, most] = [0, 0, 0, 0]
  let reading = Promise.withResolvers<void>()
  const read = shareReading(async () => {
    const seen = state
    most = Math.max(most, ++running)
    readings++
    await reading.promise
    running--
    return seen
  })
  const first = read()
  await expect.poll(() => readings).toBe(1)
  state = 1
  const later = Array.from({ length: 100 }, read)
  reading.resolve()
  expect(await first).toBe(0)
  expect(new Set(await Promise.all(later))).toEqual(new Set([1]))
  expect([readings, most]).toEqual([2, 1])
  reading = Promise.withResolvers()
  reading.reject(new Error('the database is away'))
  await expect(read()).rejects.toThrow('away')
  reading = Promise.withResolvers()
  reading.resolve()
  state = 2
  running = 0
  expect(await read()).toBe(2)
})
