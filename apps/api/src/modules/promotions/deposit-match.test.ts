import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandbox } from '@nare/contract/sandbox'
import { verifyLedger } from '#modules/ledger/ledger'
import { promotionsWorld, type PromotionsWorld } from '#testing/promotions-world'

let world: PromotionsWorld

beforeAll(async () => {
  world = await promotionsWorld()
})
afterAll(() => world.close())

const days = (count: number) => world.nare.call(sandbox.clock, { advance_s: count * 86_400 })

test('the first deposit of the minimum after joining is matched once, by its amount before tax', async () => {
  const id = await world.opened()
  const bettor = await world.someone()
  await world.deposit(bettor, 30_000n)
  await world.run()
  expect((await world.optIn(id, bettor.token)).body.message).toMatch(/^You've joined\. Deposit KSh 100 or more by /)
  await world.deposit(bettor, 9_999n)
  await world.run()
  expect([await world.bonus(bettor), (await world.placed(id, bettor.token)).progress]).toEqual(['0.00', 'waiting'])
  await world.deposit(bettor, 10_000n, 500n)
  await world.deposit(bettor, 50_000n)
  await world.run()
  await world.run()
  expect(await world.bonus(bettor)).toBe('100.00')
  expect(await world.placed(id, bettor.token)).toEqual({ state: 'used', progress: 'given', amount: '100.00' })
  expect(await world.cost(id)).toEqual({ cap: '100000.00', given: '100.00', reserved: '0.00', left: '99900.00' })
})

test('a deposit match is a share of the deposit, rounded down, up to the maximum', async () => {
  const id = await world.opened({ percent: 33, most: '50' })
  const [small, large] = [await world.someone(), await world.someone()]
  for (const bettor of [small, large]) await world.optIn(id, bettor.token)
  await world.deposit(small, 10_001n)
  await world.deposit(large, 1_000_000n)
  await world.run()
  expect([await world.bonus(small), await world.bonus(large)]).toEqual(['33.00', '50.00'])
})

test('a hundred concurrent requests of one bettor join once, with the same or different ids', async () => {
  const id = await world.opened()
  const bettor = await world.someone()
  const same = randomUUID()
  const responses = await Promise.all(
    Array.from({ length: 100 }, (_, n) => world.optIn(id, bettor.token, n % 2 === 0 ? same : randomUUID())),
  )
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await world.cost(id)).toMatchObject({ reserved: '500.00', given: '0.00' })
  const other = await world.opened()
  expect((await world.optIn(other, bettor.token, same)).body).toMatchObject({ code: 'id_reused' })
})

test('when a hundred bettors join and deposit concurrently, the cap is not exceeded, and each who joined gets the full amount', async () => {
  const id = await world.opened({ cost_cap: '5499.99', most: '500', percent: 100 })
  const bettors = await world.nare.bettors(100, 10)
  const joined = await Promise.all(bettors.map(({ token }) => world.optIn(id, token)))
  const inside = bettors.filter((_, n) => joined[n]?.status === 200)
  expect(inside).toHaveLength(10)
  expect(joined.filter(({ status }) => status !== 200).map(({ body }) => [body['code'], body['reason']])).toEqual(
    Array(90).fill(['not_available', 'full']),
  )
  expect(await world.cost(id)).toMatchObject({ reserved: '5000.00', left: '499.99' })
  await Promise.all(bettors.flatMap((bettor) => [world.deposit(bettor, 50_000n), world.deposit(bettor, 70_000n)]))
  await Promise.all(Array.from({ length: 5 }, () => world.run()))
  await world.run()
  expect(await Promise.all(inside.map(world.bonus))).toEqual(Array(10).fill('500.00'))
  const outside = bettors.filter((bettor) => !inside.includes(bettor))
  expect(new Set(await Promise.all(outside.map(world.bonus)))).toEqual(new Set(['0.00']))
  expect(await world.cost(id)).toEqual({ cap: '5499.99', given: '5000.00', reserved: '0.00', left: '499.99' })
  expect((await verifyLedger(world.nare.base.db)).filter(({ broken }) => broken > 0)).toEqual([])
})

test('the reserved cost of a lapsed participation is available to the next bettor', async () => {
  const id = await world.opened({ cost_cap: '500', most: '500' })
  const [bettor, next] = [await world.someone(), await world.someone()]
  await world.optIn(id, bettor.token)
  expect((await world.optIn(id, next.token)).body).toMatchObject({ reason: 'full' })
  expect((await world.list(next.token)).find(({ promotion_id }) => promotion_id === id)?.state).toBe('over')
  await days(8)
  await world.run()
  expect(await world.placed(id, bettor.token)).toEqual({ state: 'over', progress: 'lapsed', amount: '0.00' })
  expect((await world.optIn(id, next.token)).status).toBe(200)
  await world.deposit(bettor, 50_000n)
  await world.deposit(next, 50_000n)
  await world.run()
  expect([await world.bonus(bettor), await world.bonus(next)]).toEqual(['0.00', '500.00'])
})

test('a deposit in time is matched, even if it is read after the participation has ended', async () => {
  const id = await world.opened()
  const bettor = await world.someone()
  await world.optIn(id, bettor.token)
  await world.deposit(bettor, 20_000n)
  await days(9)
  await world.run()
  expect(await world.bonus(bettor)).toBe('200.00')
})

test('a participation does not lapse while another process has not read its deposit', async () => {
  const id = await world.opened()
  const bettor = await world.someone()
  await world.optIn(id, bettor.token)
  await world.deposit(bettor, 20_000n)
  await days(9)
  const other = await world.nare.base.db.startTransaction().execute()
  await sql`select from ledger.consumer where name = 'promotions' for update`.execute(other)
  await world.run()
  await other.rollback().execute()
  await world.run()
  expect(await world.bonus(bettor)).toBe('200.00')
})
