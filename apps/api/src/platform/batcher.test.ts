import { expect, test, vi } from 'vitest'
import { batcher, groupBatcher, QueueFull } from './batcher.ts'
import { Overloaded, OutcomeUnknown } from './db-faults.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
const one = { slots: 1, itemsMax: 64, queueMax: 1000 }

/** A batcher that records its batches; `fault` returns the error that a batch throws. */
function watched(fault: (items: readonly number[]) => Error | undefined) {
  const runs: number[][] = []
  const send = batcher<number, number>({
    ...one,
    async run(items) {
      runs.push([...items])
      const thrown = fault(items)
      if (thrown) throw thrown
      return items.map((item) => item * 2)
    },
  })
  return { runs, send }
}

test('a bad item makes its batch run again in halves, and every other item gets its result', async () => {
  const { runs, send } = watched((items) => (items.includes(37) ? new Error('bad') : undefined))
  const answers = await Promise.allSettled(numbers(64).map(send))
  expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  expect(answers[37]?.status).toBe('rejected')
  expect(answers[38]).toEqual({ status: 'fulfilled', value: 76 })
  // The first run, and both halves of each of six splits.
  expect(runs).toHaveLength(13)
})

test.each([
  ['the connection is lost', Object.assign(new Error('gone'), { code: 'ECONNRESET' })],
  ['the server shuts down', Object.assign(new Error('terminating'), { code: '57P01' })],
  ['a lock is not available', Object.assign(new Error('lock timeout'), { code: '55P03' })],
  ['a transaction deadlocks at every try', Object.assign(new Error('deadlock'), { code: '40P01' })],
  ['the deadline passes', new Overloaded('late')],
  ['the commit is not answered', new OutcomeUnknown('lost')],
])('when %s, the whole batch fails and does not run again', async (_what, fault) => {
  const { runs, send } = watched(() => fault)
  const answers = await Promise.allSettled(numbers(64).map(send))
  expect(new Set(answers.map((answer) => (answer.status === 'rejected' ? answer.reason : 'done')))).toEqual(
    new Set([fault]),
  )
  expect(runs).toHaveLength(1)
})

test('the items of a group share one batch, and no batch contains part of a group', async () => {
  const runs: number[] = []
  const { send } = groupBatcher<number, number>({
    ...one,
    itemsMax: 10,
    async run(items) {
      runs.push(items.length)
      return items
    },
  })
  const groups = [numbers(4), numbers(4), numbers(4), numbers(8)]
  expect(await Promise.all(groups.flatMap((group) => send(group)))).toEqual(groups.flat())
  expect(runs).toEqual([8, 4, 8])
})

test('an item that would wait too long is refused immediately, but items that fit in one batch are always queued', async () => {
  const { promise: go, resolve: resume } = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const send = batcher<number, number>({
    slots: 1,
    itemsMax: 2,
    queueMax: 1000,
    waitMsMax: 0,
    async run(items) {
      begun.resolve()
      await go
      return items
    },
  })
  const running = send(1)
  await begun.promise
  await new Promise((resolve) => setImmediate(resolve))
  const waiting = [send(2), send(3)]
  await expect(send(4)).rejects.toThrow(QueueFull)
  resume()
  expect(await Promise.all([running, ...waiting])).toEqual([1, 2, 3])
})

test('the queue is bounded, however fast the batches are', async () => {
  const send = batcher<number, number>({ ...one, queueMax: 10, run: async (items) => items })
  const answers = await Promise.allSettled(numbers(12).map(send))
  expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(2)
})

test('a long queue is refused even before the first full batch has been measured', () => {
  const run = async (items: readonly number[]) => items
  const bets = groupBatcher<number, number>({ slots: 2, itemsMax: 10, queueMax: 10_000, waitMsMax: 250, run })
  const isFullAfter = (count: number): boolean => {
    void Promise.all(bets.send(numbers(count)))
    return bets.isFull()
  }
  expect([9, 30, 1].map(isFullAfter)).toEqual([false, false, true])
})

test('while a slow batch runs, a full batch starts immediately and a partly filled one after a delay', async () => {
  const { promise: go, resolve: resume } = Promise.withResolvers<void>()
  const runs: number[] = []
  const open = (...partialBatchDelayMs: [number, ...number[]]) =>
    groupBatcher<number, number>({
      slots: 3,
      itemsMax: 2,
      queueMax: 100,
      partialBatchDelayMs,
      async run(items) {
        runs.push(items.length)
        await go
        return items
      },
    })
  const longDelay = open(600_000)
  const answers = longDelay.send([1])
  await vi.waitFor(() => expect(runs).toEqual([1]), 120_000)
  answers.push(...longDelay.send([2, 3, 4]), ...longDelay.send([5]))
  await vi.waitFor(() => expect(runs).toEqual([1, 3]), 120_000)
  const shortDelay = open(1)
  answers.push(...shortDelay.send([6]))
  await vi.waitFor(() => expect(runs).toEqual([1, 3, 1]), 120_000)
  answers.push(...shortDelay.send([7]))
  await vi.waitFor(() => expect(runs).toEqual([1, 3, 1, 1]), 120_000)
  const growingDelay = open(1, 600_000)
  answers.push(...growingDelay.send([8]))
  await vi.waitFor(() => expect(runs).toEqual([1, 3, 1, 1, 1]), 120_000)
  answers.push(...growingDelay.send([9]))
  await vi.waitFor(() => expect(runs).toEqual([1, 3, 1, 1, 1, 1]), 120_000)
  answers.push(...growingDelay.send([10]))
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
  answers.push(...growingDelay.send([11]))
  await vi.waitFor(() => expect(runs).toEqual([1, 3, 1, 1, 1, 1, 2]), 120_000)
  resume()
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
})

test('items that are sent first are queued even if the queue is full, and run by turns with the others', async () => {
  const { promise: go, resolve: resume } = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const order: number[] = []
  const { send, sendFirst, isFull } = groupBatcher<number, number>({
    slots: 1,
    itemsMax: 2,
    queueMax: 2,
    async run(items) {
      order.push(...items)
      begun.resolve()
      await go
      return items
    },
  })
  const answers = send([1])
  await begun.promise
  answers.push(...send([2]), ...send([3]), ...sendFirst([4]), ...sendFirst([5]))
  expect(isFull()).toBe(true)
  await expect(send([6])[0]).rejects.toThrow(QueueFull)
  resume()
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4, 5])
  expect(order).toEqual([1, 4, 2, 5, 3])
})

test('an accepted item runs in the next batch, and a further one is accepted, however many items are sent first', async () => {
  const { promise: go, resolve: resume } = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const runs: number[][] = []
  const { send, sendFirst, isFull } = groupBatcher<number, number>({
    slots: 1,
    itemsMax: 8,
    queueMax: 100,
    waitMsMax: 0,
    async run(items) {
      runs.push([...items])
      begun.resolve()
      await go
      return items
    },
  })
  const answers = send([0])
  await begun.promise
  answers.push(...send([1]))
  for (let n = 0; n < 100; n++) answers.push(...sendFirst(numbers(4).map((each) => 100 + 4 * n + each)))
  expect(isFull()).toBe(false)
  answers.push(...send([2]))
  resume()
  await Promise.all(answers)
  expect(runs.slice(0, 3)).toEqual([[0], [100, 101, 102, 103, 1, 2], [104, 105, 106, 107, 108, 109, 110, 111]])
})
