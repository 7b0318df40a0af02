import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operator } from '@nare/contract/operator'
import { sql } from 'kysely'
import { testApp, type TestApp } from '#testing/app'

const token = 'operator-token-of-a-test'
let nare: TestApp

beforeAll(async () => {
  nare = await testApp({ OPERATORS: `asha:${createHash('sha256').update(token).digest('hex')}` })
  await nare.app.app.listen({ port: 0, host: '127.0.0.1' })
  await nare.app.payments.register()
})
afterAll(() => nare.close())

const metrics = async () => (await nare.app.app.inject({ method: 'GET', url: '/metrics' })).body
const reason = 'The password of the initiator was renewed'

test('operators see faults of the set-up and the addresses for portals, end a fault, and that is logged', async () => {
  await sql`
    insert into payments.provider_fault (provider, part, code, first_at, last_at)
    values ('mpesa', 'payouts', '8006', platform.now(), platform.now())`.execute(nare.base.db)
  const listed = await nare.call(operator.providers, {}, token)
  const [mpesa, airtel] = listed.body.data
  expect(mpesa).toMatchObject({
    provider: 'mpesa',
    payouts_stopped: true,
    faults: [{ part: 'payouts', code: '8006', times: 1 }],
    paybill: { registered: true },
  })
  expect(airtel).toMatchObject({ provider: 'airtel', payouts_stopped: false, faults: [], paybill: null })
  expect(airtel?.callback_url).toMatch(/\/cb\/[0-9a-f]{32}$/)
  expect(await metrics()).toContain('nare_provider_faults{provider="mpesa",part="payouts"} 1')

  const ended = await nare.call(operator.resumeProvider, { provider: 'mpesa', reason }, token)
  expect(ended).toMatchObject({ status: 200, body: { state: 'ended' } })
  expect((await nare.call(operator.resumeProvider, { provider: 'mpesa', reason }, token)).status).toBe(404)
  expect(await metrics()).not.toContain('nare_provider_faults{')
  const log = await nare.call(operator.audit, { action: 'provider.resume' }, token)
  expect(log.body.data.map(({ operator: by, outcome }) => [by, outcome])).toEqual([
    ['asha', 'not_found'],
    ['asha', 'ended'],
  ])
})

test('only operators may see or end a fault', async () => {
  expect((await nare.call(operator.providers, {})).status).toBe(401)
  expect((await nare.call(operator.resumeProvider, { provider: 'mpesa', reason })).status).toBe(401)
})
