import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openProviders } from '#sandbox/payments/providers'
import { decideNow } from '../testing/decide-now.ts'
import { openWorld, prompted, someone, type World } from '../testing/payments-world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
  await world.fakes.callbacksTo('airtel', await world.payments().callbackAddress('airtel'))
})
afterAll(async () => {
  await world.proven()
  await world.close()
})

test('a payment to the paybill with a phone number as account is credited, less its tax', async () => {
  const bettor = await someone(world)
  const receipt = await world.fakes.pay({ msisdn: '254711000000', account: `0${bettor.msisdn.slice(3)}`, amount: 200 })
  await world.quiet()
  expect(await world.balance(bettor)).toBe('1190.00')
  const confirmed = await world.post('/v1/deposit-confirmation', { receipt }, bettor)
  expect(confirmed.body).toMatchObject({ success: true, status: 'succeeded' })
})

test('a payment to an unknown account is refused by validation', async () => {
  expect(await world.fakes.pay({ msisdn: '254711000000', account: '0799999999', amount: 200 })).toBeUndefined()
  expect(
    await world.fakes.pay({ msisdn: '254711000000', account: (await someone(world)).msisdn, amount: 5 }),
  ).toBeUndefined()
})

test('a sandbox that was restarted still asks and tells the platform about payments to the paybill', async () => {
  const restarted = openProviders({ inside: true })
  const unknown = { msisdn: '254711000000', account: '0799999999', amount: 200 }
  expect(await restarted.pay(unknown)).toBeDefined()
  const [mpesa] = (await world.payments().operator.providers()).filter(({ provider }) => provider === 'mpesa')
  if (!mpesa?.paybill) throw new Error('M-Pesa has a paybill')
  await restarted.rememberPaybill(mpesa.paybill)
  expect(await restarted.pay(unknown)).toBeUndefined()
  await restarted.close()
})

test('a payment to the account of an unverified number is refused by validation', async () => {
  const [bettor] = await world.bettors(1, 1, false)
  const asked = { TransID: 'VALIDATION', TransAmount: '200.00', BillRefNumber: bettor?.msisdn }
  const path = world.callbackPath('paybill_check', '')
  const answer = await world.post(path, asked, await someone(world))
  expect(answer.body).toMatchObject({ ResultCode: 'C2B00016' })
})

test('validation refuses a payment to the M-Pesa paybill with the reference of an Airtel Money prompt', async () => {
  const bettor = await someone(world)
  const requested = await world.deposit(bettor, '100', { provider: 'airtel' })
  const { reference } = await world.paymentOf(bettor, requested.body.deposit_id)
  const input = { TransID: 'VALIDATION', TransAmount: '100.00', BillRefNumber: reference }
  const answer = await world.post(world.callbackPath('paybill_check', ''), input, bettor)
  expect(answer.body).toMatchObject({ ResultCode: 'C2B00012' })
})

test('a confirmation with an unknown account waits in the list until an operator assigns it', async () => {
  const bettor = await someone(world)
  const key = new URL(await world.payments().callbackAddress('mpesa')).pathname
  const receipt = await world.fakes.pay({ msisdn: '254711000000', account: bettor.msisdn, amount: 100 })
  await world.quiet()
  expect(receipt).toBeDefined()
  const stray = { TransID: 'STRAY00001', TransAmount: '300.00', BillRefNumber: 'MISTYPED', MSISDN: '25471****000' }
  expect((await world.post(key, stray, bettor)).status).toBe(200)
  await world.quiet()
  expect(
    (await world.payments().operator.unmatched({}, { page: 1, limit: 50 })).rows.map((row) => [
      row.receipt,
      row.amount,
    ]),
  ).toEqual([['STRAY00001', 30_000n]])
  const input = { provider: 'mpesa', receipt: 'STRAY00001', bettor: bettor.id, operator: 'amina' } as const
  const { assignment } = world.payments().operator.decisions
  const assign = () => decideNow(world.base.db, assignment, input)
  expect((await assign()).ok).toBe(true)
  expect(await assign()).toMatchObject({ code: 'not_found' })
  await world.quiet()
  expect((await world.payments().operator.unmatched({}, { page: 1, limit: 50 })).rows).toEqual([])
  expect(await world.balance(bettor)).toBe('1095.00')
})

