import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { readConfig } from '#config'
import { testApp, type TestApp } from '#testing/app'
import { openHttp } from './http.ts'
import { openLive } from './live.ts'
import { openLog } from './log.ts'

let nare: TestApp
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  nare = await testApp()
})
afterAll(async () => {
  await nare.close()
  vi.useRealTimers()
})

/** A socket with what it has heard so far; `until` waits for the first message of which `is` holds. */
async function socket() {
  const ws = await nare.app.app.injectWS('/v1/live')
  const heard: Record<string, unknown>[] = []
  const closed = new Promise<void>((resolve) => ws.once('close', () => resolve()))
  ws.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString())))
  const until = async (is: (message: Record<string, unknown>) => boolean) => {
    while (!heard.some(is)) await new Promise((resolve) => ws.once('message', resolve))
  }
  return { ws, heard, until, closed, send: (words: object) => ws.send(JSON.stringify(words)) }
}

test('a balance is heard by its owner alone, whatever topic is named', async () => {
  const [own, other] = await nare.bettors(2, 70)
  const { ws, heard, until, send } = await socket()
  send({ subscribe: [`balance:${other?.id}`, 'balance'] })
  send({ auth: own?.token })
  send({ subscribe: [`balance:${other?.id}`, 'balance'] })
  send({ ping: 'asked' })
  await until((message) => message['pong'] === 'asked')
  await until((message) => message['topic'] === 'balance' && message['state'] !== undefined)
  await nare.app.ledger.tell(nare.app.live, [other?.id ?? 0n])
  expect(nare.app.live.heard(`balance:${own?.id}`)).toBe(true)
  expect(nare.app.live.heard(`balance:${other?.id}`)).toBe(false)
  expect(heard.filter((message) => message['error'] !== undefined)).toHaveLength(3)
  ws.terminate()
})

test('a socket that sends more commands than can be heard is ended', async () => {
  const match = await nare.match()
  const { closed, send } = await socket()
  for (let n = 0; n < 300; n++) send({ subscribe: [`match:${match}`] })
  await closed
})

test('a session that has ended hears its balance no more, at once and without waiting for the pulse', async () => {
  const [bettor] = await nare.bettors(1, 70)
  const { ws, until, send } = await socket()
  send({ auth: bettor?.token })
  send({ subscribe: ['balance'] })
  await until((message) => message['topic'] === 'balance')
  expect(nare.app.live.heard(`balance:${bettor?.id}`)).toBe(true)
  await nare.app.identity.endSessions(bettor?.id ?? 0n)
  await until((message) => message['error'] === 'session_expired')
  expect(nare.app.live.heard(`balance:${bettor?.id}`)).toBe(false)
  ws.terminate()
})

test('a socket that another bettor takes over tells nothing of the one before', async () => {
  const [first, second] = await nare.bettors(2, 70)
  const { ws, heard, until, send } = await socket()
  send({ auth: first?.token })
  send({ subscribe: ['balance'] })
  await until((message) => message['topic'] === 'balance')
  send({ auth: second?.token })
  send({ subscribe: ['balance'] })
  send({ ping: 'taken over' })
  await until((message) => message['pong'] === 'taken over')
  expect(nare.app.live.heard(`balance:${first?.id}`)).toBe(false)
  const before = heard.length
  const told = (bettor: bigint | undefined, balance: string) =>
    nare.app.live.changed({ topic: `balance:${bettor}`, key: '', version: 9, state: { balance } })
  told(first?.id, '8.00')
  told(second?.id, '7.00')
  vi.advanceTimersByTime(250)
  await until((message) => message['version'] === 9)
  expect(heard.slice(before).map((message) => message['state'])).toEqual([{ balance: '7.00' }])
  ws.terminate()
})

test('a topic that means nothing is refused by its name', async () => {
  const { ws, heard, until, send } = await socket()
  const asked = ['match:xx', 'match:99999999', 'market:1', 'sport:79', 'sport:zz:live', 'weather']
  send({ subscribe: asked })
  send({ ping: 'asked' })
  await until((message) => message['pong'] === 'asked')
  expect(heard.filter((message) => 'error' in message)).toEqual(
    asked.map((topic) => ({ error: 'unknown topic', topic })),
  )
  ws.terminate()
})

