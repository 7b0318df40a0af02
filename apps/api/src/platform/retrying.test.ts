import { expect, test } from 'vitest'
import { retrying } from './retrying.ts'

/** Fails this many times and then returns the number of its calls. */
function failing(times: number) {
  const failures: unknown[] = []
  let calls = 0
  const closing = new AbortController()
  const work = async (): Promise<number> => {
    calls++
    if (calls <= times) throw new Error(`failure ${calls}`)
    return calls
  }
  const onFailure = (error: unknown): void => void failures.push(error)
  return { work, closing, failures, calls: () => calls, options: { signal: closing.signal, onFailure } }
}

test('work that fails is run again until it succeeds', async () => {
  const { work, failures, options } = failing(2)
  expect(await retrying(work, options, [1, 1, 1])).toBe(3)
  expect(failures).toHaveLength(2)
})

test('work that always fails is given up after the last attempt, and each failure is reported', async () => {
  const { work, calls, failures, options } = failing(Infinity)
  expect(await retrying(work, options, [1, 1])).toBeUndefined()
  expect([calls(), failures.length]).toEqual([3, 3])
})

test('an abort ends the pause, and nothing is run after it', async () => {
  const { work, closing, calls, options } = failing(Infinity)
  const ended = retrying(work, { ...options, onFailure: () => setImmediate(() => closing.abort()) }, [3_600_000])
  expect(await ended).toBeUndefined()
  expect(calls()).toBe(1)
  expect(await retrying(work, options)).toBeUndefined()
  expect(calls()).toBe(1)
})
