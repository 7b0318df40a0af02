import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#platform/db'
import { lockedMeanwhile } from '#testing/waiting'
import { lockReceipt, setDeposits } from '../deposits/deposits.ts'
import { openWorld, type World } from '../testing/payments-world.ts'

const count = 40
let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  await world.proven()
  await world.close()
})

type CallbackFacts = { receipt?: string; code?: number }

/** Bettors who have answered their prompts, with the bodies of the provider's callbacks; none has been delivered yet. */
async function answered(action: 'approve' | 'cancel', answerOf: (n: number) => CallbackFacts = () => ({})) {
  const bettors = await world.bettors(count)
  await Promise.all(bettors.map((bettor) => world.deposit(bettor, '100')))
  await world.payments().settled()
  await world.fault('callback_lost', count)
  for (const one of bettors) await world.answer(one, action)
  await world.fault('callback_lost', 0)
  const { rows } = await sql<{ deposit: bigint; id: string }>`
    select id as deposit, request_id as id from payments.deposit
    where bettor_id = any(${bettors.map((bettor) => bettor.id)}::bigint[]) order by 1`.execute(world.base.db)
  const { prompts } = await world.fakes.books('mpesa')
  const receipts = new Map(prompts.map((prompt) => [prompt.id, prompt.receipt]))
  const callbacks = rows.map(({ deposit, id }, n) => {
    const { receipt = receipts.get(id), code = 0 } = answerOf(n)
    const Item = [
      { Name: 'Amount', Value: 100 },
      { Name: 'MpesaReceiptNumber', Value: receipt },
    ]
    const stkCallback = {
      CheckoutRequestID: id,
      ResultCode: code,
      ...(code === 0 && { CallbackMetadata: { Item } }),
    }
    return { path: world.callbackPath('prompt', deposit), body: { Body: { stkCallback } } }
  })
  return { bettors, callbacks }
}

type Callback = { path: string; body: object }
type Answered = Omit<Awaited<ReturnType<typeof answered>>, 'callbacks'> & { callbacks: Callback[] }

async function send({ bettors, callbacks }: Answered, times: number, through: World = world): Promise<void> {
  const [any] = bettors
  if (!any) throw new Error('no bettor was seeded')
  const all = Array.from({ length: times }, () => callbacks).flat()
  const replies = await Promise.all(all.map(({ path, body }) => through.post(path, body, any)))
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]))
  await through.quiet()
}

const balances = async ({ bettors }: Answered) =>
  new Set(await Promise.all(bettors.map((bettor) => world.balance(bettor)))).values().toArray()

async function deposits({ bettors }: Answered, column: 'state' | 'receipt'): Promise<(string | null)[]> {
  const { rows } = await sql<{ state: string; receipt: string | null }>`
    select state, receipt from payments.deposit where bettor_id = any(${bettors.map((bettor) => bettor.id)}::bigint[])`.execute(
    world.base.db,
  )
  return rows.map((row) => row[column])
}

async function depositIds({ bettors }: Answered): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select id from payments.deposit where bettor_id = any(${bettors.map(({ id }) => id)}::bigint[]) order by id`.execute(
    world.base.db,
  )
  return rows.map(({ id }) => id)
}

test('concurrent callbacks of many deposits, each sent five times, credit each deposit once', async () => {
  const all = await answered('approve')
  await send(all, 5)
  expect(await balances(all)).toEqual(['1095.00'])
  expect(new Set(await deposits(all, 'receipt')).size).toBe(count)
})

test('callbacks to addresses that were made before the secret changed are still processed', async () => {
  const all = await answered('approve')
  const changed = await openWorld({ beside: world, callbackSecret: async () => Buffer.alloc(32, 9) })
  await send(all, 1, changed)
  expect(await balances(all)).toEqual(['1095.00'])
  expect(new Set(await deposits(all, 'receipt')).size).toBe(count)
  await changed.close()
})

test('concurrent callbacks of cancelled prompts end each of them', async () => {
  const all = await answered('cancel', () => ({ code: 1032 }))
  await send(all, 2)
  expect(await balances(all)).toEqual(['1000.00'])
  expect(new Set(await deposits(all, 'state'))).toEqual(new Set(['failed']))
})

test('of concurrent callbacks with one receipt one deposit gets it, and the others are unaffected', async () => {
  const all = await answered('approve', () => ({ receipt: 'SAME000001' }))
  await send(all, 1)
  expect(await balances(all)).toEqual(['1095.00'])
  expect((await deposits(all, 'receipt')).filter((receipt) => receipt !== null)).toEqual(['SAME000001'])
})

test('a deposit whose receipt another transaction is storing waits for it, and is credited without the receipt', async () => {
  const all = await answered('approve', () => ({ receipt: 'SAME000002' }))
  const [, second] = all.callbacks
  if (!second) throw new Error('two callbacks are needed')
  const [first] = await depositIds(all)
  const store = async (tx: Tx) => {
    await lockReceipt(tx, { provider: 'mpesa', receipt: 'SAME000002' })
    await setDeposits(tx, [{ id: first ?? 0n, state: 'pending', receipt: 'SAME000002' }])
  }
  await lockedMeanwhile(world.base.db, store, () => send({ ...all, callbacks: [second] }, 1))
  expect((await deposits(all, 'receipt')).filter((receipt) => receipt !== null)).toEqual(['SAME000002'])
  expect((await deposits(all, 'state')).filter((state) => state === 'succeeded')).toHaveLength(1)
})

test('unreadable callbacks delay no other', async () => {
  const all = await answered('approve')
  const [first, ...others] = all.callbacks
  if (!first) throw new Error('no callback was made')
  await send({ ...all, callbacks: [{ ...first, body: {} }, ...others] }, 1)
  expect((await deposits(all, 'state')).filter((state) => state === 'succeeded')).toHaveLength(count - 1)
  await send({ ...all, callbacks: [first] }, 1)
  expect(await balances(all)).toEqual(['1095.00'])
})

test('a body or an address that the database would refuse causes no error', async () => {
  const key = new URL(await world.payments().callbackAddress('mpesa')).pathname.slice('/cb/'.length)
  const take = (address: string, body: string) => world.payments().acceptCallback(address, body)
  expect(await take(key, '{"a":"\u0000"}')).toMatchObject({ ResultCode: 0 })
  expect(await take('0'.repeat(32), '\u0000')).toBeUndefined()
  expect(await take('\u0000'.repeat(32), '{}')).toBeUndefined()
  await world.quiet()
})
