import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorStaff as calls } from '@nare/contract/operator-staff'
import { testApp, type TestApp } from '#testing/app'
import { openConsole } from './testing/console-client.ts'

const token = 'the-token-of-a-machine'
const hash = createHash('sha256').update(token).digest('hex')
const url = 'http://desk.example'

let nare: TestApp
beforeAll(async () => {
  const env = { CONSOLE_URL: url, CONSOLE_ADDRESSES: '127.0.0.1,10.1.0.0/16', OPERATORS: `machine:auditor:${hash}` }
  nare = await testApp({ ...env, TRUST_PROXY: '1' })
  await nare.app.staff.demo.open()
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
