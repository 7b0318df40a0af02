import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openLog } from '#platform/log'
import { openAfricasTalking } from './africas-talking.ts'
import recorded from '../testing/recorded/africas-talking.json' with { type: 'json' }

type ProviderRequest = { url: string; headers: IncomingMessage['headers']; form: URLSearchParams }
type Play = (reply: ServerResponse, form: URLSearchParams) => void

let server: Server
let url: string
let requests: ProviderRequest[] = []
let play: Play

const recipient = (statusCode: number, number: string) => ({
  statusCode,
  number,
  status: 'Success',
  cost: 'KES 0.8000',
  messageId: `ATPid_${statusCode}`,
})
const answer = (recipients: object[]) =>
  JSON.stringify({ SMSMessageData: { Message: 'Sent to 1/1 Total Cost: KES 0.8000', Recipients: recipients } })
const accepts: Play = (reply, form) =>
  reply.writeHead(201, { 'content-type': 'application/json' }).end(answer([recipient(101, form.get('to') ?? '')]))

beforeAll(async () => {
  server = createServer((request, reply) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const form = new URLSearchParams(body)
      requests.push({ url: request.url ?? '', headers: request.headers, form })
      play(reply, form)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  requests = []
  play = accepts
})

const sms = (changes: object = {}) =>
  openAfricasTalking({
    url,
    username: 'nare',
    apiKey: 'key-1',
    sender: 'NARE',
    log: openLog('silent'),
    timeoutMs: 60_000,
    ...changes,
  })
const send = (changes: object = {}) => sms(changes).send({ to: '254712345678', text: 'Your Nare code is 123456.' })

test("a message is sent in the provider's format", async () => {
  expect(await send()).toBe('sent')
  expect(requests).toHaveLength(1)
  expect(requests[0]?.url).toBe('/version1/messaging')
  expect(requests[0]?.headers).toMatchObject({
    apikey: 'key-1',
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
  })
  expect(Object.fromEntries(requests[0]?.form ?? [])).toEqual({
    username: 'nare',
    to: '+254712345678',
    message: 'Your Nare code is 123456.',
    from: 'NARE',
    bulkSMSMode: '1',
    enqueue: '1',
  })
})

test("the provider's id of a message is noted once it is accepted, and none where it has none", async () => {
  const ids: string[] = []
  const noting = { to: '254712345678', text: 'Karibu', noteId: (id: string) => void ids.push(id) }
  expect(await sms().send(noting)).toBe('sent')
  for (const changed of [
    { statusCode: 403 },
    { messageId: 'None' },
    { messageId: null },
    { messageId: 'x'.repeat(121) },
  ]) {
    play = (reply, form) => reply.writeHead(201).end(answer([{ ...recipient(101, form.get('to') ?? ''), ...changed }]))
    await sms().send(noting)
  }
  expect(ids).toEqual(['ATPid_101'])
})

test('processed, sent and queued are sent; listed refusals are failed; any other state is unknown', async () => {
  for (const [state, outcome] of [
    [100, 'sent'],
    [101, 'sent'],
    [102, 'sent'],
    [401, 'unknown'],
    [402, 'failed'],
    [403, 'failed'],
    [404, 'failed'],
    [405, 'failed'],
    [406, 'failed'],
    [407, 'failed'],
    [409, 'failed'],
    [500, 'unknown'],
    [501, 'unknown'],
    [502, 'failed'],
    [599, 'unknown'],
  ] as const) {
    play = (reply, form) => reply.writeHead(201).end(answer([recipient(state, form.get('to') ?? '')]))
    expect([state, await send()]).toEqual([state, outcome])
  }
})

test('an answer without the recipient, or with another one, is a failure', async () => {
  play = (reply) => reply.writeHead(201).end(answer([]))
  expect(await send()).toBe('failed')
  play = (reply) => reply.writeHead(201).end(answer([recipient(101, '+254700000001')]))
  expect(await send()).toBe('failed')
})

test('the message of an answer without recipients is the error', async () => {
  const warnings: unknown[] = []
  const log = openLog('silent')
  log.warn = ((facts: unknown) => void warnings.push(facts)) as typeof log.warn
  play = (reply) => reply.writeHead(201).end(JSON.stringify(recorded.bodies['no recipients']))
  expect(await send({ log })).toBe('failed')
  expect(warnings).toMatchObject([{ outcome: 'failed', cause: 'InvalidSenderId' }])
})

test('a recipient listed twice counts once', async () => {
  play = (reply, form) => {
    const one = recipient(101, form.get('to') ?? '')
    reply.writeHead(201).end(answer([one, one]))
  }
  expect(await send()).toBe('sent')
  expect(requests).toHaveLength(1)
})

test('an unreadable response is unknown', async () => {
  const bodies = [
    '',
    'Queued',
    '{"SMSMessageData":',
    '{"SMSMessageData":{}}',
    `${answer([])}${answer([])}`,
    `"${'x'.repeat(100_000)}"`,
  ]
  for (const body of bodies) {
    play = (reply) => reply.writeHead(201).end(body)
    expect([body.slice(0, 20), await send()]).toEqual([body.slice(0, 20), 'unknown'])
  }
})

test('a refusal is failed, a fault of the provider is unknown, and neither is retried', async () => {
  for (const [status, outcome] of [
    [400, 'failed'],
    [401, 'failed'],
    [429, 'failed'],
    [500, 'unknown'],
    [503, 'unknown'],
  ] as const) {
    requests = []
    play = (reply) => reply.writeHead(status).end('The supplied authentication is invalid')
    expect([status, await send()]).toEqual([status, outcome])
    expect(requests).toHaveLength(1)
  }
})

test('a lost, truncated or late response is unknown within the timeout', async () => {
  const late: Play[] = [() => undefined, (reply) => void reply.writeHead(201).write('{')]
  const lost: Play[] = [
    (reply) => reply.destroy(),
    (reply) => {
      reply.writeHead(201, { 'content-length': '500' })
      reply.write('{"SMSMessageData"')
      reply.destroy()
    },
  ]
  for (const fault of [...late, ...lost]) {
    play = fault
    expect(await send(late.includes(fault) ? { timeoutMs: 400 } : {})).toBe('unknown')
  }
})

test('without a listening server the message was certainly not sent', async () => {
  const gone = createServer()
  await new Promise<void>((ready) => gone.listen(0, '127.0.0.1', ready))
  const { port } = gone.address() as AddressInfo
  await new Promise((closed) => gone.close(closed))
  expect(await send({ url: `http://127.0.0.1:${port}` })).toBe('failed')
})

test('a redirect is not followed with the key', async () => {
  play = (reply) => reply.writeHead(302, { location: `${url}/elsewhere` }).end()
  expect(await send()).not.toBe('sent')
  expect(requests).toHaveLength(1)
})
