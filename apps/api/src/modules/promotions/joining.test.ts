import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandbox } from '@nare/contract/sandbox'
import { betsOn, pick } from '#testing/bets'
import { giveGrants } from '#testing/grants'
import { promotionsWorld, type PromotionsWorld } from '#testing/promotions-world'

let world: PromotionsWorld

beforeAll(async () => {
  world = await promotionsWorld()
})
afterAll(() => world.close())

test('a hundred joins that wait for the cost of their promotion leave connections to stakes', async () => {
  const id = await world.opened()
  const joiners = await world.nare.bettors(100, 10)
  const others = await world.nare.bettors(4, 1_000)
  const match = await world.nare.match()
  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const lock = world.nare.base.db.transaction().execute(async (tx) => {
    await sql`select from promotions.cost where promotion_id = ${id}::bigint for update`.execute(tx)
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const joins = joiners.map(({ token }) => world.optIn(id, token))
  const staked = await untilOneWaits()
    .then(() => Promise.all(others.map(({ token }) => place(token, match))))
    .finally(() => release.resolve())
  await lock
  expect(staked.map(({ status }) => status)).toEqual(others.map(() => 201))
  expect(new Set((await Promise.all(joins)).map(({ status }) => status))).toEqual(new Set([200]))
  expect(await world.cost(id)).toMatchObject({ reserved: '50000.00', given: '0.00' })
})

/** Places a bet in up to three attempts, because a busy machine may refuse a bet that waited for 150 ms. */
async function place(token: string, match: string) {
  const tries = [1, 2]
  let placed = await betsOn(world.nare).place(token, [pick(match)])
  while (placed.status === 503 && tries.pop()) placed = await betsOn(world.nare).place(token, [pick(match)])
  return placed
}

/** Resolves when a join waits for the locked row. */
async function untilOneWaits(): Promise<void> {
  for (let polls = 0; polls < 10_000; polls++) {
    const { rows } = await sql`
      select from pg_locks where locktype = 'tuple' and relation = 'promotions.cost'::regclass
        and database = (select oid from pg_database where datname = current_database())`.execute(world.nare.base.db)
    if (rows.length > 0) return
  }
  throw new Error('no join waited for the locked row')
}

test('a reward waits while its bettor has fifty active bonuses, and is given when one of them has ended', async () => {
  const id = await world.opened()
  const player = await world.someone()
  const [first = 0n] = await giveGrants(world.nare, player.id, 50)
  await world.optIn(id, player.token)
  await world.deposit(player, 10_000n)
  await world.run()
  expect([await world.bonus(player), (await world.placed(id, player.token)).progress]).toEqual(['50.00', 'due'])
  await world.nare.app.bonus.cancel({ bettor: player.id, grantId: first, id: randomUUID() })
  await world.nare.call(sandbox.clock, { advance_s: 601 })
  await world.run()
  expect([await world.bonus(player), (await world.placed(id, player.token)).progress]).toEqual(['149.00', 'given'])
})
