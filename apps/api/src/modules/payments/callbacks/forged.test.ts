import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressList } from '#platform/address-list'
import type { SeededBettor } from '#testing/seed'
import { openWorld, prompted, someone, type World } from '../testing/payments-world.ts'

/**
 * The forger of these tests can read every table of payments and has at least one valid address, for example from a proxy's log: receipts,
 * the provider's payment ids and all hashes. No forged message credits or refunds anything.
 */
let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  await world.proven()
  await world.close()
})

const prompt = (code: number, { receipt = 'FORGED0001', amount = 100, request = 'ws_CO_forged' } = {}) => ({
  Body: {
    stkCallback: {
      CheckoutRequestID: request,
      ResultCode: code,
      CallbackMetadata: {
        Item: [
          { Name: 'Amount', Value: amount },
          { Name: 'MpesaReceiptNumber', Value: receipt },
        ],
      },
    },
  },
})
const payout = (code: number, conversation: string, amount = 95) => ({
  Result: {
    ResultCode: code,
    ConversationID: conversation,
    TransactionID: 'FORGED0002',
    ResultParameters: {
      ResultParameter: [
        { Key: 'TransactionAmount', Value: amount },
        { Key: 'TransactionReceipt', Value: 'FORGED0002' },
      ],
    },
  },
})
const status = (state: string, { conversation = 'AG_guess', receipt = 'FORGED0001', amount = 100 } = {}) => ({
  Result: {
    ResultCode: 0,
    ConversationID: conversation,
    ResultParameters: {
      ResultParameter: [
        { Key: 'ReceiptNo', Value: receipt },
        { Key: 'TransactionStatus', Value: state },
        { Key: 'Amount', Value: amount },
      ],
    },
  },
})

async function send(path: string, bodies: readonly object[], as: SeededBettor): Promise<number[]> {
  const replies = await Promise.all(bodies.map((body) => world.post(path, body, as)))
  await world.quiet()
  await world.pass(11)
  return [...new Set(replies.map((reply) => reply.status))]
}

/** The path of the newest status query about a payment, which is visible only in the provider's requests to us. */
async function questionPath(payment: string): Promise<{ path: string; conversation: string }> {
  const { questions } = await world.fakes.books('mpesa')
  const found = questions.findLast((question) => question.about.includes(payment))
  if (!found) throw new Error('nothing was asked')
  return { path: new URL(found.url).pathname, conversation: found.conversation }
}

test('no hash in the tables is accepted as an address, and no table or stored body contains a key', async () => {
  const { bettor } = await prompted(world)
  await world.answer(bettor)
  await world.withdraw(bettor, '105')
  await world.quiet()
  const { rows } = await sql<{ hash: string }>`
    select key_hash as hash from payments.address union select key from payments.callback
    union select conversation_hash from payments.address where conversation_hash is not null`.execute(world.base.db)
  expect(rows.length).toBeGreaterThan(4)
  for (const { hash } of rows)
    for (const key of [hash, hash.slice(0, 32), hash.slice(32)])
      expect((await world.post(`/cb/${key}`, prompt(0), bettor)).status).toBe(404)
  const key = world.callbackPath('paybill', '').slice('/cb/'.length)
  await world.post(`/cb/${key}`, { Result: { ReferenceData: { Value: `https://nare.example/cb/${key}` } } }, bettor)
  await world.quiet()
  const { rows: bodies } = await sql<{ body: string }>`select body from payments.callback`.execute(world.base.db)
  expect(bodies.filter(({ body }) => body.includes(key))).toEqual([])
})

test('a message to the leaked address of a prompt credits no unpaid deposit and ends no open one', async () => {
  const { bettor, id } = await prompted(world)
  const path = world.callbackPath('prompt', id)
  await send(path, [prompt(0), prompt(0, { amount: 250_000 }), prompt(1032), prompt(1037)], bettor)
  expect(await world.balance(bettor)).toBe('1000.00')
  expect(await world.paymentOf(bettor, id)).toMatchObject({ status: 'pending' })
  await world.answer(bettor)
  expect(await world.balance(bettor)).toBe('1095.00')
  await send(path, [prompt(0, { receipt: 'FORGED0009' }), prompt(1032)], bettor)
  expect(await world.balance(bettor)).toBe('1095.00')
})

