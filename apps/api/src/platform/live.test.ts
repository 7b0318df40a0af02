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
  await nare.app.ledger.publishBalances(nare.app.live, [other?.id ?? 0n])
  expect(nare.app.live.hasSubscribers(`balance:${own?.id}`)).toBe(true)
  expect(nare.app.live.hasSubscribers(`balance:${other?.id}`)).toBe(false)
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
  expect(nare.app.live.hasSubscribers(`balance:${bettor?.id}`)).toBe(true)
  await nare.app.identity.endSessions(bettor?.id ?? 0n)
  await until((message) => message['error'] === 'session_expired')
  expect(nare.app.live.hasSubscribers(`balance:${bettor?.id}`)).toBe(false)
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
  expect(nare.app.live.hasSubscribers(`balance:${first?.id}`)).toBe(false)
  const before = heard.length
  const told = (bettor: bigint | undefined, balance: string) =>
    nare.app.live.publish({ topic: `balance:${bettor}`, key: '', version: 9, state: { balance } })
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
  nare.app.live.addTopics('faulty:', async (topics) => {
    if (faults-- > 0) throw new Error('the database is away')
    return new Map(topics.map((topic) => [topic, [{ topic, key: '1', version: 1, state: 'here' }]]))
  })
  const { ws, heard, until, send } = await socket()
  send({ subscribe: ['faulty:1', `match:${match}`] })
  await until((message) => message['topic'] === `match:${match}`)
  expect(heard).toContainEqual({ error: 'try again', topic: 'faulty:1' })
  expect(nare.app.live.hasSubscribers('faulty:1')).toBe(false)
  send({ subscribe: ['faulty:1'] })
  await until((message) => message['state'] === 'here')
  expect(nare.app.live.hasSubscribers('faulty:1')).toBe(true)
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
  expect(nare.app.live.hasSubscribers(`balance:${bettor?.id}`)).toBe(true)
  await nare.app.clock.advance(31 * 86_400)
  vi.advanceTimersByTime(30_000)
  await until((message) => message['error'] === 'session_expired')
  expect(nare.app.live.hasSubscribers(`balance:${bettor?.id}`)).toBe(false)
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

test('the addresses of one IPv6 customer share the sockets that one address may hold', async () => {
  const app = await openHttp({
    config: readConfig({ LIMITS_BY_ADDRESS: 'off', TRUST_PROXY: '1' }),
    log: openLog('silent'),
  })
  await openLive({ app, authenticate: async () => undefined, mostOfAddress: 2 })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const heard = (from: string) => {
    const headers = { 'x-forwarded-for': from }
    const ws = new WebSocket(`${address.replace('http', 'ws')}/v1/live`, { headers })
    ws.once('open', () => ws.send('{"ping":1}'))
    return new Promise((resolve) => {
      ws.once('close', resolve)
      ws.once('message', () => resolve('heard'))
    })
  }
  const answers: unknown[] = []
  for (const end of ['9::1', '9::2', '9::3', '8::1']) answers.push(await heard(`2001:db8:7:${end}`))
  expect(answers).toEqual(['heard', 'heard', 1013, 'heard'])
  await app.close()
})
