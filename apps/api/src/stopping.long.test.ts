import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startProcess } from '#testing/server'

const mostMs = 10_000

test('the server stops within ten seconds despite slow bodies, silent sockets and a hanging provider', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'nare-stop-'))
  const { child, url } = await startProcess({ dataDir, env: { LOG_LEVEL: 'silent' } })
  const post = (path: string, body: object) =>
    fetch(new URL(path, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  // An endless request body, one byte at a time.
  const slow = connect(Number(url.port), url.hostname)
  slow.on('error', () => undefined)
  slow.write(
    'POST /v1/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{',
  )
  const drip = setInterval(() => slow.write(' '), 100)
  // A socket that never reads.
  const silent = new WebSocket(new URL('/v1/live', url).href.replace('http', 'ws'))
  silent.on('error', () => undefined)
  await once(silent, 'open')
  silent.pause()
  // A call that waits for an SMS provider that takes a minute.
  await post('/sandbox/faults', { service: 'sms', delay_ms: 60_000 })
  const person = { msisdn: '0799000111', password: 'zebra-lion-9', name: 'A', date_of_birth: '1990-01-01', terms: true }
  const hanging = post('/v1/signup', person).catch(() => undefined)
  const startedAt = performance.now()
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  const tookMs = performance.now() - startedAt
  clearInterval(drip)
  slow.destroy()
  silent.terminate()
  await hanging
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  expect(code).toBe(0)
  expect(tookMs).toBeLessThan(mostMs)
})
