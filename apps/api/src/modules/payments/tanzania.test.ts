import { afterAll, beforeAll, expect, test } from 'vitest'
import { random } from '#platform/random'
import { someone } from './testing/payments-world.ts'
import { openTanzania, type Tanzania } from './testing/tanzania.ts'

let world: Tanzania
beforeAll(async () => {
  world = await openTanzania()
})
afterAll(async () => {
  await world.proven()
  await world.close()
})

const reasonOf = async (bettor: Awaited<ReturnType<typeof someone>>, id: bigint) =>
  (await world.paymentOf(bettor, id.toString())).reason?.code

test('a deposit by M-Pesa is credited with its receipt when the PIN is entered, without a callback', async () => {
  const bettor = await someone(world)
  const { id } = await world.ask(bettor, 'mpesa')
  expect(await world.paymentOf(bettor, `${id}`)).toMatchObject({ status: 'pending', provider: 'mpesa' })
  await world.tap(bettor)
  expect(await world.balance(bettor)).toBe('1095.00')
  const [moved] = (await world.fakes.books('mpesa')).movements.filter(({ msisdn }) => msisdn === bettor.msisdn)
  expect(await world.paymentOf(bettor, `${id}`)).toMatchObject({ status: 'succeeded', receipt: moved?.receipt })
})

test.each([
  ['cancel', 'cancelled'],
  ['no_funds', 'no_funds'],
  ['wrong_pin', 'provider_refused'],
] as const)('a prompt of M-Pesa that ends by %s fails immediately', async (action, reason) => {
  const bettor = await someone(world)
  const { id } = await world.ask(bettor, 'mpesa')
  await world.tap(bettor, action)
  expect([await reasonOf(bettor, id), await world.balance(bettor)]).toEqual([reason, '1000.00'])
})

test.each(['time_out', 'no_answer', 'malformed', 'unknown_code', 'gateway_refused', 'other_payment'] as const)(
  'a prompt whose answer is spoilt by %s after the money moved is credited once, by the query',
  async (fault) => {
    const bettor = await someone(world)
    const { id } = await world.ask(bettor, 'mpesa')
    await world.fault(fault)
    await world.tap(bettor)
    expect(await world.balance(bettor)).toBe('1000.00')
    for (let n = 0; n < 4; n++) await world.pass(91)
    expect(await world.balance(bettor)).toBe('1095.00')
    const { receipt } = await world.paymentOf(bettor, `${id}`)
    expect(receipt).toBeTruthy()
    expect(await world.moved(bettor, 'mpesa')).toEqual([100, 0])
  },
)

test('a phone that answers after the request was cut is credited by a later query', async () => {
  const bettor = await someone(world)
  await world.fault('callback_lost')
  await world.ask(bettor, 'mpesa')
  await world.pass(91)
  expect(await world.balance(bettor)).toBe('1000.00')
  await world.tap(bettor)
  await world.pass(91)
  expect(await world.balance(bettor)).toBe('1095.00')
})

test('a prompt that Vodacom refuses fails immediately; one that was never sent is queried for days and credits nothing', async () => {
  const [refused, lost] = await world.bettors(2)
  if (!refused || !lost) throw new Error('no bettors were seeded')
  await world.fault('refused')
  const { id } = await world.ask(refused, 'mpesa')
  await world.quiet()
  expect(await reasonOf(refused, id)).toBe('provider_refused')
  await world.crashAt('deposit claimed')
  await world.deposit(lost, '100')
  await world.quiet()
  await world.again()
  for (const seconds of [91, 91, 301]) await world.pass(seconds)
  expect([(await world.depositOf(lost)).state, await world.balance(lost)]).toEqual(['unknown', '1000.00'])
})

test('three hundred prompts that wait for a PIN, more than the queue runs at once, hold up neither payouts nor other deposits', async () => {
  const bettors = await world.bettors(302)
  const [winner, other, ...waiting] = bettors
  if (!winner || !other) throw new Error('no bettors were seeded')
  for (let n = 0; n < waiting.length; n += 10)
    await Promise.all(waiting.slice(n, n + 10).map((bettor) => world.deposit(bettor, '100', { provider: 'mpesa' })))
  await expect.poll(() => world.fakes.waitingForPin(), { timeout: 120_000 }).toBeGreaterThanOrEqual(300)
  expect(world.payments().prompting().size).toBe(300)
  expect(world.payments().prompting().size).toBe(300)
  const { withdrawal_id } = (await world.withdraw(winner, '105', { provider: 'mpesa' })).body
  await world.quiet()
  expect(await world.paymentOf(winner, withdrawal_id)).toMatchObject({ status: 'done' })
  await world.ask(other, 'airtel')
  await world.tap(other)
  expect(await world.balance(other)).toBe('1095.00')
  for (const { msisdn } of waiting) {
    const [prompt] = await world.fakes.prompts(msisdn)
    await world.fakes.act(msisdn, prompt?.id ?? '', 'approve')
  }
  await expect.poll(() => world.payments().prompting().size, { timeout: 120_000 }).toBe(0)
  await world.quiet()
  for (const bettor of waiting) expect(await world.balance(bettor)).toBe('1095.00')
}, 400_000)