test('another bettor’s payment is not credited to a prompt that was never approved', async () => {
  const other = await someone(world)
  const receipt = await world.fakes.pay({ msisdn: other.msisdn, account: other.msisdn, amount: 100 })
  const lost = await world.fakes.pay({ msisdn: '254711000001', account: 'NOBODY', amount: 100, unasked: true })
  await world.quiet()
  expect(await world.balance(other)).toBe('1095.00')
  for (const fault of ['time_out', undefined] as const) {
    if (fault) await world.fault(fault)
    const { bettor, id } = await prompted(world)
    const { rows } = await sql<{ request: string | null }>`
      select max(request_id) as request from payments.deposit where state = 'succeeded'`.execute(world.base.db)
    const request = rows[0]?.request ?? ''
    const bodies = [receipt, lost].map((one) => prompt(0, { receipt: one ?? '', request }))
    await send(world.callbackPath('prompt', id), bodies, bettor)
    for (let n = 0; n < 4; n++) await world.pass(61)
    expect(await world.balance(bettor)).toBe('1000.00')
  }
})

test('a payment by prompt is credited once although a confirmation was forged before its callback arrived', async () => {
  const accomplice = await someone(world)
  const { bettor, id } = await prompted(world, '130')
  await world.fault('callback_late')
  await world.answer(bettor)
  const { movements } = await world.fakes.books('mpesa')
  const receipt = movements.find((movement) => movement.msisdn === bettor.msisdn)?.receipt
  for (const account of [accomplice.msisdn, bettor.msisdn]) {
    const body = { TransID: receipt, TransAmount: '130.00', BillRefNumber: account }
    await world.post(world.callbackPath('paybill', ''), body, bettor)
    await world.quiet()
  }
  await world.fakes.flush()
  await world.quiet()
  for (let n = 0; n < 4; n++) await world.pass(61)
  expect(await world.paymentOf(bettor, id)).toMatchObject({ status: 'succeeded' })
  expect([await world.balance(bettor), await world.balance(accomplice)]).toEqual(['1123.50', '1000.00'])
})

test('a payment is credited once although a forged callback gave its prompt another receipt', async () => {
  const { bettor, id } = await prompted(world, '140')
  await send(world.callbackPath('prompt', id), [prompt(0, { receipt: 'FORGED0140', amount: 140 })], bettor)
  await world.fault('callback_late')
  await world.answer(bettor)
  await world.pass(11)
  expect(await world.balance(bettor)).toBe('1133.00')
  await world.fakes.flush()
  await world.quiet()
  for (const seconds of [61, 61, 3600, 3600]) await world.pass(seconds)
  expect(await world.balance(bettor)).toBe('1133.00')
})

test('a forged result of a payout returns no money and ends no payout, whatever it contains', async () => {
  const bettor = await someone(world)
  await world.fault('callback_lost')
  await world.fault('still_processing', 50)
  const id = (await world.withdraw(bettor, '100')).body.withdrawal_id
  await world.quiet()
  const { rows } = await sql<{ request: string }>`
    select request_id as request from payments.withdrawal where id = ${id}::bigint`.execute(world.base.db)
  const request = rows[0]?.request ?? ''
  const bodies = [payout(2001, request), payout(0, request), payout(0, request, 1), payout(2001, 'AG_guess')]
  await send(world.callbackPath('payout', id), bodies, bettor)
  await send(world.callbackPath('payout_timeout', id), bodies, bettor)
  expect(await world.paymentOf(bettor, id)).toMatchObject({ status: 'sent' })
  expect(await world.balance(bettor)).toBe('900.25')
  await world.fault('still_processing', 0)
  await world.pass(61)
  expect(await world.paymentOf(bettor, id)).toMatchObject({ status: 'done' })
  await send(world.callbackPath('payout', id), bodies, bettor)
  expect(await world.paymentOf(bettor, id)).toMatchObject({ status: 'done' })
  expect(await world.balance(bettor)).toBe('900.25')
})

