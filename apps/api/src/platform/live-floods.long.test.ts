import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { readConfig } from '#config'
import { openHttp } from './http.ts'
import { openLive } from './live.ts'
import { openLog } from './log.ts'

beforeAll(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterAll(() => void vi.useRealTimers())

/** The maximum of every wait, in milliseconds. */
const waiting = 30_000

/** A separate live server that listens, with topics `big:` whose states are long. */
async function listening() {
  const app = await openHttp({ config: readConfig({ LIMITS_BY_ADDRESS: 'off' }), log: openLog('silent') })
  const live = await openLive({ app, authenticate: async () => undefined })
  const state = 'x'.repeat(1000)
  const messages = (topic: string, version: number) =>
    Array.from({ length: 10 }, (_, key) => ({ topic, key: String(key), version, state }))
  live.publicTopics('big:', async (topics) => new Map(topics.map((topic) => [topic, messages(topic, 1)])))
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const dial = () => new WebSocket(`${address.replace('http', 'ws')}/v1/live`, { perMessageDeflate: false })
  const topics = Array.from({ length: 390 }, (_, n) => `big:${n}`)
  return { app, live, dial, topics, messages }
}

test('a subscriber that does not read gets bounded bytes, and later only the newest states', async () => {
  const { app, live, dial, topics, messages } = await listening()
  const ws = dial()
  const received: { topic: string; version: number }[] = []
  ws.on('message', (data: Buffer) => received.push(JSON.parse(data.toString())))
  await new Promise((resolve) => ws.once('open', resolve))
  const { _socket: connection } = ws as unknown as { _socket: { pause(): void; resume(): void } }
  connection.pause()
  ws.send(JSON.stringify({ subscribe: topics.slice(0, 195) }))
  ws.send(JSON.stringify({ subscribe: topics.slice(195) }))
  await vi.waitFor(() => expect(live.hasSubscribers('big:389')).toBe(true), waiting)
  const [subscriber] = app.websocketServer.clients
  for (let version = 2; version <= 20; version++) {
    for (const topic of topics) for (const message of messages(topic, version)) live.publish(message)
    vi.advanceTimersByTime(250)
    expect(subscriber?.bufferedAmount).toBeLessThan(128 * 1024)
  }
  connection.resume()
  await vi.waitFor(() => {
    vi.advanceTimersByTime(250)
    const newest = received.filter(({ version }) => version === 20).map(({ topic }) => topic)
    expect(new Set(newest).size).toBe(topics.length)
  }, waiting)
  expect(received.length).toBeLessThan(3 * 3900)
  await app.close()
})

test('a socket that sends too many bytes is terminated', async () => {
  const { app, dial } = await listening()
  const flood = dial()
  const ended = new Promise((resolve) => flood.once('close', resolve))
  flood.on('error', () => undefined)
  flood.once('open', () => {
    for (let n = 0; n < 40; n++) flood.send(JSON.stringify({ ping: 'x'.repeat(15_000) }))
  })
  await ended
  await app.close()
})

test('a socket with too many subscriptions is not read until the next window, and others are', async () => {
  const { app, live, dial } = await listening()
  live.publicTopics('bare:', async (topics) => new Map(topics.map((topic) => [topic, []])))
  const greedy = dial()
  const named = (from: number) => Array.from({ length: 100 }, (_, n) => `bare:${from + n}`)
  await new Promise((resolve) => greedy.once('open', resolve))
  for (let from = 0; from < 3000; from += 100) {
    greedy.send(JSON.stringify({ subscribe: named(from) }))
    greedy.send(JSON.stringify({ unsubscribe: named(from) }))
  }
  greedy.send(JSON.stringify({ subscribe: ['bare:last'] }))
  const other = dial()
  other.once('open', () => other.send('{"ping":1}'))
  expect(await new Promise((resolve) => other.once('message', (data) => resolve(String(data))))).toBe('{"pong":1}')
  await vi.waitFor(() => expect([...app.websocketServer.clients][0]?.isPaused).toBe(true), waiting)
  expect(live.hasSubscribers('bare:last')).toBe(false)
  await vi.waitFor(() => {
    vi.advanceTimersByTime(10_000)
    expect(live.hasSubscribers('bare:last')).toBe(true)
  }, waiting)
  await app.close()
})

test('a session that ends gets no more private states, even while its socket waits for the next window', async () => {
  const app = await openHttp({ config: readConfig({ LIMITS_BY_ADDRESS: 'off' }), log: openLog('silent') })
  const session = { bettor: 7n, verified: true, signingKey: 'key' }
  let ended = false
  let changed = (_bettor: bigint): void => undefined
  const live = await openLive({
    app,
    authenticate: async () => (ended ? 'ended' : session),
    onSessionsChanged: (listener) => (changed = listener),
  })
  live.privateTopics('own', async (topics) => topics.map(() => []))
  live.publicTopics('bare:', async (topics) => new Map(topics.map((topic) => [topic, []])))
  await app.ready()
  const ws = await app.injectWS('/v1/live')
  const received = (text: string) =>
    new Promise<void>((resolve) => ws.on('message', (data) => String(data).includes(text) && resolve()))
  const [pong, expired] = [received('pong'), received('session_expired')]
  ws.send('{"auth":"token"}')
  ws.send('{"subscribe":["own"]}')
  const subscribe = JSON.stringify({ subscribe: Array.from({ length: 100 }, (_, n) => `bare:${n}`) })
  for (let n = 0; n < 10; n++) ws.send(subscribe)
  ws.send('{"ping":"the window is used up"}')
  await pong
  ws.send(subscribe)
  await vi.waitFor(() => expect([...app.websocketServer.clients][0]?.isPaused).toBe(true), waiting)
  expect(live.hasSubscribers('own', session.bettor)).toBe(true)
  ended = true
  changed(session.bettor)
  await expired
  expect(live.hasSubscribers('own', session.bettor)).toBe(false)
  ws.terminate()
  await app.close()
})

test('a frame that breaks the protocol terminates its socket and is not logged as an error', async () => {
  const lines: { level: number }[] = []
  const log = openLog('info', { write: (line) => lines.push(JSON.parse(line)) })
  const app = await openHttp({ config: readConfig({ LIMITS_BY_ADDRESS: 'off' }), log })
  await openLive({ app, authenticate: async () => undefined })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const ws = new WebSocket(`${address.replace('http', 'ws')}/v1/live`)
  ws.on('error', () => undefined)
  const { promise: closed, resolve } = Promise.withResolvers<unknown>()
  ws.once('close', resolve)
  ws.once('open', () => {
    const { _socket: connection } = ws as unknown as { _socket: { write(bytes: Buffer): void } }
    connection.write(Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]))
  })
  await closed
  await app.close()
  expect(lines.filter(({ level }) => level >= 40)).toEqual([])
})

test('the sessions of all subscribers are revalidated over time, only a few concurrently', async () => {
  const app = await openHttp({ config: readConfig({ LIMITS_BY_ADDRESS: 'off' }), log: openLog('silent') })
  const session = { bettor: 7n, verified: true, signingKey: 'key' }
  const lookups = { count: 0, open: 0, most: 0 }
  let admitting = true
  await openLive({
    app,
    authenticate: async () => {
      if (admitting) return session
      lookups.count++
      lookups.most = Math.max(lookups.most, ++lookups.open)
      await new Promise((resolve) => setImmediate(resolve))
      lookups.open--
      return session
    },
  })
  await app.ready()
  for (let n = 0; n < 120; n++) {
    const ws = await app.injectWS('/v1/live')
    ws.send('{"auth":"token"}')
    await new Promise((resolve) => ws.once('message', resolve))
  }
  admitting = false
  vi.advanceTimersByTime(1000)
  await vi.waitFor(() => expect(lookups.count).toBe(4), waiting)
  vi.advanceTimersByTime(29_000)
  await vi.waitFor(() => expect(lookups.count).toBe(120), waiting)
  expect(lookups.most).toBeLessThanOrEqual(4)
  await app.close()
})