test('a repeated confirmation of an unmatched payment is recorded as unmatched', async () => {
  const bettor = await someone(world)
  const path = new URL(await world.payments().callbackAddress('mpesa')).pathname
  const repeated = { TransID: 'STRAY00002', TransAmount: '300.00', BillRefNumber: 'MISTYPED' }
  for (let n = 0; n < 2; n++) {
    await world.post(path, repeated, bettor)
    await world.quiet()
  }
  const { rows } = await sql<{ outcome: string }>`
    select outcome from payments.callback where body like '%STRAY00002%'`.execute(world.base.db)
  expect(rows.map(({ outcome }) => outcome)).toEqual(['unmatched', 'unmatched'])
})

test('a confirmation whose receipt the provider does not confirm is never credited', async () => {
  const bettor = await someone(world)
  const key = new URL(await world.payments().callbackAddress('mpesa')).pathname
  await world.post(key, { TransID: 'FORGED0001', TransAmount: '900.00', BillRefNumber: bettor.msisdn }, bettor)
  await world.quiet()
  await world.pass(3600)
  expect(await world.balance(bettor)).toBe('1000.00')
})

test('paying again by hand with the reference of an earlier prompt is a second deposit', async () => {
  const { bettor, id } = await prompted(world)
  await world.answer(bettor)
  const { reference } = await world.paymentOf(bettor, id)
  await world.fakes.pay({ msisdn: bettor.msisdn, account: reference, amount: 100 })
  await world.quiet()
  await world.pass(11)
  expect(await world.balance(bettor)).toBe('1190.00')
})

test.each([
  ['approved', 'approve', '1190.00'],
  ['cancelled', 'cancel', '1095.00'],
] as const)(
  'a payment by hand with the reference of a prompt is credited although the prompt is %s afterwards',
  async (_, action, sum) => {
    const { bettor, id } = await prompted(world)
    const { reference } = await world.paymentOf(bettor, id)
    await world.fakes.pay({ msisdn: bettor.msisdn, account: reference, amount: 100 })
    await world.quiet()
    await world.answer(bettor, action)
    for (const seconds of [11, 20, 60, 300]) await world.pass(seconds)
    expect(await world.balance(bettor)).toBe(sum)
  },
)

test('a prompt that is only known from the paybill for a while is credited once, though its status is known much later', async () => {
  const { bettor, id } = await prompted(world)
  await world.fault('callback_lost')
  await world.fault('still_processing', 8)
  await world.answer(bettor)
  for (let n = 0; n < 4; n++) await world.pass(61)
  expect(await world.paymentOf(bettor, id)).toMatchObject({ status: 'unknown' })
  const { reference } = await world.paymentOf(bettor, id)
  const { movements } = await world.fakes.books('mpesa')
  const receipt = movements.find((movement) => movement.msisdn === bettor.msisdn)?.receipt
  const path = new URL(await world.payments().callbackAddress('mpesa')).pathname
  await world.post(path, { TransID: receipt, TransAmount: '100.00', BillRefNumber: reference }, bettor)
  await world.quiet()
  for (const seconds of [11, 300, 400, 400, 400, 4000]) await world.pass(seconds)
  expect(await world.paymentOf(bettor, id)).toMatchObject({ status: 'succeeded', receipt })
  expect(await world.balance(bettor)).toBe('1095.00')
})

test('two payments by hand with the reference of a prompt are both credited when it is cancelled', async () => {
  const { bettor, id } = await prompted(world)
  const { reference } = await world.paymentOf(bettor, id)
  await world.fakes.pay({ msisdn: bettor.msisdn, account: reference, amount: 100 })
  await world.fakes.pay({ msisdn: bettor.msisdn, account: reference, amount: 100 })
  await world.quiet()
  await world.answer(bettor, 'cancel')
  for (const seconds of [11, 20, 60, 300]) await world.pass(seconds)
  expect(await world.balance(bettor)).toBe('1190.00')
})

test('a deposit by Airtel Money whose callback is repeated is credited once', async () => {
  const bettor = await someone(world)
  await world.fault('callback_doubled', 1, 'airtel')
  const requested = await world.deposit(bettor, '100', { provider: 'airtel' })
  await world.answer(bettor)
  expect(await world.balance(bettor)).toBe('1095.00')
  const paid = await world.paymentOf(bettor, requested.body.deposit_id)
  expect(paid).toMatchObject({ status: 'succeeded', provider: 'airtel' })
})

