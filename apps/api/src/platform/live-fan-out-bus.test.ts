import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Published } from './live-fan-out.ts'
import { fanOutOverBus } from './live-fan-out-bus.ts'
import { openPeers } from './live-peers.ts'
import { soon } from './testing/soon.ts'
import { testBuses } from './testing/bus-pair.ts'

/** Processes that know each other's topics, each with the states that it received. */
async function processes(count = 2) {
  const buses = testBuses(count)
  const all = buses.map((bus) => {
    const fanOut = fanOutOverBus(bus, { settlesInMs: 20 })
    const received: Published[] = []
    fanOut.onPublished((event) => received.push(event))
    return { bus, fanOut, received, states: () => received.filter(({ message }) => message) }
  })
  await wait(30)
  const [a, b] = all
  if (!a || !b) throw new Error('at least two processes are required')
  return { a, b, all }
}

const state = (topic: string, version = 1) => ({ topicKey: topic, message: { topic, key: '', version, state: 'x' } })

test('a state is sent to other processes only if they have subscribers of its topic', async () => {
  const { a, b } = await processes()
  b.fanOut.subscribe('match:1')
  await soon(() => expect(a.fanOut.hasSubscribers('match:1')).toBe(true))
  a.fanOut.publish(state('match:2'))
  a.fanOut.publish(state('match:1'))
  await soon(() => expect(b.states()).toEqual([state('match:1')]))
  expect(a.states()).toEqual([state('match:2'), state('match:1')])
  a.fanOut.publishLocally(state('match:1', 2))
  b.fanOut.unsubscribe('match:1')
  await soon(() => expect(a.fanOut.hasSubscribers('match:1')).toBe(false))
  a.fanOut.publish(state('match:1', 3))
  await a.bus.claim('a message after it', 1)
  expect([a.states().length, b.states().length]).toEqual([4, 1])
})

test('the subscribed bettors of a private topic include those of all processes', async () => {
  const { a, b } = await processes()
  a.fanOut.subscribe('bets@5')
  b.fanOut.subscribe('bets@5')
  b.fanOut.subscribe('bets@9007199254740993')
  b.fanOut.subscribe('balance@7')
  await soon(() => expect(new Set(a.fanOut.subscribedBettors('bets'))).toEqual(new Set([5n, 9007199254740993n])))
  b.fanOut.unsubscribe('bets@5')
  b.fanOut.unsubscribe('bets@9007199254740993')
  await soon(() => expect(a.fanOut.subscribedBettors('bets')).toEqual([5n]))
})

test('a topic is read again if a state was published before its subscription arrived', async () => {
  const { a, b } = await processes()
  // Both happen before the subscriptions arrive.
  for (const key of ['match:1', 'bets@5', 'bets@6', 'match:2']) b.fanOut.subscribe(key)
  expect(a.fanOut.hasSubscribers('match:1')).toBe(false)
  expect(a.fanOut.subscribedBettors('bets')).toEqual([])
  await soon(() =>
    expect(b.received.filter(({ missed }) => missed).map(({ topicKey }) => topicKey)).toEqual([
      'match:1',
      'bets@5',
      'bets@6',
    ]),
  )
})

test('it is read again also if the process that published the state had a subscriber of its own', async () => {
  const { a, b } = await processes()
  a.fanOut.subscribe('match:1')
  await soon(() => expect(b.fanOut.hasSubscribers('match:1')).toBe(true))
  // Before the subscription arrives.
  b.fanOut.subscribe('match:1')
  expect(a.fanOut.hasSubscribers('match:1')).toBe(true)
  a.fanOut.publish(state('match:1'))
  await soon(() => expect(b.received.filter(({ missed }) => missed)).toEqual([{ topicKey: 'match:1', missed: true }]))
})

test('the first subscription of a topic in a process invalidates states that were read before', async () => {
  const { b } = await processes()
  b.fanOut.subscribe('match:1')
  expect(b.received).toEqual([{ topicKey: 'match:1' }])
})

test('a process that starts or was disconnected sends every state until it knows the topics of all others', async () => {
  const [one, two] = testBuses(2)
  if (!one || !two) throw new Error('two processes')
  const first = fanOutOverBus(one, { settlesInMs: 300 })
  first.subscribe('match:1')
  const second = fanOutOverBus(two, { settlesInMs: 300 })
  const changes: boolean[] = []
  second.onUpChanged((up) => changes.push(up))
  expect(second.hasSubscribers('match:2')).toBe(true)
  await soon(() => expect(second.hasSubscribers('match:2')).toBe(false))
  expect(second.hasSubscribers('match:1')).toBe(true)
  two.disconnect()
  expect(second.isUp()).toBe(false)
  first.subscribe('match:3')
  first.unsubscribe('match:1')
  await wait(10)
  two.connect()
  expect([second.isUp(), changes, second.hasSubscribers('match:2')]).toEqual([true, [false, true], true])
  await soon(() => expect(second.hasSubscribers('match:2')).toBe(false))
  expect([second.hasSubscribers('match:3'), second.hasSubscribers('match:1')]).toEqual([true, false])
})

test('a silent process is removed with its topics, and is unknown when it sends its next message', () => {
  let nowMs = 0
  const peers = openPeers({ silentMs: 1000, now: () => nowMs })
  expect(peers.beat('b')).toBe(false)
  peers.add('b', ['match:1'])
  nowMs = 900
  expect(peers.beat('b')).toBe(true)
  nowMs = 1900
  peers.expire()
  expect(peers.hasSubscriber('match:1')).toBe(true)
  nowMs = 1901
  peers.expire()
  expect([peers.hasSubscriber('match:1'), peers.beat('b')]).toEqual([false, false])
})

test('a topic that was published without subscribers is remembered for two to four seconds', () => {
  let nowMs = 0
  const peers = openPeers({ silentMs: 60_000, now: () => nowMs })
  peers.beat('b')
  nowMs = 1999
  expect(peers.hasSubscriber('match:1')).toBe(false)
  nowMs = 3998
  expect(peers.add('b', ['match:1'])).toEqual(['match:1'])
  peers.remove('b', ['match:1'])
  nowMs = 6000
  expect(peers.add('b', ['match:1'])).toEqual([])
})

test('beyond 100,000 topics in two seconds each new subscription counts as missed, and no state is sent without need', () => {
  let nowMs = 0
  const peers = openPeers({ silentMs: 60_000, now: () => nowMs })
  peers.beat('b')
  for (let id = 0; id <= 100_000; id++) peers.hasSubscriber(`match:${id}`)
  expect(peers.hasSubscriber('match:7')).toBe(false)
  expect(peers.add('b', ['match:7', 'match:100000', 'balance@5'])).toEqual(['match:7', 'match:100000', 'balance@5'])
  nowMs = 4000
  expect(peers.add('b', ['match:8'])).toEqual([])
})
