import { expect, test } from 'vitest'
import { followChanges } from './changed-keys.ts'

test('a key that changes while it waits is worked on once, one that changes during its work again, and a failure stops nothing', async () => {
  const calls: number[][] = []
  const [first, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const changes = followChanges<number>({
    atOnce: 2,
    waitingMax: 4,
    async work(keys) {
      calls.push([...keys])
      if (calls.length > 1) return
      first.resolve()
      await go.promise
      throw new Error('broken')
    },
  })
  changes.changed([1])
  await first.promise
  changes.changed([1, 2])
  changes.changed([2, 3, 4, 5, 6])
  go.resolve()
  await changes.idle()
  expect(calls).toEqual([[1], [1, 2], [3, 4]])
  await changes.close()
  changes.changed([7])
  await changes.idle()
  expect(calls).toHaveLength(3)
})
