import { expect, test } from 'vitest'
import { settleQueueHere } from './settle-queue.ts'

/** A queue whose settlements end when they are let; `begun` names them in order. */
function openQueue({ slots = 2, queueMost = 100 } = {}) {
  const begun: number[] = []
  const lets: { matchId: number; end: () => void }[] = []
  let most = 0
  const queue = settleQueueHere({
    slots,
    queueMost,
    async settle(matchId) {
      begun.push(matchId)
      const { promise, resolve } = Promise.withResolvers<void>()
      lets.push({ matchId, end: resolve })
      most = Math.max(most, lets.length)
      await promise
    },
  })
  return {
    queue,
    begun,
    most: () => most,
    /** Ends the settlements that run, and those that begin in their place, until nothing is left. */
    async endAll() {
      let idle = false
      const ended = queue.idle().then(() => (idle = true))
      while (!idle) {
        for (const one of lets.splice(0)) one.end()
        await new Promise((resolve) => setImmediate(resolve))
      }
      await ended
    },
  }
}

test('no more matches than there are slots are settled at once, in the order they came', async () => {
  const { queue, begun, most, endAll } = openQueue({ slots: 2 })
  const all = [5, 3, 9, 1, 7].map((matchId) => queue.wake(matchId))
  expect(begun).toEqual([5, 3])
  await endAll()
  await Promise.all(all)
  expect(begun).toEqual([5, 3, 9, 1, 7])
  expect(most()).toBe(2)
})

test('a match asked for again while it waits is settled once, while it is settled once more afterwards and never twice at once', async () => {
  const { queue, begun, most, endAll } = openQueue({ slots: 4 })
  const first = queue.wake(1)
  const again = [queue.wake(1), queue.wake(1), queue.wake(1)]
  expect(begun).toEqual([1])
  expect(most()).toBe(1)
  await endAll()
  await Promise.all([first, ...again])
  expect(begun).toEqual([1, 1])
  expect(most()).toBe(1)
})

test('a match that is settled for long holds up no other while there is a slot', async () => {
  const { queue, begun } = openQueue({ slots: 2 })
  void queue.wake(1)
  void queue.wake(1)
  void queue.wake(2)
  expect(begun).toEqual([1, 2])
})

test('what the queue has no room for is dropped at once, and nobody waits for it', async () => {
  const { queue, begun, endAll } = openQueue({ slots: 1, queueMost: 2 })
  void queue.wake(1)
  void queue.wake(2)
  void queue.wake(3)
  await queue.wake(4)
  await endAll()
  expect(begun).toEqual([1, 2, 3])
})

test('stopping drops what has not begun and waits for what has', async () => {
  const { queue, begun, endAll } = openQueue({ slots: 1 })
  void queue.wake(1)
  const dropped = queue.wake(2)
  let stopped = false
  const stopping = queue.stop().then(() => (stopped = true))
  await dropped
  expect(stopped).toBe(false)
  await endAll()
  await stopping
  await queue.wake(3)
  expect(begun).toEqual([1])
})