test('a fault of one topic leaves the others of the same command, and the topic can be asked for again', async () => {
  const match = await nare.match()
  let faults = 1
  nare.app.live.answersFor('faulty:', async (topics) => {
    if (faults-- > 0) throw new Error('the database is away')
    return new Map(topics.map((topic) => [topic, [{ topic, key: '1', version: 1, state: 'here' }]]))
  })
  const { ws, heard, until, send } = await socket()
  send({ subscribe: ['faulty:1', `match:${match}`] })
  await until((message) => message['topic'] === `match:${match}`)
  expect(heard).toContainEqual({ error: 'try again', topic: 'faulty:1' })
  expect(nare.app.live.heard('faulty:1')).toBe(false)
  send({ subscribe: ['faulty:1'] })
  await until((message) => message['state'] === 'here')
  expect(nare.app.live.heard('faulty:1')).toBe(true)
  ws.terminate()
})

test('a session that ends by time hears its balance no longer than to the next pulse', async () => {
  const [bettor] = await nare.bettors(1, 70)
  const { ws, until, send } = await socket()
  send({ auth: bettor?.token })
  send({ subscribe: ['balance'] })
  await until((message) => message['topic'] === 'balance')
  vi.advanceTimersByTime(30_000)
  send({ ping: 'still there' })
  await until((message) => message['pong'] === 'still there')
  expect(nare.app.live.heard(`balance:${bettor?.id}`)).toBe(true)
  await nare.app.clock.advance(31 * 86_400)
  vi.advanceTimersByTime(30_000)
  await until((message) => message['error'] === 'session_expired')
  expect(nare.app.live.heard(`balance:${bettor?.id}`)).toBe(false)
  ws.terminate()
})

test('a session that ends while its socket is being admitted hears no balance', async () => {
  const app = await openHttp({ config: readConfig({ LIMITS_BY_ADDRESS: 'off' }), log: openLog('silent') })
  const session = { bettor: 7n, verified: true, signingKey: 'key' }
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<typeof session>()
  const answers = [answered.promise]
  let changed = (_bettor: bigint): void => undefined
  await openLive({
    app,
    authenticate: async () => {
      asked.resolve()
      return answers.shift() ?? 'ended'
    },
    onSessionsChanged: (tell) => (changed = tell),
  })
  await app.ready()
  const ws = await app.injectWS('/v1/live')
  const expired = new Promise((resolve) => ws.on('message', (data) => String(data).includes('expired') && resolve('')))
  ws.send('{"auth":"token"}')
  await asked.promise
  changed(session.bettor)
  answered.resolve(session)
  await expired
  ws.terminate()
  await app.close()
})

test('one address holds so many sockets and no more until one of them is closed', async () => {
  const app = await openHttp({ config: readConfig({ LIMITS_BY_ADDRESS: 'off' }), log: openLog('silent') })
  const live = await openLive({ app, authenticate: async () => undefined, mostOfAddress: 2 })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const dial = () => new WebSocket(`${address.replace('http', 'ws')}/v1/live`)
  const closed = (ws: WebSocket) => new Promise<number>((resolve) => ws.once('close', resolve))
  /** Whether a further socket is heard, or the code that it is closed with. */
  const answer = (ws: WebSocket) => {
    ws.once('open', () => ws.send('{"ping":1}'))
    return Promise.race([closed(ws), new Promise((resolve) => ws.once('message', () => resolve('heard')))])
  }
  const first = dial()
  expect([await answer(first), await answer(dial()), await answer(dial())]).toEqual(['heard', 'heard', 1013])
  first.close()
  await closed(first)
  await vi.waitFor(() => expect(live.connections()).toBe(1))
  expect(await answer(dial())).toBe('heard')
  await app.close()
})

