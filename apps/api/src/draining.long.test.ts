import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { readConfig } from '#config'
import { openDraining } from '#platform/draining'
import { openHttp } from '#platform/http'
import { openLog } from '#platform/log'
import { testApp, type TestApp } from '#testing/app'

const opened: TestApp[] = []
afterEach(async () => {
  for (const nare of opened.splice(0)) await nare.close()
})

async function listening(env: Record<string, string> = {}): Promise<{ nare: TestApp; url: string }> {
  const nare = await testApp({ PORT: '0', ...env })
  opened.push(nare)
  return { nare, url: await nare.app.listen() }
}

/** Makes calls on one keep-alive connection. */
function connection() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return async (url: string): Promise<IncomingMessage> => {
    const [reply] = (await once(get(url, { agent }), 'response')) as [IncomingMessage]
    reply.resume()
    await once(reply, 'end')
    return reply
  }
}

test('a draining server that shares its port closes each connection after its next response and accepts no new one', async () => {
  const { nare, url } = await listening()
  const call = connection()
  expect((await call(`${url}/readyz`)).statusCode).toBe(200)
  const drained = nare.app.drain({ ms: 60_000, alone: false })
  const reply = await call(`${url}/readyz`)
  expect([reply.statusCode, reply.headers.connection]).toEqual([503, 'close'])
  await expect(fetch(`${url}/healthz`)).rejects.toThrow()
  // No connection is left, so the server does not wait.
  await drained
})

test('a draining server that does not share its port keeps serving and reports that it is not ready', async () => {
  const { nare, url } = await listening()
  const drained = nare.app.drain({ ms: 300, alone: true })
  expect((await fetch(`${url}/readyz`)).status).toBe(503)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  const reply = await fetch(`${url}/v1/version`)
  expect(reply.headers.get('connection')).toBe('close')
  await drained
})

test('a call in progress is answered even if the server drains and closes meanwhile', async () => {
  const app = await openHttp({ config: readConfig({ LIMITS_BY_ADDRESS: 'off' }), log: openLog('silent') })
  const draining = openDraining(app)
  const [began, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  app.get('/slow', async () => {
    began.resolve()
    await mayEnd.promise
    return { done: true }
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const slow = fetch(`${url}/slow`)
  await began.promise
  await draining.drain({ ms: 0, alone: false })
  let ended = false
  const closing = Promise.all([app.close(), draining.closed()]).then(() => (ended = true))
  await expect(fetch(`${url}/slow`)).rejects.toThrow()
  expect(ended).toBe(false)
  mayEnd.resolve()
  const reply = await slow
  expect([reply.status, reply.headers.get('connection')]).toEqual([200, 'close'])
  expect(await reply.json()).toEqual({ done: true })
  await closing
})

test('a draining server closes its sockets with 1012 in steps, and new sockets immediately', async () => {
  const { nare, url } = await listening()
  const live = `${url.replace('http', 'ws')}/v1/live`
  const closes: number[] = []
  const open = async () => {
    const socket = new WebSocket(live)
    socket.on('close', (code) => closes.push(code))
    await once(socket, 'open')
    return socket
  }
  const sockets = await Promise.all(Array.from({ length: 6 }, open))
  const drained = nare.app.drain({ ms: 200, alone: true })
  await expect.poll(() => closes.length).toBeGreaterThan(0)
  expect(closes.length).toBeLessThan(6)
  const late = new WebSocket(live)
  const [code] = (await once(late, 'close')) as [number]
  expect(code).toBe(1012)
  await drained
  await expect.poll(() => closes).toEqual(Array.from({ length: 6 }, () => 1012))
  for (const socket of sockets) socket.terminate()
})

test('a process without the role web serves only its health and metrics', async () => {
  const { nare, url } = await listening({ ROLES: 'feed,rounds,jobs' })
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect(await (await fetch(`${url}/metrics`)).text()).toContain('nare_db_connections')
  expect((await fetch(`${url}/v1/version`)).status).toBe(404)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  await nare.app.drain({ ms: 0, alone: true })
  expect((await fetch(`${url}/readyz`)).status).toBe(503)
})
