import { expect, test } from 'vitest'
import { batches, onePerPayment } from './batches.ts'

type Item = { id: bigint; text: string }

/** The batches that `work` received. */
function watched(fails: (text: string) => boolean = () => false) {
  const seen: string[][] = []
  const send = onePerPayment<Item, string>(async (items) => {
    const texts = [...items.values()].map((item) => item.text)
    seen.push(texts)
    if (texts.some(fails)) throw new Error('a fault')
    return new Map([...items.values()].filter(({ id }) => id !== 0n).map(({ id, text }) => [id, `did ${text}`]))
  })
  return { seen, send }
}

test('concurrent items are processed in one batch, and a single item immediately', async () => {
  const { seen, send } = watched()
  expect(await send({ id: 1n, text: 'lone' })).toBe('did lone')
  await Promise.all([1n, 2n, 3n].map((id) => send({ id, text: `news of ${id}` })))
  expect(seen).toEqual([['lone'], ['news of 1', 'news of 2', 'news of 3']])
})

test('a second item of a payment is processed after the first, and each gets its own result', async () => {
  const { seen, send } = watched()
  const texts = ['first', 'second', 'third']
  const answers = await Promise.all(texts.map((text) => send({ id: 1n, text })))
  expect(answers).toEqual(['did first', 'did second', 'did third'])
  expect(seen).toEqual([['first'], ['second'], ['third']])
})

test('a failing payment does not affect the others, and a missing payment gets undefined', async () => {
  const { send } = watched((text) => text === 'broken')
  const [good, broken, missing] = await Promise.allSettled([
    send({ id: 1n, text: 'good' }),
    send({ id: 2n, text: 'broken' }),
    send({ id: 0n, text: 'missing' }),
  ])
  expect(good).toEqual({ status: 'fulfilled', value: 'did good' })
  expect(broken.status).toBe('rejected')
  expect(missing).toEqual({ status: 'fulfilled', value: undefined })
})

test('if the second item of a payment fails, the first is not run again', async () => {
  const { seen, send } = watched((text) => text === 'broken')
  const [first, broken, other] = await Promise.allSettled([
    send({ id: 1n, text: 'first' }),
    send({ id: 1n, text: 'broken' }),
    send({ id: 2n, text: 'other' }),
  ])
  expect([first, other].map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  expect(broken.status).toBe('rejected')
  expect(seen.flat().filter((text) => text !== 'broken')).toEqual(['first', 'other'])
})

test('no batch exceeds its maximum size', async () => {
  const { seen, send } = watched()
  const all = batches.itemsMax * 3
  await Promise.all(Array.from({ length: all }, (_, n) => send({ id: BigInt(n + 1), text: `${n}` })))
  expect(Math.max(...seen.map((texts) => texts.length))).toBe(batches.itemsMax)
  expect(seen.flat()).toHaveLength(all)
})
