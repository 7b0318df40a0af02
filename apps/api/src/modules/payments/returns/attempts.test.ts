import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exclude } from '#modules/protection/protection'
import { transact } from '#platform/db'
import type { SeededBettor } from '#testing/seed'
import { decideNow, decideOnly } from '../testing/decide-now.ts'
import { openWorld, prompted, type World } from '../testing/payments-world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  await world.proven()
  await world.close()
})

/** A deposit that arrived while its bettor was excluded, and whose first return failed. */
async function failedReturn(amount: string) {
  const { bettor, id } = await prompted(world, amount)
  await transact(world.base.db, async (tx) => {
    await world.ledger.lockCash(tx, [bettor.id])
    await exclude(tx, { bettor: bettor.id, period: '30d', seconds: 30 * 86_400 })
  })
  await world.fault('payout_failed')
  await world.answer(bettor)
  const [payout] = await payoutsOf(id)
  if (payout?.state !== 'failed') throw new Error('the first payout did not fail')
  return { bettor, deposit: BigInt(id), payout }
}

async function payoutsOf(deposit: string | bigint) {
  const { rows } = await sql<{ id: bigint; state: string; conversation: string }>`
    select id, state, conversation::text as conversation from payments.withdrawal
    where returns = ${deposit}::bigint order by attempt`.execute(world.base.db)
  return rows
}

/** Returns money to its bettor's own number, as operators name it. */
const returnNow = (deposit: bigint, { msisdn }: SeededBettor, decide = decideNow) =>
  decide(world.base.db, world.payments().operator.decisions.namedReturn, { deposit, msisdn, operator: 'amina' })

const paidTo = async (msisdn: string): Promise<number> =>
  (await world.fakes.books('mpesa')).movements.filter(
    (movement) => movement.kind === 'out' && movement.msisdn === msisdn,
  ).length

const reviewsOf = async (payment: bigint): Promise<string[]> =>
  (await world.payments().operator.reviews({ page: 1, limit: 100 })).rows
    .filter((row) => row.payment === payment)
    .map((row) => row.what)

/** Makes the provider report a failed payout as paid: first in a message, then in the answer to our query. */
async function provenPaid(bettor: SeededBettor, payout: { id: bigint; conversation: string }): Promise<void> {
  await world.fault('still_processing')
  const result = { ResultCode: 0, ConversationID: 'AG_late', TransactionID: 'LATE000001' }
  await world.post(world.callbackPath('payout', payout.id), { Result: result }, bettor)
  await world.quiet()
  const { questions } = await world.fakes.books('mpesa')
  const asked = questions.findLast((question) => question.about.includes(payout.conversation))
  if (!asked) throw new Error('nothing was asked')
  const parameters = [
    { Key: 'TransactionStatus', Value: 'Completed' },
    { Key: 'ReceiptNo', Value: 'LATE000001' },
  ]
  const answer = {
    ResultCode: 0,
    ConversationID: asked.conversation,
    ResultParameters: { ResultParameter: parameters },
  }
  await world.post(new URL(asked.url).pathname, { Result: answer }, bettor)
  await world.quiet()
}

test('a failed return that was paid after all is not sent again before an operator decides', async () => {
  const { bettor, deposit, payout } = await failedReturn('170')
  await provenPaid(bettor, payout)
  expect(await reviewsOf(payout.id)).toEqual(['contradiction'])
  for (const seconds of [601, 3601, 86_400]) await world.pass(seconds)
  expect(await payoutsOf(deposit)).toHaveLength(1)
  expect(await paidTo(bettor.msisdn)).toBe(0)
  expect(await returnNow(deposit, bettor)).toMatchObject({ code: 'not_found' })
  await world.resolveReview({ payment: payout.id, what: 'contradiction' })
  expect(await returnNow(deposit, bettor)).toMatchObject({ ok: true })
  await world.quiet()
  expect(await paidTo(bettor.msisdn)).toBe(1)
})

test('the next attempt of a return is not sent after the failed attempt was reported as paid', async () => {
  const { bettor, deposit, payout } = await failedReturn('175')
  expect(await returnNow(deposit, bettor, decideOnly)).toMatchObject({ ok: true })
  await provenPaid(bettor, payout)
  const [, next] = await payoutsOf(deposit)
  expect(next).toMatchObject({ state: 'failed' })
  await world.resolveReview({ payment: payout.id, what: 'contradiction' })
  for (const seconds of [601, 3601, 86_400]) await world.pass(seconds)
  expect(await paidTo(bettor.msisdn)).toBe(0)
  expect((await world.ledger.balances(bettor.id)).returnable).toBe(17_500n)
})

test('without a payer every failed return is reported to the operators', async () => {
  const { bettor, deposit } = await failedReturn('180')
  await sql`update payments.deposit set payer = null where id = ${deposit}::bigint`.execute(world.base.db)
  await world.pass(601)
  expect(await payoutsOf(deposit)).toHaveLength(1)
  for (let attempt = 2; attempt <= 3; attempt++) {
    await world.fault('payout_failed')
    expect(await returnNow(deposit, bettor)).toMatchObject({ ok: true })
    await world.quiet()
    expect((await payoutsOf(deposit)).map((row) => row.state)).toEqual(Array(attempt).fill('failed'))
    expect(await reviewsOf(deposit)).toContain('return_failed')
    await world.resolveReview({ payment: deposit, what: 'return_failed' })
    expect(await reviewsOf(deposit)).not.toContain('return_failed')
  }
})
