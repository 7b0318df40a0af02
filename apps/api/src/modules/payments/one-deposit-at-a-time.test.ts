import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SeededBettor } from '#testing/seed'
import { openWorld, prompted, someone, type World } from './testing/payments-world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  await world.proven()
  await world.close()
})

const deposit = (bettor: SeededBettor, amount: string) => world.deposit(bettor, amount, { one_at_a_time: true })

test('a hundred different deposits at once leave one prompt, and the others are told which one waits', async () => {
  const bettor = await someone(world)
  const all = await Promise.all(Array.from({ length: 100 }, () => deposit(bettor, '50')))
  await world.payments().settled()
  const taken = all.filter((one) => one.status === 200)
  expect(taken).toHaveLength(1)
  expect(await world.fakes.prompts(bettor.msisdn)).toHaveLength(1)
  const { deposit_id } = taken[0]?.body ?? {}
  expect(all.find((one) => one.status !== 200)).toMatchObject({
    status: 422,
    body: { code: 'deposit_open', deposit_id, message: 'A request to pay waits on your phone. Please finish it first' },
  })
})

test.each(['approve', 'cancel'] as const)('a prompt answered with %s makes room for the next', async (action) => {
  const { bettor } = await prompted(world)
  await world.answer(bettor, action)
  expect((await deposit(bettor, '100')).status).toBe(200)
  await world.quiet()
})

test('an unknown deposit refuses another until its provider has been asked for three days; money paid by hand always arrives', async () => {
  const { bettor } = await prompted(world)
  for (let n = 0; n < 4; n++) await world.pass(61)
  const again = await deposit(bettor, '100')
  expect(again.body).toMatchObject({ code: 'deposit_open', message: expect.stringContaining('do not pay again') })
  await world.fakes.pay({ msisdn: bettor.msisdn, account: bettor.msisdn, amount: 200 })
  await world.quiet()
  expect(await world.balance(bettor)).toBe('1190.00')
  await world.pass(72 * 3600)
  expect((await deposit(bettor, '100')).status).toBe(200)
  await world.quiet()
})

test('an unknown deposit that the provider cannot be asked about refuses another for an hour', async () => {
  await world.fault('time_out')
  const { bettor } = await prompted(world)
  await world.pass(181)
  expect((await deposit(bettor, '100')).body).toMatchObject({ code: 'deposit_open' })
  await world.pass(3600)
  expect((await deposit(bettor, '100')).status).toBe(200)
  await world.quiet()
})

test('a client that does not wish for one at a time has as many prompts as it asks for', async () => {
  const { bettor } = await prompted(world)
  expect((await world.deposit(bettor, '100')).status).toBe(200)
  await world.payments().settled()
  expect(await world.fakes.prompts(bettor.msisdn)).toHaveLength(2)
})
