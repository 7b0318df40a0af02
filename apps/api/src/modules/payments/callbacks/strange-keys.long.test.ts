import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../testing/payments-world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  await world.proven()
  await world.close()
})

/** A key with a valid form that is not ours. */
const strangeKey = (n: number): string => createHash('sha256').update(`strange ${n}`).digest('hex').slice(0, 32)

/** A bettor who has paid a deposit of KSh 100 whose callback was lost. `send` sends a callback with these items. */
async function paidBehindUs() {
  const [bettor] = await world.bettors(1)
  if (!bettor) throw new Error('no bettor was seeded')
  await world.deposit(bettor, '100')
  await world.payments().settled()
  await world.fault('callback_lost', 1)
  await world.answer(bettor, 'approve')
  const { rows } = await sql<{ id: bigint; request: string }>`
    select id, request_id as request from payments.deposit where bettor_id = ${bettor.id}::bigint`.execute(
    world.base.db,
  )
  const [row] = rows
  if (!row) throw new Error('no deposit')
  const send = (Item: object[]) => {
    const stkCallback = { CheckoutRequestID: row.request, ResultCode: 0, CallbackMetadata: { Item } }
    return world.post(world.callbackPath('prompt', row.id), { Body: { stkCallback } }, bettor)
  }
  return { bettor, send }
}

test('thousands of callbacks with unknown keys get 404, and a concurrent callback of a deposit is accepted', async () => {
  const { bettor, send } = await paidBehindUs()
  const strange = Array.from({ length: 4000 }, (_, n) => world.post(`/cb/${strangeKey(n)}`, { n }, bettor))
  const ours = Array.from({ length: 10 }, () => send([]))
  expect(new Set((await Promise.all(ours)).map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set((await Promise.all(strange)).map(({ status }) => status))).toEqual(new Set([404]))
  await world.quiet()
  expect(await world.balance(bettor)).toBe('1095.00')
})

test('a paid deposit is credited although its callback had a receipt of thousands of characters', async () => {
  const { bettor, send } = await paidBehindUs()
  const text = Array.from({ length: 400 }, (_, n) => strangeKey(n)).join('')
  const sent = await send([
    { Name: 'Amount', Value: 100 },
    { Name: 'MpesaReceiptNumber', Value: text },
  ])
  expect(sent.status).toBe(200)
  await world.quiet()
  for (let n = 0; n < 3; n++) await world.pass(15)
  expect(await world.balance(bettor)).toBe('1095.00')
})
