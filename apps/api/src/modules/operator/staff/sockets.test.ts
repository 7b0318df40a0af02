import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorStaff as calls } from '@nare/contract/operator-staff'
import { operatorStaffChanges as changes } from '@nare/contract/operator-staff-changes'
import { testApp, type TestApp } from '#testing/app'
import { openConsole } from '#testing/console-client'

const token = 'the-token-of-a-machine'
const hash = createHash('sha256').update(token).digest('hex')
const topic = 'operator:test'
const host = 'console.test'
const origin = `http://${host}`

let nare: TestApp
beforeAll(async () => {
  nare = await testApp({ OPERATORS: `machine:auditor:${hash}` })
  await nare.app.staff.demo.open()
  nare.app.live.operatorTopics(topic, 'audit.read', async (topics) => {
    return new Map(topics.map((name) => [name, [{ topic: name, key: 'k', version: 1, state: 'seen' }]]))
  })
})
afterAll(() => nare.close())

async function subscribed(headers: Record<string, string>) {
  const ws = await nare.app.app.injectWS('/v1/live', { headers: { host, ...headers } })
  const received: Record<string, unknown>[] = []
  ws.on('message', (data: Buffer) => received.push(JSON.parse(data.toString()) as Record<string, unknown>))
  ws.send(JSON.stringify({ subscribe: [topic] }))
  return {
    ws,
    async next() {
      while (received.length === 0) await new Promise((resolve) => ws.once('message', resolve))
      return received.shift()
    },
  }
}

test('a socket has the rights of its session, from our own pages, and loses a topic with a role', async () => {
  const browser = openConsole(nare)
  await browser.login('hawa')
  const cookie = `nare_staff=${browser.cookie()}`
  const ours = await subscribed({ cookie, origin })
  expect(await ours.next()).toMatchObject({ topic, state: 'seen' })
  const foreign = await subscribed({ cookie, origin: 'http://evil.example' })
  expect(await foreign.next()).toEqual({ topic, error: 'session_required' })
  const withoutOrigin = await subscribed({ cookie })
  expect(await withoutOrigin.next()).toEqual({ topic, error: 'session_required' })
  const machine = await subscribed({ authorization: `Bearer ${token}` })
  expect(await machine.next()).toMatchObject({ topic, state: 'seen' })

  const [asha, juma] = [openConsole(nare), openConsole(nare)]
  for (const [admin, name] of [
    [asha, 'asha'],
    [juma, 'juma'],
  ] as const) {
    await admin.login(name)
    await admin.send(calls.confirmPerson, { code: await admin.code(name) })
  }
  const change = { name: 'hawa', roles: ['marketing' as const], reason: 'moves to marketing' }
  await asha.send(changes.changeStaff, change)
  expect(await juma.send(changes.changeStaff, change)).toMatchObject({ status: 200 })
  expect(await ours.next()).toEqual({ error: 'not_allowed', topic })
  for (const { ws } of [ours, foreign, withoutOrigin, machine]) ws.terminate()
}, 60_000)

test.each(['a log-out', 'a login over it', 'the end by an admin', 'a suspension', 'a reset'] as const)(
  'a socket loses its topics at once with the session: %s',
  async (how) => {
    const browser = openConsole(nare)
    await browser.login('farida')
    const socket = await subscribed({ cookie: `nare_staff=${browser.cookie()}`, origin })
    expect(await socket.next()).toMatchObject({ topic, state: 'seen' })
    const { people, change, onChanged } = nare.app.staff
    let notified = 0
    onChanged(() => void notified++)
    const ends = {
      'a log-out': () => browser.send(calls.logout, {}),
      'a login over it': () => browser.login('gitonga'),
      'the end by an admin': () => change((tx) => people.endSessions(tx, { name: 'farida' })),
      'a suspension': () => change((tx) => people.change(tx, { name: 'farida', state: 'suspended' })),
      'a reset': () => change((tx) => people.change(tx, { name: 'farida', state: 'active', reset: true })),
    }
    await ends[how]()
    // Without it the socket would lose them too, but half a minute later.
    expect(notified).toBeGreaterThan(0)
    expect(await socket.next()).toEqual({ error: 'not_allowed', topic })
    socket.ws.send(JSON.stringify({ subscribe: [topic] }))
    expect(await socket.next()).toMatchObject({ error: 'session_required' })
    socket.ws.terminate()
    await change((tx) => people.change(tx, { name: 'farida', state: 'active' }))
    await nare.app.staff.demo.open()
  },
)
