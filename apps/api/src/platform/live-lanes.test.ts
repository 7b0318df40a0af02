import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { FastifyInstance } from 'fastify'
import { readConfig } from '#config'
import { openHttp } from './http.ts'
import { openLive } from './live.ts'
import { openLog } from './log.ts'

// The paced lane sends only when a test advances the intervals; the urgent lane runs on a real timer.
beforeAll(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterAll(() => void vi.useRealTimers())

const timeoutMs = 30_000
const opened: FastifyInstance[] = []
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close()
})

/** A server with the public topics `paced` and `urgent`. The token of a session is the number of its bettor. */
async function openServer() {
  const app = await openHttp({ config: readConfig({ LIMITS_BY_ADDRESS: 'off' }), log: openLog('silent') })
  opened.push(app)
  const ended = new Set<string>()
  let listener = (_bettor: bigint): void => undefined
  const live = await openLive({
    app,
    authenticate: async (token) =>
      ended.has(token) ? 'ended' : { bettor: BigInt(token), verified: true, signingKey: '' },
    onSessionsChanged: (listen) => (listener = listen),
  })
  for (const name of ['paced', 'urgent']) {
    live.publicTopics(name, async (topics) => new Map(topics.map((topic) => [topic, []])), {
      urgent: name === 'urgent',
    })
  }
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const end = (bettor: bigint) => {
    ended.add(String(bettor))
    listener(bettor)
  }
  const dial = () => connect(`${address.replace('http', 'ws')}/v1/live`)
  return { app, live, end, dial }
}

async function connect(url: string) {
  const ws = new WebSocket(url)
  const frames: unknown[] = []
  ws.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString())))
  await new Promise((resolve) => ws.once('open', resolve))
  const send = (command: object) => ws.send(JSON.stringify(command))
  const until = async (seen: () => boolean) => {
    while (!seen()) await new Promise((resolve) => ws.once('message', resolve))
  }
  /** Sends these commands, waits until they are done, and discards all frames received so far. */
  const done = async (...commands: object[]) => {
    for (const command of commands) send(command)
    send({ ping: frames.length })
    const last = frames.length
    await until(() => frames.some((frame) => (frame as { pong?: number }).pong === last))
    frames.splice(0)
  }
  const { _socket: connection } = ws as unknown as { _socket: { pause(): void; resume(): void } }
  return { ws, frames, send, until, done, connection }
}

const message = (topic: string, key: string, version: number, state: unknown = {}) => ({ topic, key, version, state })

test('urgent states are sent immediately, and paced states only at the next interval', async () => {
  const { live, dial } = await openServer()
  const { frames, done, until } = await dial()
  await done({ subscribe: ['paced', 'urgent'] })
  live.publish(message('paced', '', 1))
  live.publish(message('urgent', '', 1))
  await until(() => frames.length > 0)
  await done({})
  live.publish(message('urgent', '', 2))
  await until(() => frames.length > 0)
  expect(frames).toEqual([message('urgent', '', 2)])
  vi.advanceTimersByTime(250)
  await until(() => frames.length === 2)
  expect(frames[1]).toEqual(message('paced', '', 1))
})

test('a state is serialised once for all its subscribers, batched or not', async () => {
  const { live, dial } = await openServer()
  const subscribers = await Promise.all(Array.from({ length: 20 }, dial))
  for (const [n, { done }] of subscribers.entries()) await done({ subscribe: ['paced'], batch: n % 2 === 0 })
  let serialised = 0
  const state = { toJSON: () => ++serialised }
  live.publish(message('paced', 'a', 1, state))
  live.publish(message('paced', 'b', 1))
  vi.advanceTimersByTime(250)
  for (const { frames, until } of subscribers) await until(() => frames.flat().length === 2)
  expect(serialised).toBe(1)
})

