import { expect, test } from 'vitest'
import { TooManyWaiting, turnsInMemory } from './turns.ts'

const place = (key: string, same?: string) => ({ key, same })

/** Work that ends when `end` is called. */
function pending<R>(answer: R) {
  const { promise, resolve } = Promise.withResolvers<R>()
  let begun = 0
  return {
    work: () => {
      begun++
      return promise
    },
    begun: () => begun,
    end: () => resolve(answer),
  }
}

const turnOfTheLoop = () => new Promise((resolve) => setImmediate(resolve))

test('commands of one key run one after the other, and those of another key do not wait for them', async () => {
  const { alone } = turnsInMemory()
  const [first, second] = [pending('first'), pending('second')]
  const answers = [alone(place('asha'), first.work), alone(place('asha'), second.work)]
  expect(await alone(place('ben'), async () => 'ben')).toBe('ben')
  expect([first.begun(), second.begun()]).toEqual([1, 0])
  second.end()
  first.end()
  expect(await Promise.all(answers)).toEqual(['first', 'second'])
})

test('an error ends a turn like an answer', async () => {
  const { alone } = turnsInMemory()
  const faulty = alone(place('asha'), () => Promise.reject(new Error('on purpose')))
  const next = alone(place('asha'), async () => 'next')
  await expect(faulty).rejects.toThrow('on purpose')
  expect(await next).toBe('next')
})

test('up to eight of one kind share a turn, and other work between them keeps its place', async () => {
  const { alone, shared } = turnsInMemory()
  const together: number[][] = []
  const send = shared<number, number>(8, (items) => {
    together.push([...items])
    return items.map(async (item) => item * 10)
  })
  const many = Array.from({ length: 19 }, (_, n) => n)
  const answers = many.slice(0, 10).map((n) => send(place('asha'), n))
  const between = alone(place('asha'), async () => void together.push([]))
  answers.push(...many.slice(10).map((n) => send(place('asha'), n)))
  expect(await Promise.all(answers)).toEqual(many.map((n) => n * 10))
  await between
  expect(together.map((items) => items.length)).toEqual([8, 2, 0, 8, 1])
})

test('a shared turn ends with the last of its answers', async () => {
  const { alone, shared } = turnsInMemory()
  const slow = pending(2)
  const send = shared<number, number>(8, (items) =>
    items.map((item) => (item === 2 ? slow.work() : Promise.resolve(item))),
  )
  const [fast, last] = [send(place('asha'), 1), send(place('asha'), 2)]
  const after = pending('after')
  const next = alone(place('asha'), after.work)
  expect(await fast).toBe(1)
  await turnOfTheLoop()
  expect(after.begun()).toBe(0)
  slow.end()
  after.end()
  expect([await last, await next]).toEqual([2, 'after'])
})

test('equal commands in flight share one place and one answer, and run again after the end', async () => {
  const { alone } = turnsInMemory({ placesMax: 1 })
  const [running, waiting] = [pending('running'), pending('waiting')]
  const first = alone(place('asha'), running.work)
  await turnOfTheLoop()
  const all = Array.from({ length: 100 }, () => alone(place('asha', 'deposit 1'), waiting.work))
  running.end()
  waiting.end()
  expect(await first).toBe('running')
  expect(new Set(await Promise.all(all))).toEqual(new Set(['waiting']))
  expect(waiting.begun()).toBe(1)
  expect(await alone(place('asha', 'deposit 1'), waiting.work)).toBe('waiting')
  expect(waiting.begun()).toBe(2)
})

test('a command behind two hundred waiting ones is refused, and those keep their places', async () => {
  const { alone } = turnsInMemory()
  const first = pending(0)
  const running = alone(place('asha'), first.work)
  await turnOfTheLoop()
  const waiting = Array.from({ length: 200 }, (_, n) => alone(place('asha'), async () => n))
  await expect(alone(place('asha'), async () => 'too many')).rejects.toThrow(TooManyWaiting)
  expect(await alone(place('ben'), async () => 'ben')).toBe('ben')
  first.end()
  await running
  expect(await Promise.all(waiting)).toEqual(Array.from({ length: 200 }, (_, n) => n))
})

test('a command whose turn does not come in time is refused and never runs', async () => {
  const { alone } = turnsInMemory({ waitMsMax: 1 })
  const [first, late] = [pending('first'), pending('late')]
  const running = alone(place('asha'), first.work)
  await turnOfTheLoop()
  await expect(alone(place('asha'), late.work)).rejects.toThrow(TooManyWaiting)
  first.end()
  await running
  expect(await alone(place('asha'), async () => 'next')).toBe('next')
  expect(late.begun()).toBe(0)
})

test('a command that comes back from a delay has the next turn, however many of its key wait', async () => {
  const { alone } = turnsInMemory({ placesMax: 2 })
  const running = pending('running')
  const answers = [alone(place('asha'), running.work)]
  await turnOfTheLoop()
  const order: string[] = []
  const waiting = (name: string) => async () => void order.push(name)
  const others = ['one', 'two'].map((name) => alone(place('asha'), waiting(name)))
  await expect(alone(place('asha'), waiting('three'))).rejects.toThrow(TooManyWaiting)
  const delayed = alone({ ...place('asha'), first: true }, waiting('delayed'))
  running.end()
  await Promise.all([...answers, ...others, delayed])
  expect(order).toEqual(['delayed', 'one', 'two'])
})
