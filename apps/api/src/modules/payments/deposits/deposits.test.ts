import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { exclude } from '#modules/protection/protection'
import { transact } from '#platform/db'
import { random } from '#platform/random'
import { hashOfKey } from '../addresses/keys.ts'
import { openWorld, prompted, someone, type World } from '../testing/payments-world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  await world.proven()
  await world.close()
})

test('a deposit approved on the phone is credited once, less its tax', async () => {
  const { bettor, id } = await prompted(world)
  await world.answer(bettor)
  expect(await world.balance(bettor)).toBe('1095.00')
  const paid = await world.paymentOf(bettor, id)
  expect(paid).toMatchObject({ status: 'succeeded', amount: '100.00', tax: '5.00', net: '95.00', reason: null })
  expect(paid.receipt).toMatch(/^S/)
  const confirmed = await world.post('/v1/deposit-confirmation', { deposit_id: id }, bettor)
  expect(confirmed.body).toMatchObject({ success: true, status: 'succeeded', balance: '1095.00' })
  const byReceipt = await world.post('/v1/deposit-confirmation', { receipt: paid.receipt }, bettor)
  expect(byReceipt.body).toMatchObject({ success: true, status: 'succeeded' })
})

test('a deposit stores its marketing source, and null without one', async () => {
  const attributionOf = async (more: object) => {
    const bettor = await someone(world)
    const sent = await world.post('/stk/deposit', { id: random.uuid(), amount: '100', ...more }, bettor)
    const { rows } = await sql<{ attribution: string | null }>`
      select attribution from payments.deposit where id = ${String(sent.body['deposit_id'])}::bigint`.execute(
      world.base.db,
    )
    return rows[0]?.attribution
  }
  expect(await attributionOf({ utm_source: 'radio', btag: 'b7' })).toBe('{"utm_source":"radio","btag":"b7"}')
  expect(await attributionOf({})).toBeNull()
})

test.each([
  ['cancel', 'cancelled'],
  ['wrong_pin', 'wrong_pin'],
  ['no_funds', 'no_funds'],
  ['ignore', 'no_answer'],
] as const)('a prompt answered with %s fails as %s and credits nothing', async (action, reason) => {
  const { bettor, id } = await prompted(world)
  await world.answer(bettor, action)
  expect(await world.paymentOf(bettor, id)).toMatchObject({ status: 'failed', reason: { code: reason } })
  expect(await world.balance(bettor)).toBe('1000.00')
})

test('a deposit whose callback was lost is credited by the poller, without a receipt', async () => {
  const { bettor, id } = await prompted(world)
  await world.fault('callback_lost')
  await world.answer(bettor)
  expect(await world.paymentOf(bettor, id)).toMatchObject({ status: 'pending' })
  await world.pass(11)
  expect(await world.paymentOf(bettor, id)).toMatchObject({ status: 'succeeded', receipt: null })
  expect(await world.balance(bettor)).toBe('1095.00')
})

test('a deposit whose callback was lost is credited by the confirmation call too', async () => {
  const { bettor, id } = await prompted(world)
  await world.fault('callback_lost')
  await world.answer(bettor)
  const confirmed = await world.post('/v1/deposit-confirmation', { deposit_id: id }, bettor)
  expect(confirmed.body).toMatchObject({ success: true, status: 'succeeded', balance: '1095.00' })
})

test('a repeated callback credits the deposit once', async () => {
  const { bettor } = await prompted(world)
  await world.fault('callback_doubled')
  await world.answer(bettor)
  expect(await world.balance(bettor)).toBe('1095.00')
})

test('a callback that arrives after the poller has credited the deposit only adds the receipt', async () => {
  const { bettor, id } = await prompted(world)
  await world.fault('callback_late')
  await world.answer(bettor)
  await world.pass(11)
  expect(await world.paymentOf(bettor, id)).toMatchObject({ status: 'succeeded', receipt: null })
  await world.fakes.flush()
  await world.quiet()
  expect((await world.paymentOf(bettor, id)).receipt).toMatch(/^S/)
  expect(await world.balance(bettor)).toBe('1095.00')
})

test('a callback that arrives before the answer to the submission credits the deposit once', async () => {
  await world.fault('callback_first')
  const { bettor, id } = await prompted(world)
  await world.quiet()
  expect(await world.paymentOf(bettor, id)).toMatchObject({ status: 'succeeded' })
  expect(await world.balance(bettor)).toBe('1095.00')
})

