import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { realClock } from '#platform/clock'
import { openLog } from '#platform/log'
import { openHttpStub, type HttpStub } from '#testing/http-stub'
import type { CheckCase } from './kyc-ports.ts'
import { openSmileId } from './smile-id.ts'

type Asked = { timestamp: string; signature: string; partner_params: { job_id: string } } & Record<string, unknown>
type Play = (reply: ServerResponse, asked: Asked) => void

const key = 'key-1'
const signed = (timestamp: string, by = key) =>
  createHmac('sha256', by).update(`${timestamp}2345sid_request`).digest('base64')

let stub: HttpStub
let asked: Asked[] = []
let play: Play

beforeAll(async () => {
  stub = await openHttpStub((request, reply) => {
    void text(request).then((body) => {
      const read = JSON.parse(body) as Asked
      asked.push({ ...read, path: request.url })
      // As the provider does: a wrong signature, and a job's id that it has had, are refused.
      const jobs = asked.filter(({ partner_params }) => partner_params.job_id === read.partner_params.job_id)
      if (read.signature !== signed(read.timestamp)) return refuse(reply, 401, '2205')
      return jobs.length > 1 ? refuse(reply, 400, '2215') : play(reply, read)
    })
  })
})
afterAll(() => stub.close())
beforeEach(() => {
  asked = []
  play = answering('1020', exact)
})

const refuse = (reply: ServerResponse, status: number, code: string) =>
  void reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: 'refused', code }))
const exact = { Verify_ID_Number: 'Verified', Names: 'Exact Match', DOB: 'Exact Match', Phone_Number: 'Exact Match' }

function answering(
  code: string,
  actions: object,
  { by = key, job, user, number }: { by?: string; job?: string; user?: string; number?: string } = {},
): Play {
  return (reply, { partner_params: params, id_number: given }) => {
    const timestamp = '2026-11-29T08:00:00.000Z'
    const body = {
      ...{ JSONVersion: '1.0.0', SmileJobID: '0000001897', ResultType: 'ID Verification', IsFinalResult: 'true' },
      ...{ ResultCode: code, ResultText: `text of ${code}`, Actions: actions },
      PartnerParams: { ...params, job_id: job ?? params.job_id, ...(user && { user_id: user }) },
      IDNumber: number ?? given,
      ...{ timestamp, signature: signed(timestamp, by) },
    }
    reply.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  }
}

const person: CheckCase = {
  ...{ id: 7n, attempt: 1, bettor: 9n, msisdn: '254712345678', kind: 'national_id', number: '12345678' },
  ...{ name: 'Asha Njeri Wanjiru', dateOfBirth: '1990-05-01', pictures: [], picture: async () => undefined },
}
const source = (changes: object = {}) =>
  openSmileId({
    ...{ url: stub.url, partnerId: '2345', apiKey: key, country: 'KE', clock: realClock, log: openLog('silent') },
    ...{ timeoutMs: 60_000, ...changes },
  })

test('a person is asked for in the provider’s format, signed, and passes if number, name and birthday match', async () => {
  expect(await source().submit(person)).toEqual({
    is: 'passed',
    said: {
      ...{ source: 'Smile ID', code: '1020', text: 'text of 1020' },
      fields: ['number', 'name', 'birthday', 'phone'].map((field) => ({ field, match: 'yes' })),
    },
  })
  expect(asked).toEqual([
    expect.objectContaining({
      ...{ path: '/v2/verify', partner_id: '2345', source_sdk: 'rest_api', country: 'KE' },
      ...{ id_type: 'NATIONAL_ID_NO_PHOTO', id_number: '12345678', dob: '1990-05-01', phone_number: '+254712345678' },
      ...{ first_name: 'Asha', middle_name: 'Njeri', last_name: 'Wanjiru' },
      partner_params: { job_id: 'check-7-1', user_id: 'bettor-9', job_type: 5 },
    }),
  ])
})

test.each([
  [
    'names in another order and another phone',
    '1021',
    { ...exact, Names: 'Transposed', Phone_Number: 'No Match' },
    'passed',
  ],
  ['a part of the name', '1021', { ...exact, Names: 'Partial Match' }, 'manual'],
  ['another birthday', '1021', { ...exact, DOB: 'No Match' }, 'manual'],
  ['a birthday that the authority does not have', '1021', { ...exact, DOB: 'Not Provided' }, 'manual'],
  ['a number that was not verified', '1020', { ...exact, Verify_ID_Number: 'Not Verified' }, 'manual'],
  ['a code of no match beside matching details', '1022', exact, 'manual'],
  ['a number that is not found', '1013', { Verify_ID_Number: 'Not Verified' }, 'manual'],
  ['no record', '1023', {}, 'manual'],
  ['a valid number without details', '1012', { Verify_ID_Number: 'Verified' }, 'manual'],
  ['a number of another form', '1014', {}, 'manual'],
  ['an authority that is down', '1015', exact, 'unknown'],
  ['a product that is not activated', '1016', exact, 'unknown'],
  ['a code that nobody knows', '0001', exact, 'unknown'],
])('%s', async (_name, code, actions, is) => {
  play = answering(code, actions)
  expect((await source().submit(person)).is).toBe(is)
})

test.each<[string, Play]>([
  ['an answer signed by another key', answering('1020', exact, { by: 'another' })],
  ['an answer about another job', answering('1020', exact, { job: 'check-8-1' })],
  ['an answer about another person', answering('1020', exact, { user: 'bettor-8' })],
  ['an answer about another number', answering('1020', exact, { number: '12345679' })],
  ['an answer without a signature', (reply) => void reply.end(JSON.stringify({ ResultCode: '1020', Actions: exact }))],
  ['a page instead of an answer', (reply) => void reply.end('<html>busy</html>')],
  ['an endless answer', (reply) => void reply.end('x'.repeat(100_000))],
  ['an error of the server', (reply) => refuse(reply, 500, '2100')],
  ['a refusal', (reply) => refuse(reply, 400, '2213')],
  ['a redirect', (reply) => void reply.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
  ['a connection that ends', (reply) => void reply.destroy()],
])('%s confirms nobody and is asked again', async (_name, given) => {
  play = given
  expect(await source().submit(person)).toEqual({ is: 'unknown' })
})

test('a slow source is left after the time-out', async () => {
  play = () => undefined
  expect(await source({ timeoutMs: 20 }).submit(person)).toEqual({ is: 'unknown' })
})

test('our wrong key, and a job that the provider has had, confirm nobody; the next attempt is another job', async () => {
  expect(await source({ apiKey: 'wrong' }).submit(person)).toEqual({ is: 'unknown' })
  expect(await source().submit(person)).toEqual({ is: 'unknown' })
  expect((await source().submit({ ...person, attempt: 2 })).is).toBe('passed')
})

test('nothing about the person is logged', async () => {
  const lines: string[] = []
  const log = openLog('trace', { write: (line) => lines.push(line) })
  play = (reply) => refuse(reply, 400, '2213')
  await source({ log }).submit(person)
  expect(lines.join('')).toContain('2213')
  expect(lines.join('')).not.toMatch(/12345678|Asha|1990|key-1/)
})
