import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operator } from '@nare/contract/operator'
import { payments } from '@nare/contract/payments'
import { random } from '#platform/random'
import { sql } from 'kysely'
import { testApp, type TestApp } from '#testing/app'
import { callbackPath } from '../testing/payments-proof.ts'

const asha = 'the-token-of-asha'
let nare: TestApp

beforeAll(async () => {
  nare = await testApp({
    CALLBACK_ADDRESSES: '196.201.212.0/24',
    TRUST_PROXY: '127.0.0.1',
    OPERATORS: `asha:${createHash('sha256').update(asha).digest('hex')}`,
  })
  await nare.app.payments.register()
})
afterAll(() => nare.close())

async function called(from: string, proxied?: string): Promise<number> {
  const reply = await nare.app.app.inject({
    method: 'POST',
    url: callbackPath('paybill', ''),
    remoteAddress: from,
    headers: proxied === undefined ? {} : { 'x-forwarded-for': proxied },
    payload: '{}',
  })
  return reply.statusCode
}

test('a callback is accepted from the provider’s addresses only, as the trusted proxy reports them', async () => {
  expect(await called('196.201.212.69')).toBe(200)
  expect(await called('41.90.0.1')).toBe(404)
  expect(await called('127.0.0.1', '196.201.212.69')).toBe(200)
  expect(await called('127.0.0.1', '196.201.212.69:4711')).toBe(200)
  expect(await called('127.0.0.1', '41.90.0.1')).toBe(404)
  // Only a trusted proxy can report the address of another client.
  expect(await called('41.90.0.1', '196.201.212.69')).toBe(404)
})

test('an operator ends a deposit of unknown status once, with a reason in the audit log', async () => {
  const bettor = await nare.bettor()
  const requested = await nare.call(payments.deposit, { id: random.uuid(), amount: '100' }, bettor.token)
  await nare.app.payments.settled()
  const id = requested.body.deposit_id
  const end = () => nare.call(operator.endDeposit, { id, reason: 'Not in the statement of today' }, asha)
  expect((await end()).status).toBe(404)
  await sql`update payments.deposit set state = 'unknown' where id = ${id}::bigint`.execute(nare.base.db)
  expect((await nare.call(operator.endDeposit, { id, reason: 'x' }, asha)).status).toBe(400)
  expect(await end()).toMatchObject({ status: 200, body: { state: 'failed' } })
  expect((await end()).status).toBe(404)
  const seen = await nare.call(payments.payment, { id }, bettor.token)
  expect(seen.body.data).toMatchObject({ status: 'failed', reason: { code: 'ended_by_us' } })
  const { body } = await nare.call(operator.audit, { action: 'deposit.fail', page: 1, limit: 10 }, asha)
  expect(body.data.map(({ subject, outcome }) => [subject, outcome])).toContainEqual([`deposit ${id}`, 'failed'])
  expect((await nare.call(operator.giveBack, { id, msisdn: '0712345678', reason: 'Whose is it' }, asha)).status).toBe(
    404,
  )
})
