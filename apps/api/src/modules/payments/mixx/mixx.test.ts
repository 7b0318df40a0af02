import { afterAll, beforeAll, expect, test } from 'vitest'
import { money } from '@nare/money/money'
import type { SeededBettor } from '#testing/seed'
import { decideNow, endByTwo } from '../testing/decide-now.ts'
import { callbackKey } from '../addresses/addresses.ts'
import { secret } from '../testing/payments-proof.ts'
import { openWorld, someone } from '../testing/payments-world.ts'
import { openTanzania, tanzania, type Tanzania } from '../testing/tanzania.ts'

let world: Tanzania
beforeAll(async () => {
  world = await openTanzania()
})
afterAll(async () => {
  await world.proven()
  await world.close()
})

const operator = () => world.payments().operator
const callbackPath = async () => new URL(await world.payments().callbackAddress('mixx')).pathname

/** Confirms a deposit by the statement, as a person whom nobody else must confirm. */
const confirm = (deposit: bigint, receipt: string, shillings = 100n) =>
  decideNow(world.base.db, operator().decisions.confirmation, { deposit, receipt, amount: money(shillings * 100n) })

const receiptOf = async ({ msisdn }: SeededBettor): Promise<string> =>
  (await world.fakes.books('mixx')).movements.find((one) => one.msisdn === msisdn)?.receipt ?? ''

test('a callback of Mixx credits nothing: it waits for a person, who confirms it by the statement once', async () => {
  const bettor = await someone(world)
  const { id } = await world.ask(bettor, 'mixx')
  await world.tap(bettor)
  expect(await world.paymentOf(bettor, `${id}`)).toMatchObject({ status: 'unknown' })
  expect([await world.balance(bettor), await world.findings(id)]).toEqual(['1000.00', ['confirm_by_hand']])
  const receipt = await receiptOf(bettor)
  const confirmed = await Promise.all(Array.from({ length: 100 }, () => confirm(id, receipt)))
  expect(new Set(confirmed.map((one) => JSON.stringify(one)))).toEqual(new Set(['{"ok":true,"value":"credited"}']))
  expect([await world.balance(bettor), await world.findings(id)]).toEqual(['1095.00', []])
  expect(await world.paymentOf(bettor, `${id}`)).toMatchObject({ status: 'succeeded', receipt })
})

test('a hundred identical callbacks are one finding, are answered as Mixx expects, and credit nothing after the confirmation', async () => {
  const bettor = await someone(world)
  const { id, reference } = await world.ask(bettor, 'mixx')
  const ReferenceID = `${world.fakes.billerCode}${reference}`
  const body = { Status: true, MFSTransactionID: 'M1000', ReferenceID, Amount: '100', Description: 'paid' }
  const path = await callbackPath()
  const send = () => Promise.all(Array.from({ length: 100 }, () => world.post(path, body, bettor)))
  const [answer] = await send()
  expect(answer?.body).toMatchObject({ ResponseCode: 'BILLER-30-0000-S', ResponseStatus: true, ReferenceID })
  await world.quiet()
  expect([await world.balance(bettor), await world.findings(id)]).toEqual(['1000.00', ['confirm_by_hand']])
  expect(await confirm(id, 'M1000')).toMatchObject({ ok: true, value: 'credited' })
  await send()
  await world.quiet()
  expect(await world.balance(bettor)).toBe('1095.00')
})

test('the callback address is known from the start, before anybody has looked it up', async () => {
  const other = await openWorld({ country: tanzania })
  expect(await other.payments().isCallbackKey(callbackKey(secret, 'paybill', 'mixx', ''))).toBe(true)
  expect(await other.payments().isCallbackKey(callbackKey(secret, 'paybill', 'mpesa', ''))).toBe(false)
  await other.close()
})

