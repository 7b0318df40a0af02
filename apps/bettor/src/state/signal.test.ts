import { expect, test } from 'vitest'
import { signal } from './signal.ts'

test('a change calls the listeners once; the same value calls none, and a removed listener is not called', () => {
  const count = signal(1)
  const seen: number[] = []
  const stop = count.listen(() => seen.push(count.get()))
  count.set(2)
  count.set(2)
  stop()
  count.set(3)
  expect([seen, count.get()]).toEqual([[2], 3])
})