test.each(['callback_lost', 'time_out', 'no_answer', 'token_expired'] as const)(
  'a deposit by Airtel Money with %s is credited by a query with our own id',
  async (fault) => {
    const bettor = await someone(world)
    await world.fault(fault, 1, 'airtel')
    await world.deposit(bettor, '100', { provider: 'airtel' })
    await world.answer(bettor)
    await world.pass(181)
    expect(await world.balance(bettor)).toBe('1095.00')
  },
)

test('HTTP 200 without success is a refusal at Airtel Money', async () => {
  const bettor = await someone(world)
  await world.fault('refused', 1, 'airtel')
  const requested = await world.deposit(bettor, '100', { provider: 'airtel' })
  await world.payments().settled()
  expect(await world.paymentOf(bettor, requested.body.deposit_id)).toMatchObject({ status: 'failed' })
})

test('a withdrawal by Airtel Money is sent once and ends by its status', async () => {
  const bettor = await someone(world)
  await world.fault('time_out', 1, 'airtel')
  const requested = await world.withdraw(bettor, '100', { provider: 'airtel' })
  await world.quiet()
  expect(await world.paymentOf(bettor, requested.body.withdrawal_id)).toMatchObject({ status: 'sent' })
  await world.pass(179)
  expect(await world.paymentOf(bettor, requested.body.withdrawal_id)).toMatchObject({ status: 'sent' })
  await world.pass(2)
  expect(await world.paymentOf(bettor, requested.body.withdrawal_id)).toMatchObject({ status: 'done' })
  await world.fault('payout_failed', 1, 'airtel')
  await world.withdraw(bettor, '100', { provider: 'airtel' })
  await world.quiet()
  await world.pass(181)
  expect(await world.balance(bettor)).toBe('900.25')
})

test('an unknown provider is refused with its field name, for deposits and withdrawals', async () => {
  const bettor = await someone(world)
  for (const asked of [
    await world.deposit(bettor, '100', { provider: 'tkash' }),
    await world.withdraw(bettor, '100', { provider: 'tkash' }),
  ]) {
    expect(asked).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields: { provider: 'Provider must be one of mpesa, airtel, mixx' } },
    })
  }
})

const unstorable = { TransID: 'BROKEN0001', TransAmount: '20.00', BillRefNumber: 'NOBODYS' }
const openBodies = async () => {
  const { rows } = await sql<{ body: string }>`
    select body from payments.callback where processed_at is null`.execute(world.base.db)
  return rows.map(({ body }) => JSON.parse(body))
}

/** Makes the database reject the payment of `unstorable`. */
async function rejectUnstorable(): Promise<void> {
  const owner = new pg.Client(world.base.connection)
  await owner.connect()
  await owner.query(`alter table payments.paybill add constraint not_broken check (receipt <> '${unstorable.TransID}')`)
  await owner.end()
}

test('a confirmation that cannot be stored stays open, and confirmations received with it are processed', async () => {
  await rejectUnstorable()
  const bettor = await someone(world)
  const key = new URL(await world.payments().callbackAddress('mpesa')).pathname
  const forged = (n: number) => ({ TransID: `BESIDE000${n}`, TransAmount: '20.00', BillRefNumber: bettor.msisdn })
  await Promise.all([unstorable, forged(1), forged(2), forged(3)].map((body) => world.post(key, body, bettor)))
  await world.quiet()
  expect(await openBodies()).toEqual([unstorable])
})

test('callbacks that failed too often do not delay later ones', async () => {
  const bettor = await someone(world)
  await sql`
    insert into payments.callback (key, body, received_at, tries)
    select a.key_hash, ${JSON.stringify(unstorable)}, platform.now(), 20 from payments.address a, generate_series(1, 510)
    where a.provider = 'mpesa' and a.purpose = 'paybill'`.execute(world.base.db)
  await world.fakes.pay({ msisdn: bettor.msisdn, account: bettor.msisdn, amount: 200 })
  await world.quiet()
  expect(await world.balance(bettor)).toBe('1190.00')
})