test('a receipt that the message did not name, or another amount, needs a second person or is refused', async () => {
  const bettor = await someone(world)
  const { id } = await world.ask(bettor, 'mixx')
  await world.tap(bettor)
  const read = (receipt: string, amount = 10_000n) =>
    world.base.db
      .transaction()
      .execute((tx) =>
        operator().decisions.confirmation.read(tx as never, { deposit: id, receipt, amount: money(amount) }),
      )
  expect(await read(await receiptOf(bettor))).toMatchObject({ ok: true, value: { needed: false } })
  expect(await read('OTHER1')).toMatchObject({ ok: true, value: { needed: true } })
  expect(await read('OTHER1', 9_900n)).toMatchObject({ ok: false, code: 'invalid_input' })
})

test('a message with another amount is a finding about it; the deposit is confirmed only with its own amount', async () => {
  const bettor = await someone(world)
  await world.fault('wrong_amount', 1, 'mixx')
  const { id } = await world.ask(bettor, 'mixx')
  await world.tap(bettor)
  expect([await world.balance(bettor), await world.findings(id)]).toEqual(['1000.00', ['amount_differs']])
  expect(await confirm(id, 'M2000', 101n)).toMatchObject({ ok: false, code: 'invalid_input' })
  expect(await confirm(id, 'M2000')).toMatchObject({ ok: true })
  expect(await world.balance(bettor)).toBe('1095.00')
})

test('one receipt confirms one of a hundred deposits at once', async () => {
  const bettors = await world.bettors(100)
  const deposits = await Promise.all(bettors.map((bettor) => world.ask(bettor, 'mixx')))
  const confirmed = await Promise.all(deposits.map(({ id }) => confirm(id, 'M3000')))
  expect(confirmed.filter(({ ok }) => ok)).toHaveLength(1)
  expect(confirmed.filter((one) => !one.ok && one.code === 'receipt_used')).toHaveLength(99)
  const balances = await Promise.all(bettors.map((bettor) => world.balance(bettor)))
  expect(balances.filter((balance) => balance === '1095.00')).toHaveLength(1)
})

test('a provider that can be asked is asked: nobody confirms its deposits by hand', async () => {
  const bettor = await someone(world)
  const { id } = await world.ask(bettor, 'airtel')
  expect(await confirm(id, 'A1000')).toMatchObject({ ok: false, code: 'not_allowed' })
  await world.tap(bettor)
  expect(await confirm(id, 'A1000')).toMatchObject({ ok: false, code: 'not_allowed' })
})

test('a failure that Mixx reports ends the prompt; a payment that follows is still confirmed', async () => {
  const bettor = await someone(world)
  const { id, reference } = await world.ask(bettor, 'mixx')
  await world.tap(bettor, 'cancel')
  expect(await world.paymentOf(bettor, `${id}`)).toMatchObject({ status: 'failed' })
  const ReferenceID = `${world.fakes.billerCode}${reference}`
  const body = { Status: 'true', MFSTransactionID: 'M4000', ReferenceID, Amount: 100 }
  await world.post(await callbackPath(), body, bettor)
  await world.quiet()
  expect(await world.findings(id)).toEqual(['confirm_by_hand'])
  await confirm(id, 'M4000')
  expect(await world.balance(bettor)).toBe('1095.00')
})

test.each([
  ['of another biller', { Status: true, ReferenceID: 'OTHERN12345678', Amount: '100', MFSTransactionID: 'M5' }, true],
  ['without a reference', { Status: true, Amount: '100' }, false],
  ['of another shape', { status: 'ok' }, false],
])('a callback %s changes nothing', async (_what, body, isRead) => {
  const bettor = await someone(world)
  const { id } = await world.ask(bettor, 'mixx')
  const answer = await world.post(await callbackPath(), body, bettor)
  await world.quiet()
  expect(answer.body.ResponseStatus).toBe(isRead)
  expect([await world.findings(id), (await world.depositOf(bettor)).state]).toEqual([[], 'pending'])
})

test.each(['time_out', 'no_answer', 'malformed', 'unknown_code', 'callback_first', 'callback_doubled'] as const)(
  'a push spoilt by %s is confirmed by hand and credited once',
  async (fault) => {
    const bettor = await someone(world)
    await world.fault(fault, 1, 'mixx')
    const { id } = await world.ask(bettor, 'mixx')
    await world.tap(bettor)
    expect(await world.findings(id)).toEqual(['confirm_by_hand'])
    expect(await confirm(id, await receiptOf(bettor))).toMatchObject({ ok: true, value: 'credited' })
    expect([await world.balance(bettor), await world.moved(bettor, 'mixx')]).toEqual(['1095.00', [100, 0]])
  },
)

