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

/** A socket with its received messages; `until` waits for a message that matches. */
async function socket() {
  const ws = await nare.app.app.injectWS('/v1/live')
  const received: Record<string, unknown>[] = []
  const closed = new Promise<void>((resolve) => ws.once('close', () => resolve()))
  ws.on('message', (data: Buffer) => received.push(JSON.parse(data.toString())))
  const until = async (is: (message: Record<string, unknown>) => boolean) => {
    while (!received.some(is)) await new Promise((resolve) => ws.once('message', resolve))
  }
  return { ws, received, until, closed, send: (command: object) => ws.send(JSON.stringify(command)) }
}

test('a balance reaches only its owner, whatever topic a client names', async () => {
  const [own, other] = await nare.bettors(2, 70)
  const { ws, received, until, send } = await socket()
  send({ subscribe: [`balance@${other?.id}`, 'balance'] })
  send({ auth: own?.token })
  send({ subscribe: [`balance@${other?.id}`, 'balance'] })
  send({ ping: 'done' })
  await until((message) => message['pong'] === 'done')
  await until((message) => message['topic'] === 'balance' && message['state'] !== undefined)
  await nare.app.ledger.publishBalances(nare.app.live, [other?.id ?? 0n])
  expect(nare.app.live.hasSubscribers('balance', own?.id)).toBe(true)
  expect(nare.app.live.hasSubscribers('balance', other?.id)).toBe(false)
  expect(received.filter((message) => message['error'] !== undefined)).toHaveLength(3)
  ws.terminate()
})

test('a socket that sends too many commands is terminated', async () => {
  const match = await nare.match()
  const { closed, send } = await socket()
  for (let n = 0; n < 300; n++) send({ subscribe: [`match:${match}`] })
  await closed
})

test('an ended session gets no more balances, even before the next pulse', async () => {
  const bettor = await nare.bettor(70)
  const { ws, until, send } = await socket()
  send({ auth: bettor.token })
  send({ subscribe: ['balance'] })
  await until((message) => message['topic'] === 'balance')
  expect(nare.app.live.hasSubscribers('balance', bettor.id)).toBe(true)
  await nare.app.identity.endSessions(bettor.id)
  await until((message) => message['error'] === 'session_expired')
  expect(nare.app.live.hasSubscribers('balance', bettor.id)).toBe(false)
  ws.terminate()
})

test('a socket that another bettor logs in on gets nothing of the previous bettor', async () => {
  const [first, second] = await nare.bettors(2, 70)
  const { ws, received, until, send } = await socket()
  send({ auth: first?.token })
  send({ subscribe: ['balance'] })
  await until((message) => message['topic'] === 'balance')
  send({ auth: second?.token })
  send({ subscribe: ['balance'] })
  send({ ping: 'logged in' })
  await until((message) => message['pong'] === 'logged in')
  expect(nare.app.live.hasSubscribers('balance', first?.id)).toBe(false)
  const before = received.length
  const publish = (bettor = 0n, balance = '') =>
    nare.app.live.publishTo(bettor, { topic: 'balance', key: '', version: 9, state: { balance } })
  publish(first?.id, '8.00')
  publish(second?.id, '7.00')
  vi.advanceTimersByTime(250)
  await until((message) => message['version'] === 9)
  expect(received.slice(before).map((message) => message['state'])).toEqual([{ balance: '7.00' }])
  ws.terminate()
})

test('unknown topics are refused by name', async () => {
  const { ws, received, until, send } = await socket()
  const match = await nare.match()
  const topics = ['match:xx', 'match:99999999', 'market:1', 'sport:79', 'sport:zz:live', 'weather']
  // An id is written in one way only, and nothing follows the last one.
  topics.push(`match:0${match}`, `market:0${match}:1`, `market:${match}:01`, `events:0${match}`)
  topics.push(`match:${match}:1`, `market:${match}:1:1`, `events:${match}:1`)
  send({ subscribe: topics })
  send({ ping: 'done' })
  await until((message) => message['pong'] === 'done')
  expect(received.filter((message) => 'error' in message)).toEqual(
    topics.map((topic) => ({ error: 'unknown topic', topic })),
  )
  ws.terminate()
})

