import { afterAll, beforeAll, expect, test } from 'vitest'
import { random } from '#platform/random'
import { decideNow } from '../testing/decide-now.ts'
import { secret } from '../testing/payments-proof.ts'
import { openWorld, someone, type World } from '../testing/payments-world.ts'
import type { Decision } from './decisions.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  await world.proven()
  await world.close()
})

async function paidTo(msisdn: string): Promise<number[]> {
  return (await world.fakes.books('mpesa')).movements
    .filter((movement) => movement.kind === 'out' && movement.msisdn === msisdn)
    .map((movement) => movement.amount)
}

const decide = (given: Decision) => decideNow(world.base.db, world.payments().operator.decisions.withdrawal, given)

test('a withdrawal is reserved immediately, sent to the bettor’s own number, and ended by the provider’s answer', async () => {
  const bettor = await someone(world)
  const tax = await world.ledger.houseBalance('tax:withholding')
  const requested = await world.withdraw(bettor, '100')
  expect(requested).toMatchObject({
    status: 200,
    body: { status: 'requested', net: '95.00', tax: '4.75', debited: '99.75', balance: '900.25' },
  })
  await world.quiet()
  expect(await world.paymentOf(bettor, requested.body.withdrawal_id)).toMatchObject({
    status: 'done',
    msisdn: bettor.msisdn,
  })
  expect(await paidTo(bettor.msisdn)).toEqual([95])
  expect(await world.ledger.houseBalance('transit:withdrawals')).toBe(0n)
  expect((await world.ledger.houseBalance('tax:withholding')) - tax).toBe(475n)
})

test('of fifty concurrent withdrawals against funds for ten, ten are sent', async () => {
  const [bettor] = await world.bettors(1, 1050)
  if (!bettor) throw new Error('nobody')
  const responses = await Promise.all(Array.from({ length: 50 }, () => world.withdraw(bettor, '105')))
  await world.quiet()
  expect(responses.filter((response) => response.status === 200)).toHaveLength(10)
  expect(responses.filter((response) => response.body.code === 'insufficient_funds')).toHaveLength(40)
  expect(await paidTo(bettor.msisdn)).toEqual(Array(10).fill(100))
  expect(await world.balance(bettor)).toBe('0.00')
})

test('a repeated command id makes one withdrawal; the same id with other content is refused', async () => {
  const bettor = await someone(world)
  const id = random.uuid()
  const responses = await Promise.all(Array.from({ length: 20 }, () => world.withdraw(bettor, '105', { id })))
  await world.quiet()
  expect(new Set(responses.map((response) => JSON.stringify(response.body))).size).toBe(1)
  expect(await paidTo(bettor.msisdn)).toEqual([100])
  expect((await world.withdraw(bettor, '210', { id })).body.code).toBe('id_reused')
})

test('a withdrawal without its signed envelope is refused', async () => {
  const refused = await world.post('/withdraw', { id: random.uuid(), amount: '100' }, await someone(world))
  expect(refused).toMatchObject({ status: 400, body: { code: 'bad_envelope' } })
})

test('a payout that fails returns everything that was reserved', async () => {
  const bettor = await someone(world)
  await world.fault('payout_failed')
  const requested = await world.withdraw(bettor, '100')
  await world.quiet()
  const failed = await world.paymentOf(bettor, requested.body.withdrawal_id)
  expect(failed).toMatchObject({ status: 'failed', reason: { code: 'cannot_pay_now' } })
  expect(failed.reason.message).toContain('could not pay')
  expect(await world.balance(bettor)).toBe('1000.00')
})

test('a payout whose request is refused returns everything that was reserved', async () => {
  const bettor = await someone(world)
  await world.fault('refused')
  await world.withdraw(bettor, '100')
  await world.quiet()
  expect(await world.balance(bettor)).toBe('1000.00')
  expect(await paidTo(bettor.msisdn)).toEqual([])
})

test('a queue time-out releases nothing: the status is queried, and its answer ends the withdrawal', async () => {
  const bettor = await someone(world)
  await world.fault('queue_timeout')
  await world.fault('still_processing')
  const requested = await world.withdraw(bettor, '100')
  await world.quiet()
  expect(await world.paymentOf(bettor, requested.body.withdrawal_id)).toMatchObject({ status: 'sent' })
  expect(await world.balance(bettor)).toBe('900.25')
  await world.pass(11)
  expect(await world.paymentOf(bettor, requested.body.withdrawal_id)).toMatchObject({ status: 'done' })
  expect(await paidTo(bettor.msisdn)).toEqual([95])
})

test.each(['time_out', 'callback_lost', 'callback_doubled', 'token_expired'] as const)(
  'a withdrawal with %s is paid once and ends as done',
  async (fault) => {
    const bettor = await someone(world)
    await world.fault(fault)
    const requested = await world.withdraw(bettor, '100')
    await world.quiet()
    await world.pass(11)
    await world.pass(11)
    expect(await world.paymentOf(bettor, requested.body.withdrawal_id)).toMatchObject({ status: 'done' })
    expect(await paidTo(bettor.msisdn)).toEqual([95])
    expect(await world.balance(bettor)).toBe('900.25')
  },
)

test("the least that can be withdrawn is the provider's smallest payout with its tax", async () => {
  const bettor = await someone(world)
  const refused = await world.withdraw(bettor, '10.49')
  expect(refused).toMatchObject({
    status: 400,
    body: { fields: { amount: 'Minimum withdrawal is 10.50' }, field_codes: { amount: 'withdrawal_min' } },
  })
  const taken = await world.withdraw(bettor, '10.50')
  expect(taken).toMatchObject({ status: 200, body: { net: '10.00', tax: '0.50', debited: '10.50' } })
  await world.quiet()
})