test('a push that Mixx refuses fails; an expired token is renewed', async () => {
  const [refused, renewed] = await world.bettors(2)
  if (!refused || !renewed) throw new Error('no bettors were seeded')
  await world.fault('refused', 1, 'mixx')
  const { id } = await world.ask(refused, 'mixx')
  expect(await world.paymentOf(refused, `${id}`)).toMatchObject({
    status: 'failed',
    reason: { code: 'provider_limit' },
  })
  await world.fault('token_expired', 1, 'mixx')
  await world.ask(renewed, 'mixx')
  expect((await world.depositOf(renewed)).state).toBe('pending')
})

test('a prompt without any message is unknown after three minutes, and blocks the next one for an hour only', async () => {
  const bettor = await someone(world)
  await world.fault('callback_lost', 1, 'mixx')
  const { id } = await world.ask(bettor, 'mixx')
  await world.tap(bettor)
  for (const seconds of [61, 181]) await world.pass(seconds)
  expect(await world.paymentOf(bettor, `${id}`)).toMatchObject({ status: 'unknown' })
  expect((await world.deposit(bettor, '100', { provider: 'mixx' })).body.code).toBe('deposit_open')
  await world.pass(3600)
  expect((await world.deposit(bettor, '100', { provider: 'mixx' })).status).toBe(200)
})

test('a payout by Mixx is paid once and ends with its receipt; a refused one is refunded', async () => {
  const [paid, refused] = await world.bettors(2)
  if (!paid || !refused) throw new Error('no bettors were seeded')
  const { withdrawal_id } = (await world.withdraw(paid, '105', { provider: 'mixx' })).body
  await world.quiet()
  expect(await world.paymentOf(paid, withdrawal_id)).toMatchObject({ status: 'done', receipt: await receiptOf(paid) })
  await world.fault('payout_failed', 1, 'mixx')
  await world.withdraw(refused, '105', { provider: 'mixx' })
  await world.quiet()
  expect([await world.balance(refused), await world.moved(refused, 'mixx')]).toEqual(['1000.00', [0, 0]])
})

test.each(['time_out', 'no_answer', 'malformed', 'unknown_code', 'payout_ambiguous', 'other_payment'] as const)(
  'a payout by Mixx whose answer is spoilt by %s stays reserved until two operators end it',
  async (fault) => {
    const bettor = await someone(world)
    await world.fault(fault, 1, 'mixx')
    const id = BigInt((await world.withdraw(bettor, '105', { provider: 'mixx' })).body.withdrawal_id)
    await world.quiet()
    expect(await world.balance(bettor)).toBe('895.00')
    const end = { withdrawal: id, outcome: 'paid', receipt: await receiptOf(bettor) } as const
    expect(await endByTwo(world.base.db, operator(), end)).toMatchObject({ ok: false, code: 'still_checking' })
    for (const seconds of [61, 3601]) await world.pass(seconds)
    const waiting = await operator().unresolvedPayouts({ page: 1, limit: 100 })
    expect(waiting.rows.map((row) => row.id)).toContain(id)
    expect(await endByTwo(world.base.db, operator(), end)).toMatchObject({ ok: true, value: 'paid' })
    expect([await world.balance(bettor), await world.moved(bettor, 'mixx')]).toEqual(['895.00', [0, 100]])
  },
)

test('a wrong PIN of the payout account stops payouts by Mixx', async () => {
  const bettor = await someone(world)
  await world.fault('initiator_refused', 1, 'mixx')
  await world.withdraw(bettor, '105', { provider: 'mixx' })
  await world.quiet()
  expect(await world.balance(bettor)).toBe('1000.00')
  expect(await operator().faults()).toMatchObject([{ provider: 'mixx', part: 'payouts', code: '00026' }])
  await operator().endFaults({ provider: 'mixx', operator: 'amina' })
})