test('a failed topic does not affect the others of its command, and can be subscribed to again', async () => {
  const match = await nare.match()
  let faults = 1
  nare.app.live.publicTopics('faulty:', async (topics) => {
    if (faults-- > 0) throw new Error('the database is away')
    return new Map(topics.map((topic) => [topic, [{ topic, key: '1', version: 1, state: 'here' }]]))
  })
  const { ws, received, until, send } = await socket()
  send({ subscribe: ['faulty:1', `match:${match}`] })
  await until((message) => message['topic'] === `match:${match}`)
  expect(received).toContainEqual({ error: 'try again', topic: 'faulty:1' })
  expect(nare.app.live.hasSubscribers('faulty:1')).toBe(false)
  send({ subscribe: ['faulty:1'] })
  await until((message) => message['state'] === 'here')
  expect(nare.app.live.hasSubscribers('faulty:1')).toBe(true)
  ws.terminate()
})

test('an expired session gets balances until the next pulse at the latest', async () => {
  const bettor = await nare.bettor(70)
  const { ws, until, send } = await socket()
  send({ auth: bettor.token })
  send({ subscribe: ['balance'] })
  await until((message) => message['topic'] === 'balance')
  vi.advanceTimersByTime(30_000)
  send({ ping: 'still there' })
  await until((message) => message['pong'] === 'still there')
  expect(nare.app.live.hasSubscribers('balance', bettor.id)).toBe(true)
  await nare.app.clock.advance(31 * 86_400)
  vi.advanceTimersByTime(30_000)
  await until((message) => message['error'] === 'session_expired')
  expect(nare.app.live.hasSubscribers('balance', bettor.id)).toBe(false)
  ws.terminate()
})

test('a session that ends during its authentication gets no balance', async () => {
  const app = await openHttp({ config: readConfig({ LIMITS_BY_ADDRESS: 'off' }), log: openLog('silent') })
  const session = { bettor: 7n, verified: true, signingKey: 'key' }
  const called = Promise.withResolvers<void>()
  const found = Promise.withResolvers<typeof session>()
  const answers = [found.promise]
  let changed = (_bettor: bigint): void => undefined
  await openLive({
    app,
    authenticate: async () => {
      called.resolve()
      return answers.shift() ?? 'ended'
    },
    onSessionsChanged: (listener) => (changed = listener),
  })
  await app.ready()
  const ws = await app.injectWS('/v1/live')
  const expired = new Promise((resolve) => ws.on('message', (data) => String(data).includes('expired') && resolve('')))
  ws.send('{"auth":"token"}')
  await called.promise
  changed(session.bettor)
  found.resolve(session)
  await expired
  ws.terminate()
  await app.close()
})

test('the sockets of one address are limited, and closing one makes room for another', async () => {
  const app = await openHttp({ config: readConfig({ LIMITS_BY_ADDRESS: 'off' }), log: openLog('silent') })
  const live = await openLive({ app, authenticate: async () => undefined, perAddress: 2 })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const dial = () => new WebSocket(`${address.replace('http', 'ws')}/v1/live`)
  const closed = (ws: WebSocket) => new Promise<number>((resolve) => ws.once('close', resolve))
  /** 'open' if a further socket gets answers, otherwise its close code. */
  const answer = (ws: WebSocket) => {
    ws.once('open', () => ws.send('{"ping":1}'))
    return Promise.race([closed(ws), new Promise((resolve) => ws.once('message', () => resolve('open')))])
  }
  const first = dial()
  expect([await answer(first), await answer(dial()), await answer(dial())]).toEqual(['open', 'open', 1013])
  first.close()
  await closed(first)
  await vi.waitFor(() => expect(live.connections()).toBe(1), 120_000)
  expect(await answer(dial())).toBe('open')
  await app.close()
})

test('the addresses of one IPv6 customer share the limit of sockets', async () => {
  const app = await openHttp({
    config: readConfig({ LIMITS_BY_ADDRESS: 'off', TRUST_PROXY: '1' }),
    log: openLog('silent'),
  })
  await openLive({ app, authenticate: async () => undefined, perAddress: 2 })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const open = (from: string) => {
    const headers = { 'x-forwarded-for': from }
    const ws = new WebSocket(`${address.replace('http', 'ws')}/v1/live`, { headers })
    ws.once('open', () => ws.send('{"ping":1}'))
    return new Promise((resolve) => {
      ws.once('close', resolve)
      ws.once('message', () => resolve('open'))
    })
  }
  const answers: unknown[] = []
  for (const end of ['9::1', '9::2', '9::3', '8::1']) answers.push(await open(`2001:db8:7:${end}`))
  expect(answers).toEqual(['open', 'open', 1013, 'open'])
  await app.close()
})
