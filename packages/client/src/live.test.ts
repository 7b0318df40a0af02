import { expect, test } from 'vitest'
import { liveStore } from './live-store.ts'
import { rig } from './socket-rig.ts'
import { retryDelayMs } from './timers.ts'

test('an older or equal version is dropped, and the listeners of a key run once a frame', () => {
  const { store, frame } = rig()
  let calls = 0
  store.listen('market:1:18', '2.5', () => calls++)
  expect(store.receive({ topic: 'market:1:18', key: '2.5', version: 5, state: 'a' })).toBe(true)
  expect(store.receive({ topic: 'market:1:18', key: '2.5', version: 5, state: 'b' })).toBe(false)
  expect(store.receive({ topic: 'market:1:18', key: '2.5', version: 4, state: 'b' })).toBe(false)
  store.receive({ topic: 'market:1:18', key: '2.5', version: 6, state: 'c' })
  store.receive({ topic: 'market:1:18', key: '3.5', version: 1, state: 'x' })
  frame()
  expect([calls, store.read('market:1:18', '2.5')]).toEqual([1, 'c'])
})

test('connecting authenticates first and subscribes to the topics; later subscriptions are sent in one message', () => {
  const { store, live, sockets, pass, push } = rig('secret')
  store.subscribe('balance')
  live.start()
  sockets[0]?.onopen?.()
  store.subscribe('match:1')
  store.subscribe('match:1')
  store.subscribe('match:2')
  pass(0)
  expect(sockets[0]?.sent).toEqual([
    { auth: 'secret' },
    { subscribe: ['balance'], batch: true },
    { subscribe: ['match:1', 'match:2'] },
  ])
  push({ topic: 'match:1', key: '1', version: 1, state: { minute: 3 } })
  expect(store.read('match:1')).toEqual({ minute: 3 })
})

test('a lost connection is opened again after a jittered delay and all topics are subscribed again', () => {
  const { store, live, sockets, connected, pass } = rig()
  store.subscribe('match:1')
  live.start()
  sockets[0]?.onopen?.()
  sockets[0]?.onclose?.()
  pass(749)
  expect(sockets).toHaveLength(1)
  pass(1)
  sockets[1]?.onopen?.()
  expect(sockets[1]?.sent).toEqual([{ subscribe: ['match:1'], batch: true }])
  expect(connected).toEqual([true, false, true])
})

test('after a restart of the server, each client reconnects at a random moment within ten seconds', () => {
  for (const [chance, ms] of [
    [0.05, 500],
    [0.37, 3700],
    [0.99, 9900],
  ] as const) {
    const { live, sockets, pass } = rig(undefined, chance)
    live.start()
    sockets[0]?.onopen?.()
    sockets[0]?.onclose?.({ code: 1012 })
    pass(ms - 1)
    expect(sockets).toHaveLength(1)
    pass(1)
    expect(sockets).toHaveLength(2)
  }
})

test('a silent connection is replaced 15 seconds after a ping without a reply, even if it never reports its close', () => {
  const { live, sockets, connected, pass, push } = rig()
  live.start()
  const first = sockets[0]
  if (first) first.close = () => {}
  first?.onopen?.()
  pass(20_000)
  push({ pong: 20_000 })
  pass(35_000)
  expect([first?.sent, connected]).toEqual([[{ ping: 20_000 }, { ping: 55_000 }], [true]])
  pass(15_000)
  expect([connected, sockets.length]).toEqual([[true, false], 1])
  pass(1000)
  expect(sockets).toHaveLength(2)
  push({ topic: 'match:1', key: '', version: 1, state: {} })
})

test('a socket that does not open within 15 seconds is replaced', () => {
  const { live, sockets, pass } = rig()
  live.start()
  pass(15_000)
  expect(sockets).toHaveLength(1)
  pass(750)
  expect(sockets).toHaveLength(2)
})

test('the delay doubles while sockets open without a message, and is reset by the first message', () => {
  const { live, sockets, pass, push } = rig()
  live.start()
  const openAndLose = (message?: object): void => {
    sockets.at(-1)?.onopen?.()
    if (message) push(message)
    sockets.at(-1)?.onclose?.()
  }
  openAndLose()
  pass(750)
  openAndLose()
  pass(1499)
  expect(sockets).toHaveLength(2)
  pass(1)
  openAndLose({ pong: 1 })
  pass(750)
  expect(sockets).toHaveLength(4)
})

