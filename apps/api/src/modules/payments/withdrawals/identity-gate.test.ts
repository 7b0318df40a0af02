import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHash } from 'node:crypto'
import { kyc } from '@nare/contract/kyc'
import { operator } from '@nare/contract/operator'
import { money } from '@nare/money/money'
import { random } from '#platform/random'
import { countryOf } from '#country/countries'
import { testApp, type TestApp } from '#testing/app'
import { jpegFile } from '#testing/pictures'
import { withdraw } from '#testing/withdraw'

const asha = 'the-token-of-asha'
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
let nare: TestApp
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nare-identity-gate-'))
  const payments = { ...countryOf('ke').payments, identityDayMax: money(100_000n) }
  nare = await testApp({ DATA_DIR: folder, OPERATORS: `asha:${hashOf(asha)}` }, { country: { payments } })
})
afterAll(async () => {
  await nare.close()
  await rm(folder, { recursive: true, force: true })
})

async function newBettor(): Promise<string> {
  return (await made()).token
}

async function made() {
  const bettor = await nare.bettor(10_000)
  return bettor
}

/** Submits documents. The sandbox confirms an even number and refuses an odd one. */
async function prove(token: string, number: string): Promise<string> {
  const front = jpegFile('a card').toString('base64')
  const sent = { id: random.uuid(), kind: 'national_id', number, name: 'Asha Wanjiru', front } as const
  return (await nare.call(kyc.checkIdentity, sent, token)).body.state
}

test('withdrawals above a daily sum need a confirmed identity', async () => {
  const token = await newBettor()
  expect((await withdraw(nare, token, '630')).body).toMatchObject({ net: '600.00' })
  const refused = await withdraw(nare, token, '630')
  expect(refused).toMatchObject({
    status: 403,
    body: {
      code: 'identity_required',
      wanted: false,
      identity_most: '1000.00',
      sent: '600.00',
      message: 'Please confirm your identity to withdraw more than 1000.00 within 24 hours',
    },
  })
  expect((await withdraw(nare, token, '420')).status).toBe(200)
  expect(await prove(token, '10000001')).toBe('failed')
  expect((await withdraw(nare, token, '630')).body['code']).toBe('identity_required')
  expect(await prove(token, '10000002')).toBe('passed')
  expect((await withdraw(nare, token, '630')).status).toBe(200)
})

test('twenty concurrent withdrawals do not exceed the daily sum before the identity is confirmed', async () => {
  const token = await newBettor()
  const responses = await Promise.all(Array.from({ length: 20 }, () => withdraw(nare, token, '210')))
  expect(responses.filter((response) => response.status === 200)).toHaveLength(5)
  expect(
    new Set(responses.filter((response) => response.status !== 200).map((response) => response.body['code'])),
  ).toEqual(new Set(['identity_required']))
})

test('a day later the daily sum is available again', async () => {
  const token = await newBettor()
  expect((await withdraw(nare, token, '1050')).status).toBe(200)
  expect((await withdraw(nare, token, '105')).status).toBe(403)
  await nare.app.clock.advance(86_401)
  expect((await withdraw(nare, token, '105')).status).toBe(200)
})

test('a bettor whose identity an operator requires withdraws nothing before it is confirmed', async () => {
  const { id, token } = await made()
  const want = (bettor: string) =>
    nare.call(operator.wantIdentity, { id: bettor, reason: 'two names, one phone' }, asha)
  expect((await want(id.toString())).body).toEqual({ state: 'wanted' })
  expect((await want(id.toString())).body).toEqual({ state: 'wanted' })
  expect((await want('999999999')).status).toBe(404)
  expect((await nare.call(kyc.identityCheck, {}, token)).body).toMatchObject({ state: 'none', wanted: true })
  expect(await withdraw(nare, token, '105')).toMatchObject({
    status: 403,
    body: {
      code: 'identity_required',
      wanted: true,
      message: 'Please confirm your identity before you withdraw',
    },
  })
  expect(await prove(token, '20000002')).toBe('passed')
  expect((await withdraw(nare, token, '105')).status).toBe(200)
})
