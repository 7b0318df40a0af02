import { expect, test } from 'vitest'
import { openKeyedQueue } from './keyed-queue.ts'

/** A queue of matches whose settlements finish when the test finishes them; `started` lists their matches in order. */
function openQueue({ slots = 2, queueMax = 100 } = {}) {
  const started: number[] = []
  const unfinished: { matchId: number; end: () => void }[] = []
  let max = 0
  const queue = openKeyedQueue<number>({ atOnce: slots, waitingMax: queueMax })
  async function settle(matchId: number): Promise<void> {
    started.push(matchId)
    const { promise, resolve } = Promise.withResolvers<void>()
    unfinished.push({ matchId, end: resolve })
    max = Math.max(max, unfinished.length)
    await promise
  }
  return {
    queue: { ...queue, enqueue: (matchId: number) => queue.add(matchId, () => settle(matchId)) },
    started,
    most: () => max,
    /** Ends the running settlements and those that start after them, until the queue is idle. */
    async endAll() {
      let idle = false
      const ended = queue.idle().then(() => (idle = true))
      while (!idle) {
        for (const one of unfinished.splice(0)) one.end()
        await new Promise((resolve) => setImmediate(resolve))
      }
      await ended
    },
  }
}

test('settles at most as many matches concurrently as it has slots, first in, first out', async () => {
  const { queue, started, most, endAll } = openQueue({ slots: 2 })
  const all = [5, 3, 9, 1, 7].map((matchId) => queue.enqueue(matchId))
  expect(started).toEqual([5, 3])
  await endAll()
  await Promise.all(all.map(async (one) => one))
  expect(started).toEqual([5, 3, 9, 1, 7])
  expect(most()).toBe(2)
})

test('requests for a match that is being settled lead to one more settlement, after the first has ended', async () => {
  const { queue, started, most, endAll } = openQueue({ slots: 4 })
  const first = queue.enqueue(1)
  const again = [queue.enqueue(1), queue.enqueue(1), queue.enqueue(1)]
  expect(started).toEqual([1])
  expect(most()).toBe(1)
  await endAll()
  await Promise.all([first, ...again])
  expect(started).toEqual([1, 1])
  expect(most()).toBe(1)
})

test('a match with a slow settlement does not delay another while a slot is free', async () => {
  const { queue, started } = openQueue({ slots: 2 })
  void queue.enqueue(1)
  void queue.enqueue(1)
  void queue.enqueue(2)
  expect(started).toEqual([1, 2])
})

test('of several requests during a run of their key only the newest runs afterwards', async () => {
  const queue = openKeyedQueue<string>({ atOnce: 4, waitingMax: 4 })
  const ran: string[] = []
  const { promise: begin, resolve } = Promise.withResolvers<void>()
  void queue.add('payment 1', async () => {
    await begin
    ran.push('first')
  })
  for (const name of ['second', 'third']) void queue.add('payment 1', async () => void ran.push(name))
  resolve()
  await queue.idle()
  expect(ran).toEqual(['first', 'third'])
})

test('a request beyond the capacity is dropped', async () => {
  const { queue, started, endAll } = openQueue({ slots: 1, queueMax: 2 })
  void queue.enqueue(1)
  void queue.enqueue(2)
  void queue.enqueue(3)
  expect(queue.enqueue(4)).toBeUndefined()
  await endAll()
  expect(started).toEqual([1, 2, 3])
})

test('stopping drops waiting requests and waits for running settlements', async () => {
  const { queue, started, endAll } = openQueue({ slots: 1 })
  void queue.enqueue(1)
  const dropped = queue.enqueue(2)
  let stopped = false
  const stopping = queue.stop().then(() => (stopped = true))
  await dropped
  expect(stopped).toBe(false)
  await endAll()
  await stopping
  await queue.enqueue(3)
  expect(started).toEqual([1])
})
