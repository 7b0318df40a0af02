import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from './testing/payments-world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

async function someone() {
  const [bettor] = await world.bettors(1)
  if (!bettor) throw new Error('nobody')
  return bettor
}

test('a deposit approved on the phone is credited once, less its tax', async () => {
  const bettor = await someone()
  const asked = await world.deposit(bettor, '100')
  expect(asked).toMatchObject({ status: 200, body: { status: 'pending', tax: '5.00', net: '95.00' } })
  await world.answer(bettor)
  expect(await world.balance(bettor)).toBe('1095.00')
  const paid = await world.paymentOf(bettor, asked.body.deposit_id)
  expect(paid).toMatchObject({ status: 'succeeded', amount: '100.00', tax: '5.00', net: '95.00' })
  expect(paid.receipt).toMatch(/^S/)
  const confirmed = await world.post('/v1/deposit-confirmation', { deposit_id: asked.body.deposit_id }, bettor)
  expect(confirmed.body).toMatchObject({ success: true, status: 'succeeded', balance: '1095.00' })
})
