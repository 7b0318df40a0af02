import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { busInMemory, openBusMemory, type Bus } from './bus.ts'
import { redisProgram, redisServer, type RedisServer } from '#testing/redis-server'
import { openBusHub } from './bus-hub.ts'
import { busOverIpc } from './bus-ipc.ts'
import { busOverRedis } from './bus-redis.ts'
import { openLog } from './log.ts'
import { random } from './random.ts'
import { channelPair } from './testing/channels.ts'
import { soon } from './testing/soon.ts'

/** Two processes on one bus; a bus of one process has no second. */
type Processes = { readonly a: Bus; readonly b: Bus | undefined }

type Adapter = [name: string, open: () => Promise<Processes>]
const adapters: readonly Adapter[] = [
  ['in memory', async () => ({ a: busInMemory(), b: undefined })],
  ['over IPC', async () => overIpc()],
  ...(redisProgram ? [['over Redis', overRedis] satisfies Adapter] : []),
]

let redis: RedisServer
beforeAll(async () => {
  if (redisProgram) redis = await redisServer()
})
afterAll(() => redis?.close())

const opened: Bus[] = []
afterEach(() => Promise.all(opened.splice(0).map((bus) => bus.close())))

describe.each(adapters)('the bus %s', (_name, openAdapter) => {
  async function open(): Promise<Processes> {
    const processes = await openAdapter()
    opened.push(processes.a, ...(processes.b ? [processes.b] : []))
    return processes
  }

  test('a message reaches all other processes in order, and not its sender', async () => {
    const { a, b } = await open()
    const atA: unknown[] = []
    const atB: unknown[] = []
    a.subscribe('prices', (message) => atA.push(message))
    b?.subscribe('prices', (message) => atB.push(message))
    b?.subscribe('others', (message) => atB.push({ wrong: message }))
    for (let n = 0; n < 100; n++) a.publish('prices', { n, text: 'ä' })
    await a.claim('a message after the others', 1000)
    if (b) await soon(() => expect(atB).toHaveLength(100))
    expect(atB).toEqual(b ? Array.from({ length: 100 }, (_, n) => ({ n, text: 'ä' })) : [])
    expect(atA).toEqual([])
    expect(a.shared).toBe(b !== undefined)
  })

  test('a counter is shared and ends with its window, which later adds do not extend', async () => {
    const { a, b = a } = await open()
    expect(await a.add('calls', 2, 60_000)).toMatchObject({ total: 2 })
    const second = await b.add('calls', 3, 90_000)
    expect(second).toMatchObject({ total: 5 })
    expect(second?.endsInMs).toBeLessThanOrEqual(60_000)
    expect(await a.add('other calls', 1, 60_000)).toMatchObject({ total: 1 })
    expect(await a.add('brief calls', 2, 100)).toMatchObject({ total: 2 })
    await soon(async () => expect(await b.add('brief calls', 0, 60_000)).toMatchObject({ total: 0 }))
  })

  test('of fifty concurrent claims one succeeds, and it expires', async () => {
    const { a, b = a } = await open()
    const claims = await Promise.all(Array.from({ length: 50 }, (_, n) => (n % 2 ? a : b).claim('one', 60_000)))
    expect(claims.filter(Boolean)).toHaveLength(1)
    expect(claims.filter((claim) => claim === false)).toHaveLength(49)
    expect(await a.claim('brief', 100)).toBe(true)
    await soon(async () => expect(await b.claim('brief', 60_000)).toBe(true))
  })

  test('a claim is released only by the process that made it', async () => {
    const { a, b = a } = await open()
    await a.claim('one', 60_000)
    // Polled, because a message of another process may arrive after its next command.
    for (let n = 0; n < 3; n++) {
      if (b !== a) b.release('one')
      await wait(20)
      expect(await b.claim('one', 60_000)).toBe(false)
    }
    a.release('one')
    await soon(async () => expect(await b.claim('one', 60_000)).toBe(true))
  })
})

describe('the bus over IPC', () => {
  test('is down once the channel is closed, and answers without waiting', async () => {
    const { worker, primary, close } = channelPair()
    openBusHub().attach(primary)
    const bus = busOverIpc(worker, patient)
    const changes: boolean[] = []
    bus.onUpChanged((up) => changes.push(up))
    expect(await bus.claim('one', 1000)).toBe(true)
    const asked = bus.add('calls', 1, 1000)
    close()
    expect(await Promise.all([asked, bus.claim('two', 1000), bus.add('calls', 1, 1000)])).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect([bus.isUp(), changes]).toEqual([false, [false]])
  })

  test('a worker that does not read loses messages, is notified of the loss, and then receives the next messages', async () => {
    const hub = openBusHub({ unreadMax: 10 })
    const [first, second] = [channelPair(), channelPair()]
    for (const { primary } of [first, second]) hub.attach(primary)
    const [a, b] = [busOverIpc(first.worker, patient), busOverIpc(second.worker, patient)]
    const received: unknown[] = []
    b.subscribe('n', (message) => received.push(message))
    b.onUpChanged((up) => received.push(up))
    second.pause()
    for (let n = 0; n < 50; n++) {
      a.publish('n', n)
      await a.claim(`after ${n}`, 1000)
    }
    second.resume()
    await soon(() => expect(received).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, false, true]))
    a.publish('n', 'next')
    await soon(() => expect(received.at(-1)).toBe('next'))
  })

  test('an ended worker is detached, and the others still receive messages', async () => {
    const hub = openBusHub()
    const [first, second, third] = [channelPair(), channelPair(), channelPair()]
    for (const { primary } of [first, second, third]) hub.attach(primary)
    const [a, , c] = [busOverIpc(first.worker), busOverIpc(second.worker), busOverIpc(third.worker)]
    const received: unknown[] = []
    c.subscribe('n', (message) => received.push(message))
    second.close()
    a.publish('n', 1)
    await soon(() => expect(received).toEqual([1]))
    expect(second.sentAfterClose()).toBe(0)
  })
})

