import { createECDH, createPublicKey, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openLog } from '#platform/log'
import { unseal } from '#sandbox/push-service'
import { openPost, openPush, seal } from './push.ts'

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url')

test('the message of the example in RFC 8291 is encrypted byte by byte as there', () => {
  const sealed = seal(
    Buffer.from('When I grow up, I want to be a watermelon'),
    {
      p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
      auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
    },
    {
      privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
      salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
    },
  )
  expect(sealed.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

type Received = { url: string; headers: IncomingMessage['headers']; body: Buffer }
let server: Server
let origin: string
let received: Received[] = []
let play: (reply: ServerResponse) => void

beforeAll(async () => {
  server = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) })
      play(reply)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  origin = `http://push.test:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  received = []
  play = (reply) => reply.writeHead(201).end()
})

const pair = createECDH('prime256v1')
pair.generateKeys()
const browser = { endpoint: '', p256dh: pair.getPublicKey(), auth: Buffer.alloc(16, 7) }
const privateKey = Buffer.alloc(32, 9)
const here = [{ address: '127.0.0.1', family: 4 }]
const nowMs = (): number => 1_800_000_000_000

async function send({ timeoutMs = 60_000, mayReach = () => true, addresses = here, payload = 'Habari' } = {}) {
  const { post, close } = openPost({ timeoutMs, mayReach, resolve: (_, found) => found(null, addresses) })
  const push = openPush({ privateKey, contact: 'mailto:us@nare.test', nowMs, post, log: openLog('silent') })
  const result = await push.send({ ...browser, endpoint: `${origin}/send/x1` }, { payload, ttlS: 900, isUrgent: true })
  await close()
  return { result, publicKey: push.publicKey }
}

test('a notice arrives encrypted, with its life, and signed with the key that browsers subscribe with', async () => {
  const { result, publicKey } = await send({ payload: 'Habari ya jioni ⚽' })
  expect(result).toEqual({ result: 'sent' })
  const [{ url, headers, body } = { url: '', headers: {}, body: Buffer.alloc(0) }] = received
  expect(url).toBe('/send/x1')
  expect(headers).toMatchObject({ ttl: '900', urgency: 'high', 'content-encoding': 'aes128gcm' })
  expect(body.includes('Habari')).toBe(false)
  expect(unseal(body, { pair, auth: browser.auth })).toBe('Habari ya jioni ⚽')
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  expect(key).toBe(publicKey)
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = bytes(publicKey)
  const jwk = {
    ...{ kty: 'EC', crv: 'P-256' },
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const verifier = { key: createPublicKey({ format: 'jwk', key: jwk }), dsaEncoding: 'ieee-p1363' } as const
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), verifier, bytes(signature))).toBe(true)
  const said = JSON.parse(bytes(claims).toString())
  expect(said).toEqual({ aud: origin, sub: 'mailto:us@nare.test', exp: nowMs() / 1000 + 12 * 3600 })
})

test.each([
  [201, {}, { result: 'sent' }],
  [202, {}, { result: 'sent' }],
  [404, {}, { result: 'gone' }],
  [410, {}, { result: 'gone' }],
  [429, { 'retry-after': '120' }, { result: 'later', afterS: 120 }],
  [503, { 'retry-after': new Date(nowMs() + 90_000).toUTCString() }, { result: 'later', afterS: 90 }],
  [503, { 'retry-after': 'soon' }, { result: 'later', afterS: undefined }],
  [500, {}, { result: 'later', afterS: undefined }],
  [400, {}, { result: 'refused' }],
  [403, {}, { result: 'refused' }],
  [413, {}, { result: 'refused' }],
] as const)('status %d %j is %j', async (status, headers, expected) => {
  play = (reply) => reply.writeHead(status, headers).end('a text')
  expect((await send()).result).toEqual(expected)
  expect(received).toHaveLength(1)
})

test('a redirect is not followed', async () => {
  play = (reply) => reply.writeHead(302, { location: `${origin}/elsewhere` }).end()
  expect((await send()).result).toEqual({ result: 'refused' })
  expect(received.map(({ url }) => url)).toEqual(['/send/x1'])
})

test('an answer that does not come in time, or is lost, is unknown: the notice may have arrived', async () => {
  play = () => undefined
  expect((await send({ timeoutMs: 300 })).result).toEqual({ result: 'unknown' })
  play = (reply) => reply.destroy()
  expect((await send()).result).toEqual({ result: 'unknown' })
})

test('an answer without an end is cut off', async () => {
  play = (reply) => {
    reply.writeHead(201)
    const more = setInterval(() => reply.write('x'.repeat(10_000)), 1)
    reply.on('close', () => clearInterval(more))
  }
  expect((await send()).result).toEqual({ result: 'sent' })
})

test('without a connection nothing was sent, so it may be tried again', async () => {
  const gone = createServer()
  await new Promise<void>((ready) => gone.listen(0, '127.0.0.1', ready))
  const { port } = gone.address() as AddressInfo
  await new Promise((closed) => gone.close(closed))
  const before = origin
  origin = `http://push.test:${port}`
  expect((await send()).result).toEqual({ result: 'later', afterS: undefined })
  origin = before
})

test('a host that leads to this machine or into a private network is never connected to', async () => {
  for (const address of ['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', 'fd00::1', '::ffff:10.0.0.1']) {
    const { post, close } = openPost({
      timeoutMs: 60_000,
      resolve: (_, found) => found(null, [{ address, family: address.includes(':') ? 6 : 4 }]),
    })
    const push = openPush({ privateKey, contact: 'mailto:us@nare.test', nowMs, post, log: openLog('silent') })
    const to = { ...browser, endpoint: `${origin}/send/x1` }
    const { result } = await push.send(to, { payload: 'x', ttlS: 1, isUrgent: false })
    expect([address, result]).toEqual([address, 'refused'])
    await close()
  }
  expect(received).toEqual([])
})
