import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SeededBettor } from '#testing/seed'
import { openWorld, prompted, someone, type World } from '../testing/payments-world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  await world.proven()
  await world.close()
})

const deposit = (bettor: SeededBettor, amount: string) => world.deposit(bettor, amount)

test('of a hundred different concurrent deposits one gets a prompt, and the refusals of the others name it', async () => {
  const bettor = await someone(world)
  const responses = await Promise.all(Array.from({ length: 100 }, () => deposit(bettor, '50')))
  await world.payments().settled()
  const accepted = responses.filter((response) => response.status === 200)
  expect(accepted).toHaveLength(1)
  expect(await world.fakes.prompts(bettor.msisdn)).toHaveLength(1)
  const { deposit_id } = accepted[0]?.body ?? {}
  expect(responses.find((response) => response.status !== 200)).toMatchObject({
    status: 422,
    body: { code: 'deposit_open', deposit_id, message: 'A request to pay waits on your phone. Please finish it first' },
  })
})

test.each(['approve', 'cancel'] as const)(
  'after a prompt was answered with %s another deposit is accepted',
  async (action) => {
    const { bettor } = await prompted(world)
    await world.answer(bettor, action)
    expect((await deposit(bettor, '100')).status).toBe(200)
    await world.quiet()
  },
)

test('an unknown deposit blocks another until its provider has been queried for three days; paybill payments always arrive', async () => {
  const { bettor } = await prompted(world)
  for (let n = 0; n < 4; n++) await world.pass(61)
  const second = await deposit(bettor, '100')
  expect(second.body).toMatchObject({ code: 'deposit_open', message: expect.stringContaining('do not pay again') })
  await world.fakes.pay({ msisdn: bettor.msisdn, account: bettor.msisdn, amount: 200 })
  await world.quiet()
  expect(await world.balance(bettor)).toBe('1190.00')
  await world.pass(72 * 3600)
  expect((await deposit(bettor, '100')).status).toBe(200)
  await world.quiet()
})

test('an unknown deposit that cannot be queried blocks another for an hour', async () => {
  await world.fault('time_out')
  const { bettor } = await prompted(world)
  await world.pass(181)
  expect((await deposit(bettor, '100')).body).toMatchObject({ code: 'deposit_open' })
  await world.pass(3600)
  expect((await deposit(bettor, '100')).status).toBe(200)
  await world.quiet()
})

test('a client that requests more than one prompt at a time gets one', async () => {
  const { bettor, id } = await prompted(world)
  const second = await world.deposit(bettor, '100', { one_at_a_time: false })
  expect(second).toMatchObject({ status: 422, body: { code: 'deposit_open', deposit_id: id } })
  expect(await world.fakes.prompts(bettor.msisdn)).toHaveLength(1)
})

test.each(['0', '254', '+254 '])(
  'the account’s own number with the prefix %s is accepted, another phone gets no prompt',
  async (prefix) => {
    const bettor = await someone(world)
    const stranger = await someone(world)
    const withPrefix = (msisdn: string) => `${prefix}${msisdn.slice(3)}`
    const requested = await world.deposit(bettor, '100', { msisdn: withPrefix(stranger.msisdn) })
    expect(requested).toMatchObject({ status: 422, body: { code: 'msisdn_not_yours' } })
    expect((await world.deposit(bettor, '100', { msisdn: withPrefix(bettor.msisdn) })).status).toBe(200)
    await world.quiet()
    expect(await world.fakes.prompts(stranger.msisdn)).toEqual([])
    expect(await world.fakes.prompts(bettor.msisdn)).toHaveLength(1)
  },
)

test('a phone gets a bounded number of prompts within 24 hours', async () => {
  const other = await openWorld({ promptsDayMax: 3 })
  try {
    const bettor = await someone(other)
    for (let n = 0; n < 3; n++) {
      expect((await other.deposit(bettor, '100')).status).toBe(200)
      await other.answer(bettor, 'cancel')
    }
    const requested = await other.deposit(bettor, '100')
    expect(requested).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    await other.pass(24 * 3600)
    expect((await other.deposit(bettor, '100')).status).toBe(200)
    await other.quiet()
    expect(await other.fakes.prompts(bettor.msisdn)).toHaveLength(4)
  } finally {
    await other.close()
  }
})