describe.skipIf(!redisProgram)('the bus over Redis', () => {
  test('is down while the server is killed or hangs, loses messages published meanwhile, and reconnects automatically', async () => {
    const { a, b } = await overRedis()
    opened.push(a, b)
    const received: unknown[] = []
    b.subscribe('n', (message) => received.push(message))
    await redis.kill()
    await soon(() => expect([a.isUp(), b.isUp()]).toEqual([false, false]))
    a.publish('n', 'lost')
    expect([await a.claim('one', 1000), await a.add('calls', 1, 1000)]).toEqual([undefined, undefined])
    await redis.start()
    await bothUp(a, b)
    a.publish('n', 'killed')
    await soon(() => expect(received).toEqual(['killed']))
    redis.freeze()
    const asked = a.claim('two', 60_000)
    await soon(() => expect([a.isUp(), b.isUp()]).toEqual([false, false]))
    expect(await asked).toBe(undefined)
    redis.wake()
    await bothUp(a, b)
    a.publish('n', 'hung')
    await soon(() => expect(received.at(-1)).toBe('hung'))
  })

  test('sites with different prefixes on one server share no data', async () => {
    const { a, b } = await overRedis()
    const other = busOverRedis({ url: redis.url, prefix: `${random.token(6)}:`, log: openLog('silent'), beats })
    opened.push(a, b, other)
    await bothUp(a, other)
    const received: unknown[] = []
    other.subscribe('n', (message) => received.push(message))
    a.publish('n', 'of another site')
    expect([await a.claim('one', 60_000), await other.claim('one', 60_000)]).toEqual([true, true])
    expect([await a.add('calls', 1, 60_000), await other.add('calls', 1, 60_000)]).toMatchObject([
      { total: 1 },
      { total: 1 },
    ])
    expect(received).toEqual([])
  })

  test('rediss:// begins with a TLS handshake', async () => {
    const first = Promise.withResolvers<Buffer>()
    const server = createServer((socket) => socket.on('error', () => undefined).once('data', first.resolve))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const bus = busOverRedis({ url: `rediss://127.0.0.1:${port}`, prefix: 'tls:', log: openLog('silent'), beats })
    opened.push(bus)
    expect((await first.promise)[0]).toBe(tlsHandshake)
    await bus.close()
    server.close()
  })
})

/** The type of a TLS record (RFC 8446, section 5.1). */
const tlsHandshake = 22

test('a full memory refuses claims until some have expired, and removes the oldest counter', () => {
  let nowMs = 0
  const memory = openBusMemory({ keysMax: 2, now: () => nowMs })
  expect([memory.claim('a', 100, 1), memory.claim('b', 200, 1), memory.claim('c', 100, 1)]).toEqual([true, true, false])
  nowMs = 100
  expect(memory.claim('c', 100, 1)).toBe(true)
  for (const key of ['a', 'b', 'c']) memory.add(key, 1, 1000)
  expect(memory.add('b', 1, 1000).total).toBe(2)
  expect(memory.add('a', 1, 1000).total).toBe(1)
})

async function overIpc(): Promise<Processes> {
  const hub = openBusHub()
  const [first, second] = [channelPair(), channelPair()]
  for (const { primary } of [first, second]) hub.attach(primary)
  return { a: busOverIpc(first.worker, patient), b: busOverIpc(second.worker, patient) }
}

/** No pause of the machine is a missing response. */
const patient = { responseMsMax: 600_000 }
const beats = { everyMs: 50, silentMs: 5000 }

async function overRedis(): Promise<{ a: Bus; b: Bus }> {
  const prefix = `${random.token(6)}:`
  const open = () => busOverRedis({ url: redis.url, prefix, log: openLog('silent'), beats })
  const [a, b] = [open(), open()]
  await bothUp(a, b)
  return { a, b }
}

const bothUp = (a: Bus, b: Bus): Promise<void> => soon(() => expect([a.isUp(), b.isUp()]).toEqual([true, true]))
