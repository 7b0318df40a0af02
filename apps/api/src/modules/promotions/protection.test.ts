import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { protection } from '@nare/contract/protection'
import { sandbox } from '@nare/contract/sandbox'
import type { SeededBettor } from '#testing/seed'
import { transact } from '#platform/db'
import { betsOn, pick } from '#testing/bets'
import { closedMeanwhile } from '#testing/waiting'
import { writeEarned } from './place-store.ts'
import { promotionsWorld, type PromotionsWorld } from '#testing/promotions-world'

let world: PromotionsWorld

beforeAll(async () => {
  world = await promotionsWorld()
})
afterAll(() => world.close())

const days = (count: number) => world.nare.call(sandbox.clock, { advance_s: count * 86_400 })

/** Each reason that excludes a bettor from promotions, and the refusal of joining. */
const excluded: [string, (bettor: SeededBettor) => Promise<unknown>, object][] = [
  [
    'on a break',
    ({ token }) => world.nare.call(protection.selfExclude, { period: '24h' }, token),
    { code: 'self_excluded', until: expect.any(String) },
  ],
  [
    'excluded',
    ({ token }) => world.nare.call(protection.selfExclude, { period: '6m' }, token),
    { code: 'self_excluded', until: expect.any(String) },
  ],
  [
    'who closed the account',
    ({ id }) =>
      sql`insert into protection.closed (bettor_id, since) values (${id}::bigint, platform.now())`.execute(
        world.nare.base.db,
      ),
    { code: 'self_excluded', closed: true },
  ],
  ['with a sign of harm', (bettor) => world.mark(bettor), { code: 'not_available', reason: 'not_for_you' }],
  [
    'who used up a limit',
    async (bettor) => {
      await world.nare.call(protection.setLimits, { deposit: { day: '20' } }, bettor.token)
      await world.deposit(bettor, 2_000n)
    },
    { code: 'limit_reached', message: "You've reached a limit that you set. Join once it resets" },
  ],
]

test.each(excluded)(
  'a bettor %s sees no promotion, cannot join one and gets no reward',
  async (_name, exclude, refusal) => {
    const [id, joined] = [await world.opened(), await world.opened()]
    const bettor = await world.someone()
    expect((await world.list(bettor.token)).length).toBeGreaterThan(1)
    await world.optIn(joined, bettor.token)
    await exclude(bettor)
    expect(await world.list(bettor.token)).toEqual([])
    expect((await world.page(id, bettor.token)).status).toBe(404)
    expect((await world.optIn(id, bettor.token)).body).toMatchObject(refusal)
    expect((await world.page(joined, bettor.token)).body.data.state).toBe('joined')
    await world.deposit(bettor, 20_000n)
    await world.run()
    expect(await world.bonus(bettor)).toBe('0.00')
    expect(await world.placed(joined, bettor.token)).toEqual({ state: 'joined', progress: 'due', amount: '200.00' })
  },
)

test('an earned reward is given after the end of a break', async () => {
  const id = await world.opened()
  const bettor = await world.someone()
  await world.optIn(id, bettor.token)
  await world.deposit(bettor, 20_000n)
  await world.nare.call(protection.selfExclude, { period: '24h' }, bettor.token)
  await world.run()
  expect(await world.bonus(bettor)).toBe('0.00')
  await days(2)
  await world.run()
  expect(await world.bonus(bettor)).toBe('200.00')
})

test('an earned reward lapses after thirty days, and its reserved cost is released', async () => {
  const id = await world.opened({ ends_at: new Date(world.nare.app.clock.now() + 60 * 86_400_000).toISOString() })
  const bettor = await world.someone()
  await world.optIn(id, bettor.token)
  await world.deposit(bettor, 20_000n)
  await world.nare.call(protection.selfExclude, { period: '6m' }, bettor.token)
  await world.run()
  expect(await world.cost(id)).toMatchObject({ reserved: '200.00', given: '0.00' })
  await days(31)
  await world.run()
  expect(await world.cost(id)).toMatchObject({ reserved: '0.00', given: '0.00' })
  expect(await world.bonus(bettor)).toBe('0.00')
})

test('with concurrent joining and break, no bettor joins after the response to the break', async () => {
  const id = await world.opened()
  const bettors = await world.nare.bettors(30, 100)
  const outcomes = await Promise.all(
    bettors.map(async ({ token }) => {
      const joining = world.optIn(id, token)
      await world.nare.call(protection.selfExclude, { period: '24h' }, token)
      return [(await joining).status, (await world.optIn(id, token)).status]
    }),
  )
  // A bettor who joined before the break is shown as joined; all others are refused, both times.
  expect(outcomes.every(([first, second]) => (first === 200 ? second === 200 : second === 403))).toBe(true)
})

test('joining, earning and paying are decided under the lock of the cash account, which exclusions take', async () => {
  const { nare } = world
  const id = await world.opened({ kind: 'points', points: 35, percent: 50, min_stake: '50' })
  const [joiner, earner, paid] = [await world.someone(), await world.someone(), await world.someone()]
  expect(await closedMeanwhile(nare, joiner.id, () => world.optIn(id, joiner.token))).toMatchObject({ status: 403 })

  const bets = betsOn(nare)
  const match = await nare.match()
  await world.optIn(id, earner.token)
  await bets.mustPlace(earner.token, [pick(match)], { stake: '400' })
  await bets.result(match, { half_time: '0:0', full_time: '1:0' })
  await closedMeanwhile(nare, earner.id, world.run)
  expect((await world.placed(id, earner.token)).progress).toBe('waiting')

  await world.optIn(id, paid.token)
  const place = { promotion: BigInt(id), bettor: paid.id }
  const used = { ...place, state: 'used', reserved: 0n, earned: 20n } as const
  const reward = { ...place, cause: 'test', amount: 20n, cost: 20n, givenFor: null }
  await transact(nare.app.db, (tx) => writeEarned(tx, { changes: [used], rewards: [reward], freed: new Map() }))
  await closedMeanwhile(nare, paid.id, world.run)
  expect((await world.placed(id, paid.token)).progress).toBe('due')
  expect((await nare.app.ledger.balances(paid.id)).points).toBe(0)
})

test('a promotion sends no SMS', async () => {
  const id = await world.opened()
  const bettor = await world.someone()
  await world.optIn(id, bettor.token)
  await world.deposit(bettor, 20_000n)
  await world.run()
  const { body } = await world.nare.call(sandbox.phone, { msisdn: bettor.msisdn })
  expect(body.sms).toEqual([])
})
