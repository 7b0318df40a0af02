import type { LiveMessage } from '@nare/contract/live'
import { expect, test } from 'vitest'
import { livePoll } from './live-poll.ts'
import { liveStore } from './live-store.ts'

function rig(everyMs = 60_000) {
  const requested: string[] = []
  const connected: boolean[] = []
  const confirmed: boolean[] = []
  let answer: LiveMessage[] | undefined = []
  let failing: string | undefined
  let balances = 0
  let now = 0
  let timers: { at: number; run: () => void }[] = []
  const store = liveStore((run) => run())
  const poll = livePoll({
    store,
    everyMs: () => everyMs,
    fetchStates: async (topics) => {
      requested.push(topics)
      return failing && topics.includes(failing) ? undefined : answer
    },
    fetchBalance: async () => balances++,
    timers: {
      nowMs: () => now,
      random: () => 0,
      after: (ms, run) => {
        const timer = { at: now + ms, run }
        timers.push(timer)
        return () => void (timers = timers.filter((other) => other !== timer))
      },
    },
    onConnection: ({ open }) => connected.push(open),
    onConfirmed: (isConfirmed) => confirmed.push(isConfirmed),
  })
  const pass = async (ms: number): Promise<void> => {
    const until = now + ms
    for (let next = first(); next; next = first()) {
      timers = timers.filter((other) => other !== next)
      now = next.at
      next.run()
      for (let turn = 0; turn < 6; turn++) await Promise.resolve()
    }
    now = until
    function first() {
      return timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
    }
  }
  return {
    store,
    poll,
    requested,
    balances: () => balances,
    connected,
    confirmed,
    pass,
    failsFor: (topic: string) => (failing = topic),
    answers: (next: LiveMessage[] | undefined) => (answer = next),
  }
}

const state = (topic: string, version: number, key = ''): LiveMessage => ({ topic, key, version, state: { version } })

test('the topics on the screen are requested once a minute, with the stored versions', async () => {
  const { store, poll, requested, pass, answers } = rig()
  store.subscribe('market:1:18')
  store.subscribe('balance')
  poll.start()
  answers([state('market:1:18', 5, '2.5'), state('market:1:18', 6, '3.5')])
  await pass(5000)
  expect(store.read('market:1:18', '3.5')).toEqual({ version: 6 })
  answers([])
  await pass(120_000)
  expect(requested).toEqual(['market.1.18', 'market.1.18~11', 'market.1.18~11'])
})

test('the query has each match by number, followed by its markets, in any order of subscription', async () => {
  const { store, poll, requested, pass, answers } = rig()
  for (const topic of ['market:1:18', 'sport:79:live', 'match:1', 'market:12:1', 'market:1:1', 'match:2'])
    store.subscribe(topic)
  poll.start()
  answers([state('match:1', 4), state('market:1:1', 9), state('market:12:1', 3)])
  await pass(5000)
  await pass(60_000)
  expect(requested).toEqual(['1*.18*.1*2*sport.79.live*market.12.1', '1~4*.18*.1~9*2*sport.79.live*market.12.1~3'])
})

test('without topics nothing is requested, nor after a stop', async () => {
  const { store, poll, requested, pass } = rig()
  poll.start()
  await pass(300_000)
  expect(requested).toEqual([])
  store.subscribe('match:1')
  poll.stop()
  await pass(300_000)
  expect(requested).toEqual([])
})

test('a topic that left the screen is dropped and requested in full when it returns', async () => {
  const { store, poll, requested, pass, answers } = rig(15_000)
  const leave = store.subscribe('match:1')
  poll.start()
  answers([state('match:1', 3)])
  await pass(5000)
  leave()
  expect(store.read('match:1')).toBeUndefined()
  store.subscribe('match:1')
  await pass(15_000)
  expect(requested).toEqual(['1', '1'])
})

test('a request without a response reports the connection as lost until a response arrives', async () => {
  const { store, poll, connected, pass, answers } = rig(15_000)
  store.subscribe('match:1')
  poll.start()
  answers(undefined)
  await pass(5000)
  answers([])
  await pass(15_000)
  expect(connected).toEqual([false, true])
})

test('after a return the states are requested at once and are unconfirmed until a response', async () => {
  const { store, poll, requested, confirmed, pass, answers } = rig()
  poll.start()
  poll.confirm()
  expect(confirmed).toEqual([])
  store.subscribe('match:1')
  answers(undefined)
  poll.confirm()
  await pass(0)
  expect([requested, confirmed]).toEqual([['1'], [false]])
  answers([])
  poll.confirm()
  await pass(5_000)
  expect(confirmed.at(-1)).toBe(true)
})

test('the balance is requested at the same interval, also when no other topic is on the screen', async () => {
  const { store, poll, requested, balances, pass } = rig()
  const signOut = store.subscribe('balance')
  poll.start()
  await pass(65_000)
  expect([requested, balances()]).toEqual([[], 2])
  signOut()
  await pass(120_000)
  expect(balances()).toBe(2)
})

test('a request that hangs does not stop the polling', async () => {
  const { store, poll, requested, pass, answers } = rig(15_000)
  store.subscribe('match:1')
  answers(new Promise<never>(() => {}) as never)
  poll.start()
  await pass(94_999)
  expect(requested).toHaveLength(1)
  await pass(1)
  expect(requested).toHaveLength(2)
})

test('after another transport took over, every topic is requested in full again', async () => {
  const { store, poll, requested, pass, answers } = rig(15_000)
  store.subscribe('match:1')
  poll.start()
  answers([state('match:1', 3)])
  await pass(5000)
  poll.stop()
  store.forget('match:1')
  poll.start()
  await pass(20_000)
  expect([requested, store.read('match:1')]).toEqual([['1', '1'], { version: 3 }])
})

test('more than a hundred topics are requested by several calls; if one of them fails, the connection counts as lost', async () => {
  const { store, poll, requested, connected, pass, answers, failsFor } = rig(15_000)
  for (let match = 1; match <= 150; match++) store.subscribe(`match:${match}`)
  poll.start()
  answers([state('match:150', 7)])
  await pass(5000)
  expect(requested.map((topics) => topics.split('*').length)).toEqual([100, 50])
  expect([store.read('match:150'), connected]).toEqual([{ version: 7 }, [true]])
  failsFor('1*2*')
  answers([state('match:150', 8)])
  await pass(15_000)
  expect([store.read('match:150'), connected]).toEqual([{ version: 8 }, [true, false]])
})