test('a deposit and a withdrawal with the same command id are found by their kind', async () => {
  const bettor = await someone(world)
  const id = random.uuid()
  const deposited = await world.post('/stk/deposit', { id, amount: '100' }, bettor)
  const withdrawn = await world.withdraw(bettor, '105', { id })
  await world.quiet()
  const found = async (kind: string) =>
    (await world.get(`/v1/payments/${id}?kind=${kind}`, bettor)).body.data.payment_id
  expect(await found('deposit')).toBe(deposited.body.deposit_id)
  expect(await found('withdrawal')).toBe(withdrawn.body.withdrawal_id)
})

test('a payout of which the provider has no record stays reserved until an operator sends it again', async () => {
  const bettor = await someone(world)
  await world.crashAt('withdrawal claimed')
  const requested = await world.withdraw(bettor, '100')
  await world.restart()
  for (let n = 0; n < 30; n++) await world.pass(600)
  const id = requested.body.withdrawal_id
  expect(await world.paymentOf(bettor, id)).toMatchObject({ status: 'sent' })
  expect(await world.balance(bettor)).toBe('900.25')
  expect(
    await decideNow(world.base.db, world.payments().operator.decisions.resend, { withdrawal: BigInt(id) }),
  ).toEqual({ ok: true, value: 'sent' })
  await world.quiet()
  expect(await world.paymentOf(bettor, id)).toMatchObject({ status: 'done' })
  expect(await paidTo(bettor.msisdn)).toEqual([95])
})

test('a withdrawal above the automatic amount needs one approval, a larger one two; it is sent once it is cleared', async () => {
  const [bettor] = await world.bettors(1, 500_000)
  if (!bettor) throw new Error('nobody')
  const { operator } = world.payments()
  const small = BigInt((await world.withdraw(bettor, '50000')).body.withdrawal_id)
  const large = BigInt((await world.withdraw(bettor, '200000')).body.withdrawal_id)
  await world.quiet()
  expect(
    (await operator.lists.withdrawals({}, { page: 1, limit: 50 })).rows.map((row) => [row.id, row.approvers]),
  ).toEqual([
    [small, 1],
    [large, 2],
  ])
  expect(await paidTo(bettor.msisdn)).toEqual([])
  const approve = (id: bigint) => decide({ withdrawal: id, operator: 'amina', proposer: 'brian', approve: true })
  expect(await approve(small)).toEqual({ ok: true, value: 'cleared' })
  await world.quiet()
  expect(await paidTo(bettor.msisdn)).toEqual([47_619])
  expect(await approve(large)).toEqual({ ok: true, value: 'cleared' })
  expect(await approve(large)).toMatchObject({ code: 'not_found' })
  await world.quiet()
  expect(await paidTo(bettor.msisdn)).toEqual([47_619, 190_476])
})

test('a withdrawal that an operator refuses returns the money and shows the reason', async () => {
  const [bettor] = await world.bettors(1, 100_000)
  if (!bettor) throw new Error('nobody')
  const id = (await world.withdraw(bettor, '50000')).body.withdrawal_id
  await world.quiet()
  const refusal = { withdrawal: BigInt(id), operator: 'amina', approve: false }
  expect(await decide(refusal)).toEqual({ ok: true, value: 'refused' })
  expect(await world.paymentOf(bettor, id)).toMatchObject({ status: 'failed', reason: { code: 'refused_by_us' } })
  expect(await world.balance(bettor)).toBe('100000.00')
})

test('an amount below the minimum, above the maximum or above the balance is refused before anything is reserved', async () => {
  const bettor = await someone(world)
  expect((await world.withdraw(bettor, '10')).body).toMatchObject({
    code: 'invalid_input',
    fields: { amount: expect.any(String) },
  })
  expect((await world.withdraw(bettor, '250001')).body.code).toBe('invalid_input')
  expect((await world.withdraw(bettor, '1000.01')).body).toMatchObject({
    code: 'insufficient_funds',
    insufficient_balance: true,
    balance: '1000.00',
  })
  expect(await world.balance(bettor)).toBe('1000.00')
})

test('a withdrawal whose bettor’s identity became required meanwhile waits for an operator', async () => {
  let questions = 0
  const other = await openWorld({ identityOf: async () => ({ passed: false, wanted: questions++ > 0 }) })
  try {
    const requested = await other.withdraw(await someone(other), '105')
    await other.quiet()
    const { rows } = await other.payments().operator.lists.withdrawals({}, { page: 1, limit: 50 })
    expect(rows.map((row) => [row.id.toString(), row.approvers])).toEqual([[requested.body.withdrawal_id, 1]])
  } finally {
    await other.close()
  }
})

test('a payout whose callback addresses cannot be created is not claimed; a later sweep sends it', async () => {
  let failing = 0
  const callbackSecret = async () => {
    if (failing-- > 0) throw new Error('the key cannot be read')
    return secret
  }
  const other = await openWorld({ callbackSecret })
  const bettor = await someone(other)
  failing = 1
  await other.withdraw(bettor, '105')
  for (const seconds of [11, 61]) await other.pass(seconds)
  const { movements } = await other.fakes.books('mpesa')
  expect(movements.filter((movement) => movement.kind === 'out')).toHaveLength(1)
  await other.proven()
  await other.close()
})