test('a callback with a wrong amount is not trusted: its receipt is queried, and the provider’s answer counts', async () => {
  const { bettor, id } = await prompted(world)
  await world.fault('wrong_amount')
  await world.answer(bettor)
  await world.quiet()
  expect(await world.paymentOf(bettor, id)).toMatchObject({ status: 'succeeded', amount: '100.00' })
  expect(await world.balance(bettor)).toBe('1095.00')
})

test('a provider that answers 500.001.1001 leaves the deposit pending until it answers', async () => {
  const { bettor, id } = await prompted(world)
  await world.fault('no_answer', 2)
  await world.answer(bettor)
  expect(await world.paymentOf(bettor, id)).toMatchObject({ status: 'pending' })
  await world.pass(11)
  await world.pass(10)
  expect(await world.balance(bettor)).toBe('1095.00')
})

test('a provider that is still processing, 4999, leaves the deposit pending until it is done', async () => {
  const { bettor, id } = await prompted(world)
  await world.fault('still_processing', 2)
  await world.answer(bettor)
  expect(await world.paymentOf(bettor, id)).toMatchObject({ status: 'pending' })
  await world.pass(11)
  expect(await world.balance(bettor)).toBe('1095.00')
})

test('an expired token is renewed and the call is repeated once', async () => {
  await world.fault('token_expired')
  const { bettor } = await prompted(world)
  await world.answer(bettor)
  expect(await world.balance(bettor)).toBe('1095.00')
})

test('a deposit whose submission got no answer is credited by the callback to its own address', async () => {
  await world.fault('time_out')
  const { bettor, id } = await prompted(world)
  expect(await world.paymentOf(bettor, id)).toMatchObject({ status: 'pending' })
  await world.answer(bettor)
  expect(await world.paymentOf(bettor, id)).toMatchObject({ status: 'succeeded' })
  expect(await world.balance(bettor)).toBe('1095.00')
})

test('a refused submission fails and is not queried', async () => {
  await world.fault('refused')
  const { bettor, id } = await prompted(world)
  expect(await world.paymentOf(bettor, id)).toMatchObject({ status: 'failed', reason: { code: 'provider_refused' } })
})

test('after three minutes without an answer a deposit is unknown, is still queried, and can succeed', async () => {
  const { bettor, id } = await prompted(world)
  for (let n = 0; n < 4; n++) await world.pass(61)
  expect(await world.paymentOf(bettor, id)).toMatchObject({ status: 'unknown' })
  await world.fault('callback_lost')
  await world.answer(bettor)
  await world.pass(400)
  expect(await world.paymentOf(bettor, id)).toMatchObject({ status: 'succeeded' })
  expect(await world.balance(bettor)).toBe('1095.00')
})

test('a deposit without an answer or a callback is credited when an operator enters its receipt', async () => {
  await world.fault('time_out')
  const { bettor, id } = await prompted(world)
  await world.fault('callback_lost')
  await world.answer(bettor)
  for (let n = 0; n < 4; n++) await world.pass(61)
  expect(await world.paymentOf(bettor, id)).toMatchObject({ status: 'unknown' })
  const { movements } = await world.fakes.books('mpesa')
  const receipt = movements.find((movement) => movement.msisdn === bettor.msisdn)?.receipt ?? ''
  const { operator } = world.payments()
  expect((await operator.nameReceipt({ deposit: BigInt(id), receipt })).ok).toBe(true)
  await world.quiet()
  expect(await world.paymentOf(bettor, id)).toMatchObject({ status: 'succeeded', receipt })
  expect(await world.balance(bettor)).toBe('1095.00')
  const second = await prompted(world)
  expect(await operator.nameReceipt({ deposit: BigInt(second.id), receipt })).toMatchObject({ code: 'not_found' })
})

test('an unmatched payment cannot be credited to another bettor as the receipt of a prompt of the same amount', async () => {
  const bettor = await someone(world)
  const key = new URL(await world.payments().callbackAddress('mpesa')).pathname
  const stray = { TransID: 'STRAY00002', TransAmount: '450.00', BillRefNumber: 'MISTYPED', MSISDN: '25471****000' }
  expect((await world.post(key, stray, bettor)).status).toBe(200)
  await world.quiet()
  const { id } = await prompted(world, '450')
  const { operator } = world.payments()
  expect(await operator.nameReceipt({ deposit: BigInt(id), receipt: 'STRAY00002' })).toMatchObject({
    code: 'not_allowed',
  })
})

test('a deposit that failed becomes a success when its receipt is proven', async () => {
  const { bettor, id } = await prompted(world)
  await world.answer(bettor, 'cancel')
  const { reference } = await world.paymentOf(bettor, id)
  await world.fakes.pay({ msisdn: bettor.msisdn, account: reference, amount: 100 })
  await world.quiet()
  expect(await world.paymentOf(bettor, id)).toMatchObject({ status: 'succeeded' })
  expect(await world.balance(bettor)).toBe('1095.00')
})

