import { afterEach, expect, test } from 'vitest'
import { readConfig } from '#config'
import { openHttp } from './http.ts'
import { openLive } from './live.ts'
import { fanOutOverBus } from './live-fan-out-bus.ts'
import { openLog } from './log.ts'
import { soon } from './testing/soon.ts'
import { testBuses, type TestBus } from './testing/bus-pair.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(() => Promise.all(closing.splice(0).map((close) => close())))

/** A server of one process. Reads of its topics `n:` and `own` return the versions in `versions`. */
async function server(bus: TestBus, versions: Map<string, number>) {
  const app = await openHttp({ config: readConfig({ LIMITS_BY_ADDRESS: 'off' }), log: openLog('silent') })
  const authenticate = async (token: string) => ({ bettor: BigInt(token) }) as never
  const live = await openLive({ app, authenticate, fanOut: fanOutOverBus(bus, { settlesInMs: 20 }) })
  const stateOf = (topic: string) => ({ topic, key: '', version: versions.get(topic) ?? 0, state: 'read' })
  live.publicTopics('n:', async (topics) => new Map(topics.map((topic) => [topic, [stateOf(topic)]])))
  live.privateTopics('own', async (topics) => topics.map(({ topic }) => [stateOf(topic)]))
  await app.ready()
  closing.push(() => app.close())

  async function socket(...commands: object[]) {
    const ws = await app.injectWS('/v1/live')
    const received: { topic: string; version: number; state: string }[] = []
    const closed = new Promise<number>((resolve) => ws.once('close', resolve))
    ws.on('message', (data: Buffer) => received.push(JSON.parse(data.toString())))
    for (const command of commands) ws.send(JSON.stringify(command))
    return { received, closed, ws }
  }

  return { live, socket }
}

async function servers() {
  const [first, second] = testBuses(2)
  if (!first || !second) throw new Error('two buses')
  const versions = new Map<string, number>()
  return { one: first, two: second, versions, a: await server(first, versions), b: await server(second, versions) }
}

const published = (topic: string, version: number) => ({ topic, key: '', version, state: 'published' })

test('a state published in one process reaches the sockets of another; a private state only those of its bettor', async () => {
  const { a, b } = await servers()
  const own = await b.socket({ auth: '7' }, { subscribe: ['own', 'n:1'] })
  const other = await b.socket({ auth: '8' }, { subscribe: ['own'] })
  await soon(() => expect([a.live.hasSubscribers('own', 7n), a.live.hasSubscribers('own', 9n)]).toEqual([true, false]))
  a.live.publish(published('n:1', 5))
  a.live.publishTo(7n, published('own', 5))
  const states = ({ received }: typeof own) =>
    new Set(received.flatMap(({ topic, state }) => (state === 'published' ? [topic] : [])))
  await soon(() => expect(states(own)).toEqual(new Set(['n:1', 'own'])))
  expect(states(other)).toEqual(new Set())
  expect(new Set(a.live.subscribedBettors('own'))).toEqual(new Set([7n, 8n]))
  expect(a.live.here.hasSubscribers('own', 7n)).toBe(false)
})

test('a state that changed before a subscription arrived reaches its subscriber', async () => {
  const { one, a, b, versions } = await servers()
  await soon(() => expect(a.live.hasSubscribers('n:1')).toBe(false))
  // The messages of B arrive late: the change below is made before A knows the subscriber.
  one.hold()
  const { received } = await b.socket({ subscribe: ['n:1'] })
  await soon(() => expect(received.at(-1)?.version).toBe(0))
  versions.set('n:1', 1)
  expect(a.live.hasSubscribers('n:1')).toBe(false)
  one.deliver()
  await soon(() => expect(received.at(-1)?.version).toBe(1))
})

test('sockets are closed while other processes cannot be reached, and accepted again afterwards', async () => {
  const { two, b } = await servers()
  const { closed } = await b.socket({ subscribe: ['n:1'] })
  two.disconnect()
  expect(await closed).toBe(1013)
  expect(await (await b.socket()).closed).toBe(1013)
  two.connect()
  const { received } = await b.socket({ subscribe: ['n:1'] })
  await soon(() => expect(received).toHaveLength(1))
})
