import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sha256, toHex } from '@nare/fair/hash'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { drandSalt } from './drand.ts'

const chain = 'ab'.repeat(32)
const period = 30
const genesis = 1_700_000_000
const nowMs = (genesis + 1_000_000) * 1000
const signature = 'c0ffee'.repeat(16)
const randomness = toHex(sha256(Buffer.from(signature, 'hex')))
const clock = { now: () => nowMs, date: () => new Date(nowMs) } as Parameters<typeof drandSalt>[0]['clock']

type Reply = { status: number; body: string } | 'hang up' | 'silence'
const info: Reply = {
  status: 200,
  body: JSON.stringify({ period, genesis_time: genesis, hash: chain, public_key: 'x' }),
}
let replies: Reply[] = []
let asked: string[] = []
let server: Server
let url: string

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const reply = replies.shift() ?? { status: 404, body: '{}' }
    if (reply === 'hang up') return void request.socket.destroy()
    if (reply === 'silence') return
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  replies = []
  asked = []
})

const source = (timeoutMs = 30_000) => drandSalt({ url, chain, clock, timeoutMs })
const beacon = (change: object = {}): Reply => ({
  status: 200,
  body: JSON.stringify({ round: 40, randomness, signature, ...change }),
})
const name = `drand round 40 of chain ${chain}`

test('a season names a round that appears at least a minute later', async () => {
  replies = [info]
  const [, round = ''] = /^drand round (\d+) of chain /.exec(await source().name()) ?? []
  const appearsAt = genesis + (Number(round) - 1) * period
  expect(appearsAt * 1000 - nowMs).toBeGreaterThanOrEqual(60_000)
  expect(appearsAt * 1000 - nowMs).toBeLessThan(60_000 + 2 * period * 1000)
})

test('the salt is the randomness of that round, and is undefined before the round', async () => {
  replies = [{ status: 404, body: 'not found' }, { status: 425, body: '{}' }, beacon()]
  const drand = source()
  expect([await drand.draw(name), await drand.draw(name), await drand.draw(name)]).toEqual([
    undefined,
    undefined,
    randomness,
  ])
  expect(asked).toEqual(Array.from({ length: 3 }, () => `/${chain}/public/40`))
})

test.each<[string, Reply]>([
  ['another round', beacon({ round: 41 })],
  ['randomness that does not match its signature', beacon({ randomness: '0'.repeat(64) })],
  ['randomness that is no hash', beacon({ randomness: 'xyz' })],
  ['no JSON', { status: 200, body: '<html>' }],
  ['a body without end', { status: 200, body: ' '.repeat(30_000) }],
  ['a lost connection', 'hang up'],
  ['silence', 'silence'],
])('%s is not accepted as a salt, and the salt is requested again later', async (_what, reply) => {
  replies = [reply, beacon()]
  await expect(source(reply === 'silence' ? 200 : undefined).draw(name)).rejects.toThrow()
  expect(await source().draw(name)).toBe(randomness)
})

test('a relay of another chain is refused, and so is a salt of another chain', async () => {
  replies = [{ status: 200, body: JSON.stringify({ period, genesis_time: genesis, hash: 'cd'.repeat(32) }) }, info]
  const drand = source()
  await expect(drand.name()).rejects.toThrow('another chain')
  expect(await drand.name()).toContain(chain)
  await expect(drand.draw(`drand round 40 of chain ${'cd'.repeat(32)}`)).rejects.toThrow('configured chain')
  await expect(drand.draw('random bytes, drawn after the publication')).rejects.toThrow('configured chain')
})
