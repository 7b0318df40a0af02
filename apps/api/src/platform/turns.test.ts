import { expect, test, vi } from 'vitest'
import { TooManyWaiting, turnsInMemory } from './turns.ts'

const entry = (key: string, sharedKey?: string) => ({ key, sharedKey })

/** Work that runs until `end` is called. */
function pending<R>(answer: R) {
  const { promise, resolve } = Promise.withResolvers<R>()
  let starts = 0
  return {
    work: () => {
      starts++
      return promise
    },
    startCount: () => starts,
    end: () => resolve(answer),
  }
}

const eventLoopTurn = () => new Promise((resolve) => setImmediate(resolve))

test('commands of one key run one after the other, and those of another key do not wait for them', async () => {
  const { runAlone } = turnsInMemory()
  const [first, second] = [pending('first'), pending('second')]
  const answers = [runAlone(entry('asha'), first.work), runAlone(entry('asha'), second.work)]
  expect(await runAlone(entry('ben'), async () => 'ben')).toBe('ben')
  expect([first.startCount(), second.startCount()]).toEqual([1, 0])
  second.end()
  first.end()
  expect(await Promise.all(answers)).toEqual(['first', 'second'])
})

test('an error ends a turn as a result does', async () => {
  const { runAlone } = turnsInMemory()
  const faulty = runAlone(entry('asha'), () => Promise.reject(new Error('on purpose')))
  const next = runAlone(entry('asha'), async () => 'next')
  await expect(faulty).rejects.toThrow('on purpose')
  expect(await next).toBe('next')
})

test('up to eight items of one kind share a turn, and other work keeps its place in the queue', async () => {
  const { runAlone, grouped } = turnsInMemory()
  const together: number[][] = []
  const send = grouped<number, number>(8, (items) => {
    together.push([...items])
    return items.map(async (item) => item * 10)
  })
  const many = Array.from({ length: 19 }, (_, n) => n)
  const answers = many.slice(0, 10).map((n) => send(entry('asha'), n))
  const between = runAlone(entry('asha'), async () => void together.push([]))
  answers.push(...many.slice(10).map((n) => send(entry('asha'), n)))
  expect(await Promise.all(answers)).toEqual(many.map((n) => n * 10))
  await between
  expect(together.map((items) => items.length)).toEqual([8, 2, 0, 8, 1])
})

test('a turn of several items ends when the last item ends', async () => {
  const { runAlone, grouped } = turnsInMemory()
  const slow = pending(2)
  const send = grouped<number, number>(8, (items) =>
    items.map((item) => (item === 2 ? slow.work() : Promise.resolve(item))),
  )
  const [fast, last] = [send(entry('asha'), 1), send(entry('asha'), 2)]
  const after = pending('after')
  const next = runAlone(entry('asha'), after.work)
  expect(await fast).toBe(1)
  await eventLoopTurn()
  expect(after.startCount()).toBe(0)
  slow.end()
  after.end()
  expect([await last, await next]).toEqual([2, 'after'])
})

test('concurrent equal commands run once and share the result; the next equal command runs again', async () => {
  const { runAlone } = turnsInMemory({ queueMax: 1 })
  const [running, waiting] = [pending('running'), pending('waiting')]
  const first = runAlone(entry('asha'), running.work)
  await eventLoopTurn()
  const all = Array.from({ length: 100 }, () => runAlone(entry('asha', 'deposit 1'), waiting.work))
  running.end()
  waiting.end()
  expect(await first).toBe('running')
  expect(new Set(await Promise.all(all))).toEqual(new Set(['waiting']))
  expect(waiting.startCount()).toBe(1)
  expect(await runAlone(entry('asha', 'deposit 1'), waiting.work)).toBe('waiting')
  expect(waiting.startCount()).toBe(2)
})

test('a command is refused while two hundred others wait, and those still run in order', async () => {
  const { runAlone } = turnsInMemory()
  const first = pending(0)
  const running = runAlone(entry('asha'), first.work)
  await eventLoopTurn()
  const waiting = Array.from({ length: 200 }, (_, n) => runAlone(entry('asha'), async () => n))
  await expect(runAlone(entry('asha'), async () => 'too many')).rejects.toThrow(TooManyWaiting)
  expect(await runAlone(entry('ben'), async () => 'ben')).toBe('ben')
  first.end()
  await running
  expect(await Promise.all(waiting)).toEqual(Array.from({ length: 200 }, (_, n) => n))
})

