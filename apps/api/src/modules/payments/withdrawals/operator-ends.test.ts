import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { decideNow, endByTwo, endNow, type FoundEnd } from '../testing/decide-now.ts'
import { openWorld, someone, type World } from '../testing/payments-world.ts'
import { findingsOf, kindsOf, neverSent, paidUnanswered, withdrawn } from '../testing/stuck-payouts.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  for (const fault of ['callback_lost', 'status_refused', 'initiator_refused'] as const) await world.fault(fault, 0)
  // A query that is still in flight would open the fault again.
  await world.quiet()
  await world.endFaults()
})
afterAll(async () => {
  await world.proven()
  await world.close()
})

type Found = Omit<FoundEnd, 'withdrawal'>
const end = (withdrawal: bigint, found: Found, endIt = endNow) =>
  endIt(world.base.db, world.payments().operator, { withdrawal, ...found })
const notPaid = { outcome: 'not_paid', reference: 'Statement 22 November' } as const

const resend = (withdrawal: bigint) =>
  decideNow(world.base.db, world.payments().operator.decisions.resend, { withdrawal })

const listed = async (id: bigint) =>
  (await world.payments().operator.unresolvedPayouts({ page: 1, limit: 100 })).rows.find((row) => row.id === id)

test('two operators end a paid payout once, with its receipt, after three days without an answer', async () => {
  const tax = await world.ledger.houseBalance('tax:withholding')
  const { bettor, id, receipt } = await paidUnanswered(world)
  expect(await listed(id)).toMatchObject({ because: 'no_answer', ageS: expect.any(Number) })
  const found = { outcome: 'paid', receipt } as const
  await world.payments().operator.afterEndProposed(id)
  await world.quiet()
  expect(await kindsOf(world, id)).toEqual(['withdrawal'])
  for (let times = 0; times < 3; times++) expect(await end(id, found)).toEqual({ ok: true, value: 'paid' })
  expect(await kindsOf(world, id)).toEqual(['withdrawal', 'withdrawal_paid'])
  expect(await world.paymentOf(bettor, `${id}`)).toMatchObject({ status: 'done', receipt, net: '95.00', reason: null })
  expect(await world.balance(bettor)).toBe('900.25')
  expect((await world.ledger.houseBalance('tax:withholding')) - tax).toBe(475n)
  expect(await listed(id)).toBeUndefined()
  expect(await end(id, notPaid)).toMatchObject({ code: 'already_ended' })
})

test('a payout that was never paid is refunded once, including tax', async () => {
  const { bettor, id } = await neverSent(world)
  for (let times = 0; times < 2; times++)
    expect(await end(id, notPaid, endByTwo)).toEqual({ ok: true, value: 'not_paid' })
  expect(await kindsOf(world, id)).toEqual(['withdrawal', 'withdrawal_released'])
  expect(await world.balance(bettor)).toBe('1000.00')
  expect(await world.paymentOf(bettor, `${id}`)).toMatchObject({ status: 'failed', reason: { code: 'not_paid' } })
})

test('a payout that Daraja refused because of our set-up can be ended by operators after an hour without confirmation', async () => {
  await world.fault('initiator_refused', 1000)
  const { bettor, id } = await withdrawn(world)
  await world.endFaults()
  expect(await end(id, notPaid)).toMatchObject({ code: 'still_checking' })
  expect(await resend(id)).toMatchObject({ code: 'not_found' })
  await world.clock.advance(3601)
  expect(await listed(id)).toMatchObject({ because: 'failure_unconfirmed', claimCode: '2001' })
  expect(await end(id, notPaid)).toEqual({ ok: true, value: 'not_paid' })
  expect(await world.balance(bettor)).toBe('1000.00')
})

test('a payout that the provider may still end, one that was not sent, and one that does not exist are refused', async () => {
  const { id, receipt } = await paidUnanswered(world, { fresh: true })
  expect(await end(id, { outcome: 'paid', receipt })).toMatchObject({ code: 'still_checking' })
  expect(await listed(id)).toBeUndefined()
  await world.clock.advance(72 * 3600 - 60)
  expect(await end(id, notPaid)).toMatchObject({ code: 'still_checking' })
  await world.clock.advance(60)
  expect(await end(id, notPaid)).toMatchObject({ value: 'not_paid' })
  const [rich] = await world.bettors(1, 300_000)
  const queued = rich && (await world.withdraw(rich, '50000')).body.withdrawal_id
  await world.quiet()
  expect(await end(BigInt(queued ?? 0), notPaid)).toMatchObject({ code: 'not_found' })
  expect(await end(999_999_999n, notPaid)).toMatchObject({ code: 'not_found' })
})

test('evidence is required', async () => {
  const { id } = await neverSent(world)
  expect(await end(id, { outcome: 'paid' })).toMatchObject({
    facts: { fields: { receipt: expect.any(String) } },
  })
  expect(await end(id, { outcome: 'not_paid' })).toMatchObject({ code: 'invalid_input' })
  expect(await end(id, { ...notPaid, amount: 100n })).toMatchObject({ code: 'invalid_input' })
  expect(await kindsOf(world, id)).toEqual(['withdrawal'])
})

test('the receipt of another payment ends no payout, even if two payouts are ended with it concurrently', async () => {
  const other = await withdrawn(world)
  const { receipt } = await world.paymentOf(other.bettor, `${other.id}`)
  const payer = await someone(world)
  const deposited = await world.fakes.pay({ msisdn: payer.msisdn, account: payer.msisdn, amount: 100 })
  await world.quiet()
  const [first, second] = [await neverSent(world), await neverSent(world)]
  for (const used of [receipt, receipt.toLowerCase(), deposited])
    expect(await end(first.id, { outcome: 'paid', receipt: used })).toMatchObject({ code: 'receipt_used' })
  const found = { outcome: 'paid', receipt: 'ONLYONCE01' } as const
  const ended = await Promise.all([first, second].map(({ id }) => end(id, found)))
  expect(ended.map((result) => (result.ok ? result.value : result.code)).toSorted()).toEqual(['paid', 'receipt_used'])
})

