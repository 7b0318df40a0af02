import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { permissions, type Permission } from '@nare/contract/permissions'
import { readConfig } from '#config'
import { openHttp } from './http.ts'
import { mayReadTopic } from './live-operators.ts'
import type { LiveOperator } from './live-subscriber.ts'
import { openLive, type LiveServer } from './live.ts'
import { openLog } from './log.ts'

let app: Awaited<ReturnType<typeof openHttp>>
let live: LiveServer
/** The operators by the value of their cookie, or by their token. */
const operators = new Map<string, LiveOperator>()
const may = (...given: Permission[]): LiveOperator => ({ may: new Set(given) })

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  app = await openHttp({ config: readConfig({ SANDBOX: 'on' }), log: openLog('silent') })
  live = await openLive({ app, authenticate: async () => undefined })
  live.operatorTopics('operator:today', 'today.read', async (topics) => states(topics))
  live.operatorTopics('operator:tickets', 'tickets.read', async (topics) => states(topics))
  live.publicTopics('match:', async (topics) => states(topics))
  live.connectOperators(async ({ headers: { authorization, cookie = '' } }) =>
    operators.get(authorization?.replace('Bearer ', '') ?? /nare_staff=(\w+)/.exec(cookie)?.[1] ?? ''),
  )
  await app.ready()
})
afterAll(async () => {
  await app.close()
  vi.useRealTimers()
})

const states = (topics: readonly string[]) =>
  new Map(topics.map((topic) => [topic, [{ topic, key: 'k', version: 1, state: 'the state' }]]))

async function socket(headers: Record<string, string> = {}) {
  const ws = await app.injectWS('/v1/live', { headers })
  const received: Record<string, unknown>[] = []
  ws.on('message', (data: Buffer) => received.push(JSON.parse(data.toString()) as Record<string, unknown>))
  let pings = 0
  /** Sends commands and returns what was received once they were done and what they queued was sent. */
  async function ask(...commands: object[]) {
    for (const command of commands) ws.send(JSON.stringify(command))
    const ping = `ping ${pings++}`
    ws.send(JSON.stringify({ ping }))
    while (!received.some(({ pong }) => pong === ping)) await new Promise((resolve) => ws.once('message', resolve))
    return received.splice(0).filter(({ pong }) => pong === undefined)
  }
  return { ws, ask }
}

const both = { subscribe: ['operator:today', 'operator:tickets'] }

test('an operator with a cookie reads the topics of the own permissions, and nobody else any', async () => {
  operators.set('asha', may('today.read'))
  const { ws, ask } = await socket({ cookie: 'other=1; nare_staff=asha' })
  const answers = await ask(both)
  expect(answers).toContainEqual(expect.objectContaining({ topic: 'operator:today', state: 'the state' }))
  expect(answers).toContainEqual({ error: 'not_allowed', topic: 'operator:tickets' })
  const stranger = await socket({ cookie: 'nare_staff=nobody' })
  expect(await stranger.ask(both)).toEqual([
    { error: 'session_required', topic: 'operator:today' },
    { error: 'session_required', topic: 'operator:tickets' },
  ])
  expect([...(await live.states(['operator:today', 'match:1'])).keys()]).toEqual(['match:1'])
  for (const each of [ws, stranger.ws]) each.terminate()
})

test('an operator with a token sends it on the socket', async () => {
  operators.set('machine', may('today.read', 'tickets.read'))
  const { ws, ask } = await socket()
  expect(await ask({ auth: 'wrong' })).toEqual([{ error: 'session_expired' }])
  const answers = await ask({ auth: 'machine' }, both)
  expect(answers.filter(({ state }) => state === 'the state')).toHaveLength(2)
  ws.terminate()
})

test('a topic is closed when its permission is lost, and nothing of it is sent any more', async () => {
  operators.set('baraka', may('today.read', 'tickets.read'))
  const { ws, ask } = await socket({ cookie: 'nare_staff=baraka' })
  await ask(both, { subscribe: ['match:1'] })
  operators.set('baraka', may('tickets.read'))
  const closed = new Promise<Record<string, unknown>>((resolve) =>
    ws.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as Record<string, unknown>
      if (message['error'] !== undefined) resolve(message)
    }),
  )
  live.publish({ topic: 'operator:today', key: 'k', version: 2, state: 'later' })
  live.operatorsChanged()
  expect(await closed).toEqual({ error: 'not_allowed', topic: 'operator:today' })
  expect(live.hasSubscribers('operator:today')).toBe(false)
  expect([live.hasSubscribers('operator:tickets'), live.hasSubscribers('match:1')]).toEqual([true, true])
  operators.delete('baraka')
  live.operatorsChanged()
  await vi.waitFor(() => expect(live.hasSubscribers('operator:tickets')).toBe(false))
  expect(live.hasSubscribers('match:1')).toBe(true)
  ws.terminate()
})

test.each(permissions.slice(0, 4))('%s is the permission that a topic with it needs', (permission) => {
  expect(mayReadTopic({ permission }, may(permission))).toBe(true)
  expect(mayReadTopic({ permission }, may(...permissions.filter((one) => one !== permission)))).toBe(false)
  expect(mayReadTopic({ permission }, undefined)).toBe(false)
  expect(mayReadTopic({}, undefined)).toBe(true)
})