test('a hundred equal concurrent callbacks credit the deposit once', async () => {
  const { bettor, id } = await prompted(world)
  await world.fault('callback_lost')
  await world.answer(bettor)
  const path = world.callbackPath('prompt', id)
  const prompt = (await world.fakes.books('mpesa')).prompts.find((prompt) => prompt.msisdn === bettor.msisdn)
  const metadata = {
    Item: [{ Name: 'Amount', Value: 100 }, { Name: 'MpesaReceiptNumber', Value: prompt?.receipt }, { Name: 'Balance' }],
  }
  const stkCallback = { CheckoutRequestID: prompt?.id, ResultCode: 0, ResultDesc: 'ok', CallbackMetadata: metadata }
  const body = { Body: { stkCallback } }
  const replies = await Promise.all(Array.from({ length: 100 }, () => world.post(path, body, bettor)))
  expect(replies.every((reply) => reply.status === 200)).toBe(true)
  await world.quiet()
  expect(await world.balance(bettor)).toBe('1095.00')
  const stored = await sql<{ count: bigint }>`
    select count(*) from payments.callback where key = ${hashOfKey(path.slice('/cb/'.length))} and processed_at is not null`.execute(
    world.base.db,
  )
  expect(stored.rows[0]?.count).toBe(100n)
})

test('a forged callback credits nothing: the provider is queried', async () => {
  const { bettor, id } = await prompted(world)
  const path = world.callbackPath('prompt', id)
  const metadata = {
    Item: [
      { Name: 'Amount', Value: 100 },
      { Name: 'MpesaReceiptNumber', Value: 'FORGED1234' },
    ],
  }
  const stkCallback = { CheckoutRequestID: 'ws_CO_forged', ResultCode: 0, CallbackMetadata: metadata }
  expect((await world.post(path, { Body: { stkCallback } }, bettor)).status).toBe(200)
  await world.quiet()
  await world.pass(11)
  expect(await world.balance(bettor)).toBe('1000.00')
  expect((await world.post(`/cb/${'0'.repeat(32)}`, {}, bettor)).status).toBe(404)
})

test('a hundred concurrent requests with one id make one deposit, and all get the same answer', async () => {
  const bettor = await someone(world)
  const id = random.uuid()
  const responses = await Promise.all(Array.from({ length: 100 }, () => world.deposit(bettor, '50', { id })))
  await world.payments().settled()
  expect(new Set(responses.map((response) => JSON.stringify(response.body))).size).toBe(1)
  expect(await world.fakes.prompts(bettor.msisdn)).toHaveLength(1)
  expect((await world.deposit(bettor, '60', { id })).body).toMatchObject({ code: 'id_reused' })
  expect((await world.paymentOf(bettor, id)).payment_id).toBe(responses[0]?.body.deposit_id)
})

test.each([
  ['100.50', 'whole shillings'],
  ['5', 'Minimum'],
  ['300000', 'Maximum'],
])('a deposit of %s is refused at its amount', async (amount, message) => {
  const refused = await world.deposit(await someone(world), amount)
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  expect(refused.body.fields.amount).toContain(message)
})

test('deposits and withdrawals need a verified phone', async () => {
  const [bettor] = await world.bettors(1, 1000, false)
  if (!bettor) throw new Error('no bettor was seeded')
  expect(await world.deposit(bettor, '100')).toMatchObject({ status: 403, body: { code: 'not_verified' } })
  expect(await world.withdraw(bettor, '100')).toMatchObject({ status: 403, body: { code: 'not_verified' } })
})

test('an excluded bettor cannot deposit and can withdraw', async () => {
  const bettor = await someone(world)
  await transact(world.base.db, (tx) => exclude(tx, { bettor: bettor.id, period: '24h', seconds: 86_400 }))
  expect(await world.deposit(bettor, '100')).toMatchObject({ status: 403, body: { code: 'self_excluded' } })
  expect((await world.withdraw(bettor, '100')).status).toBe(200)
})

test('a payment is visible to its bettor only', async () => {
  const { id } = await prompted(world)
  const other = await someone(world)
  expect((await world.get(`/v1/payments/${id}`, other)).status).toBe(404)
  expect((await world.post('/v1/deposit-confirmation', { deposit_id: id }, other)).status).toBe(404)
  expect((await world.post('/v1/deposit-confirmation', {}, other)).body.code).toBe('invalid_input')
})