test('the rest of a smaller payout is returned with its share of the tax', async () => {
  const { bettor, id } = await differing(90)
  expect(await listed(id)).toMatchObject({ because: 'amount_differs' })
  expect(await end(id, { outcome: 'paid', receipt: 'WRONGSUM01' })).toMatchObject({ code: 'invalid_input' })
  const found = { outcome: 'paid', receipt: 'WRONGSUM01', amount: 9000n } as const
  expect(await end(id, found, endByTwo)).toMatchObject({ value: 'paid' })
  // Of the sum 95.00 and the tax 4.75, 90.00 and 4.50 are kept.
  expect(await world.balance(bettor)).toBe('905.50')
  expect(await world.paymentOf(bettor, `${id}`)).toMatchObject({
    status: 'done',
    amount: '94.50',
    tax: '4.50',
    net: '90.00',
    reason: { code: 'paid_less' },
  })
})

test('an excess that the provider paid is the operator’s loss, in a separate kind of transfer', async () => {
  const loss = await world.ledger.houseBalance('house:overpaid')
  const { bettor, id } = await differing(105)
  const found = { outcome: 'paid', receipt: 'WRONGSUM02', amount: 10_500n } as const
  expect(await end(id, { ...found, receipt: 'ANOTHER001' })).toMatchObject({ code: 'invalid_input' })
  expect(await end(id, found, endByTwo)).toMatchObject({ value: 'paid' })
  expect(await world.balance(bettor)).toBe('900.25')
  expect((await world.ledger.houseBalance('house:overpaid')) - loss).toBe(-1000n)
  expect(await kindsOf(world, id)).toEqual(['withdrawal', 'withdrawal_paid', 'withdrawal_overpaid'])
})

let sums = 0
/** A payout of KSh 95 for which the provider reports another amount. */
async function differing(shillings: number) {
  await world.fault('callback_lost')
  await world.fault('still_processing')
  const stuck = await withdrawn(world)
  await answerStatus(stuck.id, { receipt: `WRONGSUM0${++sums}`, shillings })
  // The query after a proposal must not end the payout before the second operator confirms.
  await world.fault('status_refused', 1000)
  return stuck
}

/** Sends the provider's answer to the last query about a payout to our address. */
async function answerStatus(id: bigint, { receipt, shillings }: { receipt: string; shillings: number }) {
  await world.fault('still_processing', 1000)
  await world.clock.advance(11)
  const message = { Result: { ResultCode: 0, ConversationID: 'AG_any', TransactionID: receipt } }
  const bettor = await someone(world)
  await world.post(world.callbackPath('payout', id), message, bettor)
  await world.quiet()
  await world.fault('still_processing', 0)
  const asked = (await world.fakes.books('mpesa')).questions.at(-1)
  const parameters = [
    { Key: 'TransactionStatus', Value: 'Completed' },
    { Key: 'ReceiptNo', Value: receipt },
    { Key: 'Amount', Value: shillings },
  ]
  const Result = {
    ResultCode: 0,
    ConversationID: asked?.conversation,
    ResultParameters: { ResultParameter: parameters },
  }
  await world.post(new URL(asked?.url ?? '').pathname, { Result }, bettor)
  await world.quiet()
}

test('a later answer of the provider that agrees with the end changes nothing; one that differs is reported and moves no money', async () => {
  const [agreed, differs, contradicts] = [
    await paidUnanswered(world),
    await paidUnanswered(world),
    await paidUnanswered(world),
  ]
  await end(agreed.id, { outcome: 'paid', receipt: agreed.receipt })
  await end(differs.id, { outcome: 'paid', receipt: 'TYPINGERR1' })
  await end(contradicts.id, notPaid)
  await world.fault('status_refused', 0)
  for (const { id, receipt } of [agreed, differs, contradicts]) await answerStatus(id, { receipt, shillings: 95 })
  expect(await findingsOf(world, agreed.id)).toEqual([])
  expect(await findingsOf(world, differs.id)).toEqual([
    `end_differs: ended by asha and ben: receipt TYPINGERR1 in our records, ${differs.receipt} at the provider`,
  ])
  expect(await findingsOf(world, contradicts.id)).toEqual([
    'contradiction: failed by asha and ben in our records, then reported as succeeded',
  ])
  expect(await kindsOf(world, contradicts.id)).toEqual(['withdrawal', 'withdrawal_released'])
  expect(await world.balance(contradicts.bettor)).toBe('1000.00')
})

test('a payout that is sent again waits for the provider’s answer again; proposing its end asks for that once more', async () => {
  const { bettor, id } = await neverSent(world)
  await world.fault('callback_lost')
  await world.fault('status_refused', 1000)
  expect(await resend(id)).toMatchObject({ value: 'sent' })
  await world.quiet()
  expect(await end(id, notPaid)).toMatchObject({ code: 'still_checking' })
  await world.clock.advance(72 * 3600)
  await world.fault('status_refused', 0)
  await world.endFaults()
  await world.payments().operator.afterEndProposed(id)
  await world.quiet()
  expect(await end(id, notPaid)).toMatchObject({ code: 'already_ended' })
  expect(await world.paymentOf(bettor, `${id}`)).toMatchObject({ status: 'done' })
})