test('several states are one frame for a client that enabled batches, and one frame each for others', async () => {
  const { live, dial } = await openServer()
  const [plain, batched] = [await dial(), await dial()]
  await plain.done({ subscribe: ['paced'] })
  await batched.done({ subscribe: ['paced'], batch: true })
  // Lengths around those at which a frame's header grows.
  const states = [0, 60, 126, 65_000, 65_536].map((length, n) => message('paced', `${n}`, 1, 'x'.repeat(length)))
  for (const state of states.slice(0, 3)) live.publish(state)
  vi.advanceTimersByTime(250)
  await plain.until(() => plain.frames.length === 3)
  await batched.until(() => batched.frames.length === 1)
  expect(plain.frames).toEqual(states.slice(0, 3))
  expect(batched.frames).toEqual([states.slice(0, 3)])
  for (const state of states.slice(3)) live.publish(state)
  vi.advanceTimersByTime(500)
  await batched.until(() => batched.frames.flat().length === 5)
  expect(batched.frames.flat()).toEqual(states)
  live.publish(message('paced', '0', 2))
  vi.advanceTimersByTime(250)
  await batched.until(() => batched.frames.flat().length === 6)
  expect(batched.frames.at(-1)).toEqual(message('paced', '0', 2))
})

test('a client that stops reading has a bounded buffer on the urgent lane, and later gets the newest states', async () => {
  const { app, live, dial } = await openServer()
  const { frames, done, connection } = await dial()
  await done({ subscribe: ['urgent'] })
  connection.pause()
  const [subscriber] = app.websocketServer.clients
  const keys = Array.from({ length: 1000 }, (_, key) => String(key))
  const probe = await dial()
  await probe.done({ subscribe: ['urgent'] })
  for (let version = 1; version <= 60; version++) {
    for (const key of keys) live.publish(message('urgent', key, version, 'x'.repeat(1000)))
    await probe.until(() => (probe.frames.at(-1) as { version?: number } | undefined)?.version === version)
    expect(subscriber?.bufferedAmount).toBeLessThan(128 * 1024)
  }
  connection.resume()
  await vi.waitFor(() => {
    vi.advanceTimersByTime(250)
    const newest = (frames as { version: number }[]).filter(({ version }) => version === 60)
    expect(newest).toHaveLength(1000)
  }, timeoutMs)
  expect(frames.length).toBeLessThan(60 * 1000)
})

test('a subscriber with too many waiting states is disconnected', async () => {
  const { live, dial } = await openServer()
  const { ws, done } = await dial()
  await done({ subscribe: ['paced'] })
  const closed = new Promise((resolve) => ws.once('close', resolve))
  for (let key = 0; key <= 4000; key++) live.publish(message('paced', String(key), 1))
  await closed
})

test('private topics, with and without a parameter, reach only their bettor and end with the session', async () => {
  const { live, dial, end } = await openServer()
  live.privateTopics('bets', async (topics) => topics.map(({ bettor }) => [message('bets', `${bettor}0`, 1)]))
  live.privateTopics('bet:', async (topics) =>
    topics.map(({ topic, bettor }) => (topic === `bet:${bettor}0` ? [message(topic, '', 1)] : undefined)),
  )
  const [seven, eight, nobody] = [await dial(), await dial(), await dial()]
  await seven.done({ auth: '7' })
  await eight.done({ auth: '8' })
  for (const { send } of [seven, eight, nobody]) send({ subscribe: ['bets', 'bet:70', 'bets@7'] })
  await seven.until(() => seven.frames.length === 3)
  await eight.until(() => eight.frames.length === 3)
  await nobody.until(() => nobody.frames.length === 3)
  const [unknown, known] = [{ error: 'unknown topic', topic: 'bets@7' }, message('bet:70', '', 1)]
  expect(new Set(seven.frames)).toEqual(new Set([message('bets', '70', 1), known, unknown]))
  expect(new Set(eight.frames)).toEqual(
    new Set([message('bets', '80', 1), { error: 'unknown topic', topic: 'bet:70' }, unknown]),
  )
  expect(nobody.frames.every((frame) => 'error' in (frame as object))).toBe(true)
  expect([live.hasSubscribers('bets', 7n), live.hasSubscribers('bets', 9n), live.hasSubscribers('bets')]).toEqual([
    true,
    false,
    false,
  ])
  live.publishTo(7n, message('bets', '71', 1))
  vi.advanceTimersByTime(250)
  await seven.until(() => seven.frames.length === 4)
  await eight.done({})
  live.publishTo(7n, message('bets', '72', 1))
  end(7n)
  await seven.until(() => seven.frames.length === 5)
  vi.advanceTimersByTime(500)
  seven.send({ ping: 'end' })
  await seven.until(() => seven.frames.some((frame) => (frame as { pong?: string }).pong === 'end'))
  expect(seven.frames.slice(4)).toEqual([{ error: 'session_expired' }, { pong: 'end' }])
  expect(live.hasSubscribers('bets', 7n)).toBe(false)
})
