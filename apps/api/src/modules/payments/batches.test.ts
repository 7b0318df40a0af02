import { expect, test } from 'vitest'
import { batches, onePerPayment } from './batches.ts'

type Item = { id: bigint; status: string }

/** What came to `work` together, batch by batch. */
function watched(fails: (status: string) => boolean = () => false) {
  const seen: string[][] = []
  const send = onePerPayment<Item, string>(async (items) => {
    const words = [...items.values()].map((item) => item.status)
    seen.push(words)
    if (words.some(fails)) throw new Error('a fault')
    return new Map([...items.values()].filter(({ id }) => id !== 0n).map(({ id, status }) => [id, `did ${status}`]))
  })
  return { seen, send }
}

test('what comes at the same moment is done together, and a lone item at once', async () => {
  const { seen, send } = watched()
  expect(await send({ id: 1n, status: 'lone' })).toBe('did lone')
  await Promise.all([1n, 2n, 3n].map((id) => send({ id, status: `news of ${id}` })))
  expect(seen).toEqual([['lone'], ['news of 1', 'news of 2', 'news of 3']])
})

test('a second status on a payment is done after the first, and each gets its own answer', async () => {
  const { seen, send } = watched()
  const words = ['first', 'second', 'third']
  const answers = await Promise.all(words.map((status) => send({ id: 1n, status })))
  expect(answers).toEqual(['did first', 'did second', 'did third'])
  expect(seen).toEqual([['first'], ['second'], ['third']])
})

test('a fault of one payment harms no other, and a payment that is not there has no answer', async () => {
  const { send } = watched((status) => status === 'broken')
  const [good, broken, missing] = await Promise.allSettled([
    send({ id: 1n, status: 'good' }),
    send({ id: 2n, status: 'broken' }),
    send({ id: 0n, status: 'missing' }),
  ])
  expect(good).toEqual({ status: 'fulfilled', value: 'did good' })
  expect(broken.status).toBe('rejected')
  expect(missing).toEqual({ status: 'fulfilled', value: undefined })
})

test('a fault of a second status on a payment has nothing done again that was done before it', async () => {
  const { seen, send } = watched((status) => status === 'broken')
  const [first, broken, other] = await Promise.allSettled([
    send({ id: 1n, status: 'first' }),
    send({ id: 1n, status: 'broken' }),
    send({ id: 2n, status: 'other' }),
  ])
  expect([first, other].map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  expect(broken.status).toBe('rejected')
  expect(seen.flat().filter((status) => status !== 'broken')).toEqual(['first', 'other'])
})

test('no batch holds more than its most', async () => {
  const { seen, send } = watched()
  const all = batches.itemsMost * 3
  await Promise.all(Array.from({ length: all }, (_, n) => send({ id: BigInt(n + 1), status: `${n}` })))
  expect(Math.max(...seen.map((words) => words.length))).toBe(batches.itemsMost)
  expect(seen.flat()).toHaveLength(all)
})