test('an answer to an open query is ignored without the provider’s id of the query, and applied once with it', async () => {
  const bettor = await someone(world)
  await world.fault('callback_lost')
  await world.fault('still_processing', 1)
  const id = (await world.withdraw(bettor, '100')).body.withdrawal_id
  await world.quiet()
  await world.pass(11)
  const { rows } = await sql<{ conversation: string }>`
    select conversation::text from payments.withdrawal where id = ${id}::bigint`.execute(world.base.db)
  const { path, conversation } = await questionPath(rows[0]?.conversation ?? '')
  await world.fault('still_processing', 50)
  await send(
    path,
    [status('Failed'), status('Failed', { conversation: '' }), status('Completed', { amount: 95 })],
    bettor,
  )
  expect(await world.paymentOf(bettor, id)).toMatchObject({ status: 'sent' })
  expect(await world.balance(bettor)).toBe('900.25')
  await send(path, [status('Failed', { conversation })], bettor)
  expect(await world.balance(bettor)).toBe('1000.00')
  await send(path, [status('Completed', { conversation, amount: 95 }), status('Failed', { conversation })], bettor)
  expect(await world.balance(bettor)).toBe('1000.00')
  await world.fault('still_processing', 0)
})

test('an answer with another receipt or another amount than queried credits nothing', async () => {
  const bettor = await someone(world)
  await world.fault('still_processing', 1)
  const receipt = (await world.fakes.pay({ msisdn: bettor.msisdn, account: bettor.msisdn, amount: 120 })) ?? ''
  await world.quiet()
  const { path, conversation } = await questionPath(receipt)
  await world.fault('still_processing', 50)
  await send(path, [status('Completed', { conversation, receipt: 'ANOTHER001', amount: 120 })], bettor)
  expect(await world.balance(bettor)).toBe('1000.00')
  await send(path, [status('Completed', { conversation, receipt, amount: 12_000 })], bettor)
  expect(await world.balance(bettor)).toBe('1000.00')
  await world.fault('still_processing', 0)
})

test('messages to the leaked address for confirmations move no money to another bettor', async () => {
  const { bettor } = await prompted(world, '160')
  await world.answer(bettor)
  const thief = await someone(world)
  const { rows } = await sql<{ receipt: string; amount: bigint }>`
    select receipt, amount from payments.deposit where receipt is not null and state = 'succeeded'`.execute(
    world.base.db,
  )
  const bodies = rows.map(({ receipt, amount }) => ({
    TransID: receipt,
    TransAmount: `${amount / 100n}.00`,
    BillRefNumber: thief.msisdn,
  }))
  await send(world.callbackPath('paybill', ''), [...bodies, { ...bodies[0], TransID: 'FORGED0160' }], thief)
  for (let n = 0; n < 4; n++) await world.pass(61)
  expect(await world.balance(thief)).toBe('1000.00')
})

test('a callback from an address that belongs to no provider gets 404', async () => {
  const from = addressList(['196.201.212.0/24', '2001:db8::1'])
  expect(['196.201.212.69', '::ffff:196.201.212.69', '2001:db8::1'].map(from)).toEqual([true, true, true])
  expect(['196.201.213.69', '127.0.0.1', '2001:db8::2', 'nonsense', ''].map(from)).toEqual(Array(5).fill(false))
  expect(addressList([])('127.0.0.1')).toBe(true)
})

test('a paybill payment with the amount of a prompt without a receipt waits until an operator confirms that it is a separate payment', async () => {
  const { bettor } = await prompted(world, '110')
  await world.fault('callback_lost')
  await world.answer(bettor)
  await world.pass(11)
  expect(await world.balance(bettor)).toBe('1104.50')
  await world.fakes.pay({ msisdn: bettor.msisdn, account: bettor.msisdn, amount: 110 })
  for (let n = 0; n < 3; n++) await world.pass(61)
  expect(await world.balance(bettor)).toBe('1104.50')
  const { rows } = await world.payments().operator.reviews({ page: 1, limit: 100 })
  const finding = rows.findLast((row) => row.what === 'maybe_counted')
  expect(await world.payments().operator.resolveReview(finding?.id ?? 0n)).toBe(true)
  await world.pass(301)
  expect(await world.balance(bettor)).toBe('1209.00')
})
