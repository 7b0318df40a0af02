import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { operatorStaff as calls } from '@nare/contract/operator-staff'
import { testApp, type TestApp } from '#testing/app'
import { openConsole } from '#testing/console-client'

const token = 'the-token-of-a-machine'
const hash = createHash('sha256').update(token).digest('hex')
const url = 'http://desk.example'

let nare: TestApp
let port: number
beforeAll(async () => {
  const env = { CONSOLE_URL: url, CONSOLE_ADDRESSES: '127.0.0.1,10.1.0.0/16', OPERATORS: `machine:auditor:${hash}` }
  nare = await testApp({ ...env, TRUST_PROXY: '1' })
  await nare.app.staff.demo.open()
  port = Number(new URL(await nare.app.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => nare.close())

const ours = { headers: { origin: url } }

test('with CONSOLE_URL only its origin counts, whatever host is asked', async () => {
  const browser = openConsole(nare)
  expect(await browser.login('hawa')).toMatchObject({ status: 403 })
  expect(await browser.login('hawa', ours)).toMatchObject({ status: 200 })
  expect(await browser.send(calls.logout, {})).toMatchObject({ status: 403 })
  expect(await browser.send(calls.logout, {}, ours)).toMatchObject({ status: 200 })
})

test('other addresses reach neither the console nor the calls of operators, and everything else', async () => {
  const ask = async (path: string, from: string, headers = {}) => {
    const { statusCode } = await nare.app.app.inject({ url: path, remoteAddress: from, headers })
    return statusCode
  }
  const bearer = { authorization: `Bearer ${token}` }
  for (const path of [
    '/console',
    '/console/bettors/7',
    '/v1/operator/audit',
    '/v1/operator/attribution.csv',
    '/%76%31/operator/audit',
    '//console',
    '/CONSOLE',
    '/console/theme.js',
    '/%63onsole/theme.js',
    '/console%2Ftheme.js',
    '/console;x',
    '/console%3Bx',
    '/v1/operator%2fme',
    '/v1%2foperator/me',
    '//v1//operator//audit',
    '/v1/operator/login%2fpasskey',
  ])
    expect([path, await ask(path, '198.51.100.7', bearer)]).toEqual([path, 403])
  expect(await ask('/v1/operator/audit', '10.1.2.3', bearer)).toBe(200)
  expect(await ask('/v1/operator/audit', '::ffff:10.1.2.3', bearer)).toBe(200)
  expect(await ask('/healthz', '198.51.100.7')).toBe(200)
  const forwarded = { ...bearer, 'x-forwarded-for': '198.51.100.7' }
  expect(await ask('/v1/operator/audit', '10.1.2.3', forwarded)).toBe(403)
  const stranger = await openConsole(nare).login('hawa', { ...ours, from: '198.51.100.7' })
  expect(stranger).toMatchObject({ status: 403 })
})

test('an address that is asked in full, as a proxy does, is that of its path; encoded dots lead nowhere', async () => {
  const ask = (line: string, headers = '') =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`${line} HTTP/1.1\r\nHost: desk.example\r\nConnection: close\r\n${headers}\r\n`),
      )
      let text = ''
      socket.setEncoding('latin1').on('data', (data: string) => (text += data))
      socket.on('error', reject).on('close', () => resolve(text.split(' ', 2)[1] ?? ''))
    })
  const outside = `X-Forwarded-For: 198.51.100.7\r\nAuthorization: Bearer ${token}\r\n`
  for (const target of [
    'http://evil.example/v1/operator/audit',
    'HTTP://evil.example/%76%31/operator/audit',
    'http://desk.example/console',
  ])
    expect([target, await ask(`GET ${target}`, outside)]).toEqual([target, '403'])
  for (const target of [
    '/v1/x/../operator/audit',
    '/v1/%2e/operator/audit',
    '/v1/operator./audit',
    '/%2576%2531/operator/audit',
  ])
    expect([target, await ask(`GET ${target}`, outside)]).toEqual([target, '404'])
  const inside = `X-Forwarded-For: ::ffff:0a01:0203\r\nAuthorization: Bearer ${token}\r\n`
  expect(await ask('GET /v1/operator/audit', inside)).toBe('200')
  const faked = inside.replace('::ffff:0a01:0203', '10.1.2.3, 198.51.100.7')
  expect(await ask('GET /v1/operator/audit', faked)).toBe('403')
})

test('a socket from another address has no topic of operators, with a cookie, a token or a token sent on it', async () => {
  const browser = openConsole(nare)
  await browser.login('hawa', ours)
  const topic = 'operator:today'
  const heard = async (headers: Record<string, string>, auth?: string) => {
    const ws = new WebSocket(`ws://127.0.0.1:${port}/v1/live`, { headers: { origin: url, ...headers } })
    await once(ws, 'open')
    const received: string[] = []
    ws.on('message', (data: Buffer) => void received.push(data.toString()))
    if (auth !== undefined) ws.send(JSON.stringify({ auth }))
    ws.send(JSON.stringify({ subscribe: [topic] }))
    await expect.poll(() => received.find((text) => text.includes(topic))).toBeDefined()
    ws.terminate()
    return received.find((text) => text.includes(topic))
  }
  const cookie = `nare_staff=${browser.cookie()}`
  const from = (address: string) => ({ 'x-forwarded-for': address })
  expect(await heard({ cookie, ...from('10.1.2.3') })).toContain('"key":"today"')
  expect(await heard({ cookie, ...from('198.51.100.7') })).toContain('session_required')
  expect(await heard({ authorization: `Bearer ${token}`, ...from('198.51.100.7') })).toContain('session_required')
  expect(await heard(from('198.51.100.7'), token)).toContain('session_required')
})

test('without TRUST_PROXY what a caller says of his address counts for nothing', async () => {
  const other = await testApp({ CONSOLE_ADDRESSES: '10.1.0.0/16' }, { base: nare.base })
  try {
    const headers = { 'x-forwarded-for': '10.1.2.3', forwarded: 'for=10.1.2.3', 'x-real-ip': '10.1.2.3' }
    const { statusCode } = await other.app.app.inject({
      url: '/v1/operator/me',
      headers,
      remoteAddress: '198.51.100.7',
    })
    expect(statusCode).toBe(403)
  } finally {
    await other.close()
  }
})