test('a process that ends while a prompt waits loses nothing: another one credits it once, and the late answer does nothing', async () => {
  const [before, after] = await world.bettors(2)
  if (!before || !after) throw new Error('no bettors were seeded')
  await world.ask(before, 'mpesa')
  await world.ask(after, 'mpesa')
  const prompt = await world.promptOf(before)
  await world.again()
  // The one is answered while the ended process would still have waited, the other when the new one has queried it before.
  await world.fakes.act(before.msisdn, prompt?.id ?? '', 'approve')
  await world.quiet()
  expect(await world.balance(before)).toBe('1000.00')
  await world.pass(91)
  expect([await world.balance(before), await world.balance(after)]).toEqual(['1095.00', '1000.00'])
  await world.tap(after)
  for (const seconds of [91, 91]) await world.pass(seconds)
  expect([await world.balance(before), await world.balance(after)]).toEqual(['1095.00', '1095.00'])
})

test.each(['time_out', 'no_answer', 'malformed', 'unknown_code', 'payout_ambiguous', 'payout_duplicate'] as const)(
  'a payout by M-Pesa whose answer is spoilt by %s is paid once and ends by the query',
  async (fault) => {
    const bettor = await someone(world)
    await world.fault(fault)
    const { withdrawal_id } = (await world.withdraw(bettor, '105', { provider: 'mpesa' })).body
    await world.quiet()
    expect(await world.paymentOf(bettor, withdrawal_id)).toMatchObject({ status: 'sent' })
    await world.pass(91)
    expect(await world.paymentOf(bettor, withdrawal_id)).toMatchObject({ status: 'done' })
    expect([await world.balance(bettor), await world.moved(bettor, 'mpesa')]).toEqual(['895.00', [0, 100]])
  },
)

test('a payout that Vodacom refuses is refunded; one that its overload may have taken stays open and is never sent again', async () => {
  const [refused, busy] = await world.bettors(2)
  if (!refused || !busy) throw new Error('no bettors were seeded')
  await world.fault('payout_failed')
  await world.withdraw(refused, '105', { provider: 'mpesa' })
  await world.quiet()
  expect(await world.balance(refused)).toBe('1000.00')
  await world.fault('payout_busy')
  const { withdrawal_id } = (await world.withdraw(busy, '105', { provider: 'mpesa' })).body
  for (const seconds of [91, 91, 301]) await world.pass(seconds)
  expect(await world.paymentOf(busy, withdrawal_id)).toMatchObject({ status: 'sent' })
  expect([await world.balance(busy), await world.moved(busy, 'mpesa')]).toEqual(['895.00', [0, 0]])
})

test('a refused key stops payouts until an operator ends the fault', async () => {
  const [first, second] = await world.bettors(2)
  if (!first || !second) throw new Error('no bettors were seeded')
  // A new session is tried for half a minute, in case it is not live yet.
  await world.fault('initiator_refused', 100)
  await world.withdraw(first, '105', { provider: 'mpesa' })
  await world.quiet()
  await world.fault('initiator_refused', 0)
  expect(await world.balance(first)).toBe('1000.00')
  expect(await world.withdraw(second, '105', { provider: 'mpesa' })).toMatchObject({
    body: { code: 'withdrawals_paused' },
  })
  await world.endFaults()
  expect((await world.withdraw(second, '105', { provider: 'mpesa' })).status).toBe(200)
  await world.quiet()
  expect(await world.moved(second, 'mpesa')).toEqual([0, 100])
})

test.each(['mpesa', 'mixx'] as const)(
  'a hundred withdrawals with one id by %s are one payout, and a hundred different ones pay what the balance has',
  async (provider) => {
    const [same, many] = await world.bettors(2, 1050)
    if (!same || !many) throw new Error('no bettors were seeded')
    const id = random.uuid()
    const times = Array.from({ length: 100 })
    await Promise.all(times.map(() => world.withdraw(same, '105', { id, provider })))
    await Promise.all(times.map(() => world.withdraw(many, '105', { provider })))
    await world.quiet()
    expect([await world.balance(same), await world.moved(same, provider)]).toEqual(['945.00', [0, 100]])
    expect([await world.balance(many), await world.moved(many, provider)]).toEqual(['0.00', [0, 1000]])
  },
)

test('Airtel Money of Tanzania: numbers without 255, and a hundred identical callbacks credit once', async () => {
  const bettor = await someone(world)
  const { reference } = await world.ask(bettor, 'airtel')
  const path = new URL(await world.payments().callbackAddress('airtel')).pathname
  await world.fault('callback_lost', 1, 'airtel')
  await world.tap(bettor)
  const transaction = { id: reference, status_code: 'TS', airtel_money_id: 'CLAIMED' }
  await Promise.all(Array.from({ length: 100 }, () => world.post(path, { transaction }, bettor)))
  await world.quiet()
  expect([await world.balance(bettor), await world.moved(bettor, 'airtel')]).toEqual(['1095.00', [100, 0]])
  await world.withdraw(bettor, '105', { provider: 'airtel' })
  await world.quiet()
  expect(await world.moved(bettor, 'airtel')).toEqual([100, 100])
})
