import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { SeededBettor } from '#testing/seed'
import { openWorld, type World } from '../testing/payments-world.ts'

let world: World
/** Callbacks have no session, so this bettor is ignored. */
let sender: SeededBettor

beforeAll(async () => {
  world = await openWorld()
  const [made] = await world.bettors(1)
  if (!made) throw new Error('no bettor was seeded')
  sender = made
})
afterAll(async () => {
  await world.proven()
  await world.close()
})

async function open(): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from payments.callback where processed_at is null`.execute(world.base.db)
  return rows[0]?.open ?? -1
}

test('all bodies of an address are processed, each different body once, although they exceed the limit in memory', async () => {
  const count = 1200
  const path = new URL(await world.payments().callbackAddress('mpesa')).pathname
  const body = (n: number) => ({ TransID: `MANY${n}`, TransAmount: '20.00', BillRefNumber: 'nobody' })
  const all = Array.from({ length: count }, (_, n) => n).flatMap((n) => (n % 10 === 0 ? [n, n] : [n]))
  const replies = await Promise.all(all.map((n) => world.post(path, body(n), sender)))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  await world.quiet()
  for (let n = 0; n < 5 && (await open()) > 0; n++) await world.pass(61)
  expect(await open()).toBe(0)
  const { rows } = await sql<{ receipt: string }>`
    select receipt from payments.paybill where receipt like 'MANY%'`.execute(world.base.db)
  expect(new Set(rows.map(({ receipt }) => receipt)).size).toBe(count)
  expect(rows.length).toBe(count)
})

test('callbacks that arrive several times at each of two processes credit each deposit once', async () => {
  const other = await openWorld({ beside: world })
  onTestFinished(other.close)
  const bettors = await world.bettors(30)
  await Promise.all(bettors.map((bettor) => world.deposit(bettor, '100')))
  await world.payments().settled()
  await world.fault('callback_lost', bettors.length)
  for (const one of bettors) await world.answer(one, 'approve')
  await world.fault('callback_lost', 0)
  const before = await Promise.all(bettors.map((bettor) => world.balance(bettor)))
  const { rows } = await sql<{ id: bigint; request: string }>`
    select id, request_id as request from payments.deposit where bettor_id = any(${bettors.map((bettor) => bettor.id)}::bigint[])`.execute(
    world.base.db,
  )
  const sent = rows.flatMap(({ id, request }, n) => {
    const Item = [{ Name: 'MpesaReceiptNumber', Value: `BOTH${n}` }]
    const stkCallback = { CheckoutRequestID: request, ResultCode: 0, CallbackMetadata: { Item } }
    const path = world.callbackPath('prompt', id)
    return [world, other, world, other].map((at) => at.post(path, { Body: { stkCallback } }, sender))
  })
  await Promise.all(sent)
  await Promise.all([world.quiet(), other.quiet()])
  expect(before).toEqual(bettors.map(() => '1000.00'))
  expect(await Promise.all(bettors.map((bettor) => world.balance(bettor)))).toEqual(bettors.map(() => '1095.00'))
  expect(await open()).toBe(0)
})