test('a frame with several messages stores each of them', () => {
  const { store, live, sockets } = rig()
  store.subscribe('match:1')
  live.start()
  sockets[0]?.onopen?.()
  const message = (key: string) => ({ topic: 'match:1', key, version: 1, state: key })
  sockets[0]?.onmessage?.({ data: JSON.stringify([message('a'), 7, message('b')]) })
  expect([store.read('match:1', 'a'), store.read('match:1', 'b')]).toEqual(['a', 'b'])
})

test('urgent topics have a separate drawing schedule and do not wait for the paced topics', () => {
  const paced: (() => void)[] = []
  const urgent: (() => void)[] = []
  const store = liveStore(
    (run) => paced.push(run),
    (run) => urgent.push(run),
  )
  const calls: string[] = []
  for (const topic of ['market:1:1', 'crash', 'league:2', 'crash:bets']) {
    store.listen(topic, undefined, () => calls.push(topic))
    store.receive({ topic, key: '', version: 1, state: {} })
  }
  for (const run of urgent) run()
  expect(calls).toEqual(['crash', 'league:2'])
  for (const run of paced) run()
  expect(calls).toEqual(['crash', 'league:2', 'market:1:1', 'crash:bets'])
})

test('a topic that the server could not answer is subscribed again after a jittered, doubling delay, while it has subscribers', () => {
  const { store, live, sockets, pass, push } = rig('secret')
  const release = store.subscribe('match:1')
  live.start()
  sockets[0]?.onopen?.()
  const sent = () => sockets[0]?.sent.slice(2)
  push({ error: 'try again', topic: 'match:1' })
  pass(749)
  expect(sent()).toEqual([])
  pass(1)
  expect(sent()).toEqual([{ subscribe: ['match:1'] }])
  push({ error: 'try again', topic: 'match:1' })
  pass(1499)
  expect(sent()).toHaveLength(1)
  pass(1)
  expect(sent()).toHaveLength(2)
  push({ topic: 'match:1', key: '1', version: 1, state: 'here' })
  expect(store.read('match:1')).toBe('here')
  push({ error: 'try again', topic: 'match:1' })
  release()
  pass(1000)
  expect(sent()).toHaveLength(2)
})

test('a token that could not be checked is resent, followed by the balance subscription', () => {
  const { store, live, sockets, pass, push } = rig('secret')
  store.subscribe('balance')
  live.start()
  sockets[0]?.onopen?.()
  push({ error: 'try again' })
  push({ error: 'session_required', topic: 'balance' })
  pass(750)
  expect(sockets[0]?.sent.slice(2)).toEqual([{ auth: 'secret' }, { subscribe: ['balance'] }])
})

test('a topic without subscribers is unsubscribed after a delay, and its values are dropped', () => {
  const { store, live, sockets, pass, push } = rig()
  const release = store.subscribe('match:1')
  live.start()
  sockets[0]?.onopen?.()
  push({ topic: 'match:1', key: '1', version: 1, state: 1 })
  release()
  release()
  const again = store.subscribe('match:1')
  pass(5000)
  expect(store.read('match:1')).toBe(1)
  again()
  pass(5000)
  expect(sockets[0]?.sent.at(-1)).toEqual({ unsubscribe: ['match:1'] })
  expect(store.read('match:1')).toBeUndefined()
})

test('delays double up to thirty seconds and never start at zero', () => {
  expect([retryDelayMs(0, 0), retryDelayMs(0, 1), retryDelayMs(3, 0), retryDelayMs(50, 1)]).toEqual([
    500, 1000, 4000, 30_000,
  ])
})

test('dropping a topic calls no listener', () => {
  const frames: (() => void)[] = []
  const store = liveStore((run) => frames.push(run))
  const calls: string[] = []
  store.receive({ topic: 'market:1:1', key: '', version: 7, state: 'open' })
  for (const run of frames.splice(0)) run()
  store.listen('market:1:1', '', () => calls.push('called'))
  store.forget('market:1:1')
  for (const run of frames.splice(0)) run()
  expect([calls, store.read('market:1:1')]).toEqual([[], undefined])
})

test('a server that closes connections without a message counts as lost until a message arrives', () => {
  const { live, sockets, connected, pass, push } = rig()
  live.start()
  for (let n = 0; n < 5; n++) {
    sockets[n]?.onopen?.()
    sockets[n]?.onclose?.()
    while (sockets.length === n + 1) pass(100)
  }
  expect(connected).toEqual([true, false, true, false, false, false, false])
  sockets[5]?.onopen?.()
  expect(connected).toHaveLength(7)
  push({ pong: 1 })
  push({ pong: 2 })
  expect(connected.slice(7)).toEqual([true])
})

test('a connection that never opens is reported as lost', () => {
  const { live, sockets, connected } = rig()
  live.start()
  sockets[0]?.onclose?.()
  expect(connected).toEqual([false])
})