/** How long a test waits for what must come, in milliseconds: a bound, not a measure. */
const waiting = 30_000

/** A live server of its own that listens, with a topic `big:` whose states are long. */
async function listening() {
  const app = await openHttp({ config: readConfig({ LIMITS_BY_ADDRESS: 'off' }), log: openLog('silent') })
  const live = await openLive({ app, authenticate: async () => undefined })
  const state = 'x'.repeat(1000)
  const messages = (topic: string, version: number) =>
    Array.from({ length: 10 }, (_, key) => ({ topic, key: String(key), version, state }))
  live.answersFor('big:', async (topics) => new Map(topics.map((topic) => [topic, messages(topic, 1)])))
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const dial = () => new WebSocket(`${address.replace('http', 'ws')}/v1/live`, { perMessageDeflate: false })
  const topics = Array.from({ length: 390 }, (_, n) => `big:${n}`)
  return { app, live, dial, topics, messages }
}

test('a reader that does not read is sent bounded bytes, and later the newest states only', async () => {
  const { app, live, dial, topics, messages } = await listening()
  const ws = dial()
  const heard: { topic: string; version: number }[] = []
  ws.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString())))
  await new Promise((resolve) => ws.once('open', resolve))
  const { _socket: line } = ws as unknown as { _socket: { pause(): void; resume(): void } }
  line.pause()
  ws.send(JSON.stringify({ subscribe: topics.slice(0, 195) }))
  ws.send(JSON.stringify({ subscribe: topics.slice(195) }))
  await vi.waitFor(() => expect(live.heard('big:389')).toBe(true), waiting)
  const [held] = app.websocketServer.clients
  for (let version = 2; version <= 20; version++) {
    for (const topic of topics) for (const message of messages(topic, version)) live.changed(message)
    vi.advanceTimersByTime(250)
    expect(held?.bufferedAmount).toBeLessThan(128 * 1024)
  }
  line.resume()
  await vi.waitFor(() => {
    vi.advanceTimersByTime(250)
    const newest = heard.filter(({ version }) => version === 20).map(({ topic }) => topic)
    expect(new Set(newest).size).toBe(topics.length)
  }, waiting)
  expect(heard.length).toBeLessThan(3 * 3900)
  await app.close()
})

test('a socket that sends more bytes than any app would is ended', async () => {
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

test('a socket that asks for more topics than any app would is left unread until the next window, and others are read', async () => {
  const { app, live, dial } = await listening()
  live.answersFor('bare:', async (topics) => new Map(topics.map((topic) => [topic, []])))
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
  expect(live.heard('bare:last')).toBe(false)
  await vi.waitFor(() => {
    vi.advanceTimersByTime(10_000)
    expect(live.heard('bare:last')).toBe(true)
  }, waiting)
  await app.close()
})

test('a frame that breaks the protocol ends its socket and is no error in the log', async () => {
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
    const { _socket: line } = ws as unknown as { _socket: { write(bytes: Buffer): void } }
    line.write(Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]))
  })
  await closed
  await app.close()
  expect(lines.filter(({ level }) => level >= 40)).toEqual([])
})

test('the sessions of all readers are not looked up in one moment but a few at a time', async () => {
  const app = await openHttp({ config: readConfig({ LIMITS_BY_ADDRESS: 'off' }), log: openLog('silent') })
  const session = { bettor: 7n, verified: true, signingKey: 'key' }
  const rechecks = { asked: 0, open: 0, most: 0 }
  let admitting = true
  await openLive({
    app,
    authenticate: async () => {
      if (admitting) return session
      rechecks.asked++
      rechecks.most = Math.max(rechecks.most, ++rechecks.open)
      await new Promise((resolve) => setImmediate(resolve))
      rechecks.open--
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
  await vi.waitFor(() => expect(rechecks.asked).toBe(4), waiting)
  vi.advanceTimersByTime(29_000)
  await vi.waitFor(() => expect(rechecks.asked).toBe(120), waiting)
  expect(rechecks.most).toBeLessThanOrEqual(4)
  await app.close()
})