test('a command whose turn does not come in time is refused and never runs', async () => {
  const { runAlone } = turnsInMemory({ waitMsMax: 1 })
  const [first, late] = [pending('first'), pending('late')]
  const running = runAlone(entry('asha'), first.work)
  await eventLoopTurn()
  await expect(runAlone(entry('asha'), late.work)).rejects.toThrow(TooManyWaiting)
  first.end()
  await running
  expect(await runAlone(entry('asha'), async () => 'next')).toBe('next')
  expect(late.startCount()).toBe(0)
})

test('delayed commands run in the order in which they returned, and do not run out of waiting time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { runAlone } = turnsInMemory()
    const running = pending('running')
    const order: string[] = []
    const waiting = (name: string) => async () => void order.push(name)
    const answers: Promise<unknown>[] = [runAlone(entry('asha'), running.work)]
    await eventLoopTurn()
    const late = expect(runAlone(entry('asha'), waiting('late'))).rejects.toThrow(TooManyWaiting)
    answers.push(
      ...['one', 'two', 'three'].map((name) => runAlone({ ...entry('asha'), isDelayed: true }, waiting(name))),
    )
    vi.advanceTimersByTime(60_000)
    await late
    running.end()
    await Promise.all(answers)
    expect(order).toEqual(['one', 'two', 'three'])
  } finally {
    vi.useRealTimers()
  }
})

test('a delayed command gets the next turn, even while the queue of its key is full', async () => {
  const { runAlone } = turnsInMemory({ queueMax: 2 })
  const running = pending('running')
  const answers = [runAlone(entry('asha'), running.work)]
  await eventLoopTurn()
  const order: string[] = []
  const waiting = (name: string) => async () => void order.push(name)
  const others = ['one', 'two'].map((name) => runAlone(entry('asha'), waiting(name)))
  await expect(runAlone(entry('asha'), waiting('three'))).rejects.toThrow(TooManyWaiting)
  const delayed = runAlone({ ...entry('asha'), isDelayed: true }, waiting('delayed'))
  running.end()
  await Promise.all([...answers, ...others, delayed])
  expect(order).toEqual(['delayed', 'one', 'two'])
})

test('a command that protects runs after delayed and before all other commands, even while the queue of its key is full', async () => {
  const { runAlone } = turnsInMemory({ queueMax: 2 })
  const running = pending('running')
  const answers: Promise<unknown>[] = [runAlone(entry('asha'), running.work)]
  await eventLoopTurn()
  const order: string[] = []
  const waiting = (name: string) => async () => void order.push(name)
  answers.push(...['one', 'two'].map((name) => runAlone(entry('asha'), waiting(name))))
  await expect(runAlone(entry('asha'), waiting('three'))).rejects.toThrow(TooManyWaiting)
  answers.push(runAlone({ ...entry('asha'), protection: 'limits' }, waiting('limits')))
  answers.push(runAlone({ ...entry('asha'), isDelayed: true }, waiting('delayed')))
  answers.push(runAlone({ ...entry('asha'), protection: 'account' }, waiting('account')))
  answers.push(runAlone({ ...entry('asha'), protection: 'self-exclude', isUrgent: true }, waiting('self-exclude')))
  running.end()
  await Promise.all(answers)
  expect(order).toEqual(['delayed', 'self-exclude', 'limits', 'account', 'one', 'two'])
})

test('the limit on waiting commands counts one kind of protection at a time', async () => {
  const { runAlone } = turnsInMemory({ queueMax: 2 })
  const running = pending('running')
  const answers: Promise<unknown>[] = [runAlone(entry('asha'), running.work)]
  await eventLoopTurn()
  const limits = { ...entry('asha'), protection: 'limits' }
  answers.push(...['one', 'two'].map((name) => runAlone(limits, async () => name)))
  await expect(runAlone(limits, async () => 'too many')).rejects.toThrow(TooManyWaiting)
  answers.push(runAlone({ ...entry('asha'), protection: 'self-exclude' }, async () => 'excluded'))
  running.end()
  expect((await Promise.all(answers)).at(-1)).toBe('excluded')
})
