import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { catalog } from '@nare/contract/catalog'
import { testApp, type TestApp } from '#testing/app'

let nare: TestApp
let port: number
beforeAll(async () => {
  nare = await testApp()
  port = Number(new URL(await nare.app.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => nare.close())

const shape = { code: 'invalid_input', error: expect.any(String), message: expect.any(String), ref: expect.any(String) }

/** Sends raw bytes and reads the status line and body of the response. */
function raw(bytes: string): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes))
    let text = ''
    socket.on('data', (data) => (text += data.toString()))
    socket.once('error', reject)
    socket.once('close', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n')
      resolve({ status: Number(head.split(' ')[1]), body: JSON.parse(body) })
    })
  })
}

const head = 'POST /v1/bet HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n'

test.each([
  ['headers that are too long', `${head}x: ${'y'.repeat(40_000)}\r\n\r\n`, 431],
  ['no HTTP at all', 'nonsense\r\n\r\n', 400],
  ['a body that is not JSON', `${head}content-type: application/json\r\ncontent-length: 2\r\n\r\n{[`, 400],
  ['a body that is too long', `${head}content-length: 9000000\r\n\r\n`, 400],
  ['an invalid content type', `${head}content-type: ;;;\r\ncontent-length: 2\r\n\r\n{}`, 400],
  ['an address that cannot be read', 'GET /% HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n', 400],
])('%s is answered in the common format of failures', async (_what, bytes, status) => {
  const reply = await raw(bytes)
  expect(reply).toMatchObject({ status, body: { ...shape, status } })
})

test('private answers are not cacheable, public ones may be', async () => {
  const bettor = await nare.bettor()
  const control = async (url: string, token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    return (await nare.app.app.inject({ url, headers })).headers['cache-control']
  }
  const own = [betting.bets.path, `${betting.bets.path}.csv`, '/v1/transactions.csv', '/v1/operator/withdrawals']
  for (const url of own) expect([url, await control(url, bettor.token)]).toEqual([url, 'no-store'])
  expect(await control(betting.bets.path)).toBe('no-store')
  expect(await control('/sandbox/phone/0712345678')).toBe('no-store')
  expect(await control(catalog.sports.path)).toBeUndefined()
  const login = await nare.app.app.inject({ method: 'POST', url: '/v1/login', payload: {} })
  expect(login.headers['cache-control']).toBe('no-store')
})

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
  'a field or a value named %s is treated like any other',
  async (word) => {
    const payload = `{"id":"${word}","stake":"${word}","slip":{"${word}":1},"${word}":[{"${word}":{}}]}`
    const bettor = await nare.bettor()
    const authorization = `Bearer ${bettor.token}`
    const headers = { 'content-type': 'application/json', authorization }
    const reply = await nare.app.app.inject({ method: 'POST', url: '/v1/bet', headers, payload })
    expect(reply.json()).toMatchObject({ status: 400, fields: { id: 'Id is not a valid UUID' } })
  },
)

test.each(['\\ud800', 'a\\udc00b', '\\u0000'])(
  'a text with %s, which cannot be stored, is refused by its field',
  async (odd) => {
    const payload = `{"msisdn":"0799000222","password":"zebra-lion-9","name":"x${odd}","date_of_birth":"1990-01-01","terms":true}`
    const headers = { 'content-type': 'application/json' }
    const reply = await nare.app.app.inject({ method: 'POST', url: '/v1/signup', headers, payload })
    expect(reply.json()).toMatchObject({ status: 400, code: 'invalid_input', fields: { name: expect.any(String) } })
  },
)

test('a deeply nested body of maximum size is refused without running out of memory', async () => {
  const headers = { 'content-type': 'application/json' }
  const payload = `{"slip":${'['.repeat(60_000)}${']'.repeat(60_000)}}`
  const reply = await nare.app.app.inject({ method: 'POST', url: '/v1/bet/validate', headers, payload })
  expect(reply.json()).toMatchObject({ status: 400, code: 'invalid_input' })
})

test.each([
  ['empty objects', `{"slip":[${'{},'.repeat(80_000)}{}]}`],
  ['numbers', `{"slip":[],"system":[${'1,'.repeat(120_000)}1]}`],
])('a body of tens of thousands of %s is refused before it is parsed', async (_what, payload) => {
  const headers = { 'content-type': 'application/json' }
  const reply = await nare.app.app.inject({ method: 'POST', url: '/v1/bet/validate', headers, payload })
  expect(reply.json()).toMatchObject({ status: 400, code: 'invalid_input', error: 'The request could not be read' })
  expect(reply.json().fields).toEqual({})
})

test('a slip of a hundred picks with many more fields than the call reads is not too long', async () => {
  const headers = { 'content-type': 'application/json' }
  const more = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`field_${n}`, `text, ${n}`]))
  const pick = { match_id: '10000001', sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }
  const payload = { slip: Array.from({ length: 100 }, () => ({ ...pick, ...more })), stake: '20' }
  const reply = await nare.app.app.inject({ method: 'POST', url: '/v1/bet/validate', headers, payload })
  expect(reply.statusCode).toBe(200)
})
