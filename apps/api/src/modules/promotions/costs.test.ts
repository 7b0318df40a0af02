import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bonus as bonusCalls } from '@nare/contract/bonus'
import { operatorPromotions } from '@nare/contract/operator-promotions'
import { operatorPoints } from '@nare/contract/operator-rewards'
import { points as pointCalls } from '@nare/contract/points'
import { verifyBonus } from '#modules/bonus/bonus'
import { bonusTickets } from '#modules/tickets/tickets'
import { transact } from '#platform/db'
import { betsOn, pick } from '#testing/bets'
import { bonusesOn } from '#testing/bonus'
import type { SeededBettor } from '#testing/seed'
import { promotionsWorld, type PromotionsWorld } from '#testing/promotions-world'

let world: PromotionsWorld
beforeAll(async () => {
  world = await promotionsWorld()
})
afterAll(() => world.close())

/** Numbers that a course takes its steps by: the same for the same seed. */
function course(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Moved = { about: string | null; kind: string; house: string; amount: bigint; times: number }

/** The slow twin: what the operator's accounts paid and received by subject and kind, from the entries. */
async function ledgerOf(names: readonly string[]): Promise<readonly Moved[]> {
  const { rows } = await sql<Moved>`
    select t.about, t.kind, a.name as house, sum(e.amount)::bigint as amount, count(*)::int as times
    from ledger.entry e join ledger.account a on a.id = e.account_id join ledger.transfer t on t.no = e.transfer_no
    where a.name = any(${names}::text[]) group by 1, 2, 3`.execute(world.nare.base.db)
  return rows
}

const sumOf = (rows: readonly Moved[], where: (row: Moved) => boolean) =>
  rows.filter(where).reduce((sum, { amount }) => sum + amount, 0n)
const cents = (text: string): bigint => BigInt(text.replace('.', ''))

test('in a random course of bonuses, bets, corrections, expiry and points, what each promotion costs and where points went equals the ledger', async () => {
  const { nare, tokens } = world
  const { app } = nare
  const [bets, bonuses] = [betsOn(nare), bonusesOn(nare)]
  const ids = [await world.opened(), await world.opened({ title: { en: 'Another', sw: 'Nyingine' } })]
  const bettors: SeededBettor[] = await nare.bettors(4, 5_000)
  const pickFrom = course(20_261_129)
  const someone = (): SeededBettor => bettors[pickFrom(bettors.length)] as SeededBettor
  const played: string[] = []
  const steps = [
    async () => {
      const source = (['promotion', 'promotion', 'operator', 'points'] as const)[pickFrom(4)] ?? 'operator'
      const promotionId = source === 'promotion' ? ids[pickFrom(2)] : undefined
      await bonuses.grant(someone(), 5 + pickFrom(200), {
        ...{ source, wagerTimes: 1 + pickFrom(2), days: 1 + pickFrom(3) },
        ...(promotionId !== undefined && { promotionId }),
      })
    },
    async () => {
      const match = await nare.match()
      for (let n = 0; n < 2; n++) await bets.place(someone().token, [pick(match)], { stake: `${5 + pickFrom(90)}` })
      await bets.result(match, { full_time: pickFrom(2) === 0 ? '2:0' : '0:1' })
      played.push(match)
    },
    async () => {
      const match = played[pickFrom(played.length)]
      if (match !== undefined) await bets.result(match, { full_time: pickFrom(2) === 0 ? '1:0' : '0:2' })
    },
    async () => {
      const { token } = someone()
      const grant = (await bonuses.grants(token)).find(({ state }) => state === 'active')
      if (grant) await nare.call(bonusCalls.cancelBonus, { grant_id: grant.grant_id, id: randomUUID() }, token)
    },
    async () => {
      await app.clock.advance(40_000)
      await app.bonus.expire()
    },
    async () => {
      const { id } = someone()
      const points = (1 + pickFrom(30)) * 100
      await transact(app.db, (tx) =>
        app.points.award(tx, {
          id: randomUUID(),
          bettor: id,
          points: BigInt(points),
          reason: pickFrom(2) === 0 ? 'prize' : 'promotion',
        }),
      )
    },
    async () =>
      void (await nare.call(pointCalls.redeem, { id: randomUUID(), points: 100 * (1 + pickFrom(9)) }, someone().token)),
    async () => {
      const input = { id: randomUUID(), bettor_id: someone().id.toString(), points: pickFrom(400) - 200 || 1 }
      await nare.call(operatorPoints.adjustPoints, { ...input, reason: 'a random course' }, tokens.asha)
    },
  ]
  for (let n = 0; n < 90; n++) {
    await steps[pickFrom(steps.length)]?.()
    if (n % 3 === 0) await app.bonus.wager()
    if (n % 4 === 0) await app.points.earn()
    if (n % 10 === 0) await app.bonus.sumCosts()
  }
  await app.bonus.wager()
  await app.bonus.sumCosts()
  await app.ledger.sumHouseFlow()

  const moved = await ledgerOf(['house:promotions', 'house:points'])
  const { rows: grants } = await sql<{ about: string; source: string; promotion: string | null; wagered: bigint }>`
    select 'grant/' || grant_id as about, source, promotion_id as promotion, wager_done as wagered from bonus.grant`.execute(
    nare.base.db,
  )
  const aboutsOf = (promotion: string) =>
    new Set(grants.filter((one) => one.promotion === promotion).map(({ about }) => about))
  const listed = (await nare.call(operatorPromotions.promotions, {}, tokens.asha)).body.data
  for (const id of ids) {
    const abouts = aboutsOf(id)
    const of = (kind: string) => sumOf(moved, (row) => row.kind === kind && abouts.has(row.about ?? ''))
    const shown = listed.find(({ promotion_id }) => promotion_id === id)?.bonus
    expect(shown).toMatchObject({ grants: abouts.size })
    expect({
      granted: cents(shown?.granted ?? ''),
      expired: cents(shown?.expired ?? ''),
      cancelled: cents(shown?.cancelled ?? ''),
      restored: cents(shown?.restored ?? ''),
      wagered: cents(shown?.wagered ?? ''),
      cost: cents(shown?.cost ?? ''),
    }).toEqual({
      granted: -of('bonus_granted'),
      expired: of('bonus_expired'),
      cancelled: of('bonus_cancelled'),
      restored: -of('bonus_restored'),
      wagered: grants.filter((one) => one.promotion === id).reduce((sum, one) => sum + one.wagered, 0n),
      cost: -sumOf(moved, (row) => abouts.has(row.about ?? '')),
    })
    expect(cents(shown?.granted ?? '')).toBeGreaterThan(0n)
  }
  const costs = await Promise.all(
    (['promotion', 'operator', 'points'] as const).map(async (source) => ({
      source,
      read: await app.bonus.costs(source, ids),
    })),
  )
  const total = costs.reduce(
    (sum, { read }) => sum + read.of().cost + ids.reduce((own, id) => own + read.of(id).cost, 0n),
    0n,
  )
  expect(total).toBe(-sumOf(moved, ({ house }) => house === 'house:promotions'))
  expect(costs.some(({ read }) => [...ids, ''].some((id) => read.of(id).converted > 0n))).toBe(true)

  const books = (await nare.call(operatorPoints.pointBooks, {}, tokens.asha)).body.data
  const pointsOf = (kind: string) => Number(-sumOf(moved, (row) => row.kind === kind))
  expect({
    ...{
      earned: books.earned.points,
      prizes: books.prizes.points,
      promotions: books.promotions.points,
      added: books.added.points,
    },
    ...{ redeemed: books.redeemed.points, deducted: books.deducted.points, taken_back: books.taken_back.points },
    outstanding: books.outstanding,
  }).toEqual({
    ...{
      earned: pointsOf('points_earned'),
      prizes: pointsOf('points_prize'),
      promotions: pointsOf('points_promotion'),
    },
    ...{
      added: pointsOf('points_adjusted'),
      redeemed: -pointsOf('points_redeemed'),
      deducted: -pointsOf('points_deducted'),
    },
    taken_back: 0 - pointsOf('points_taken_back'),
    outstanding: Number(-sumOf(moved, ({ house }) => house === 'house:points')),
  })
  expect(books.issued - books.gone).toBe(books.outstanding)
  expect((await verifyBonus(nare.base.db, bonusTickets)).filter(({ broken }) => broken > 0)).toEqual([])
  // A sum that differs is found.
  await sql`update bonus.cost set expired = expired + 1 where promotion_id = ${ids[0]}`.execute(nare.base.db)
  const broken = (await verifyBonus(nare.base.db, bonusTickets)).filter((check) => check.broken > 0)
  expect(broken.map(({ name }) => name)).toEqual(['what bonus money costs is what the ledger moved for its grants'])
  await sql`update bonus.cost set expired = expired - 1 where promotion_id = ${ids[0]}`.execute(nare.base.db)
})

test('the points of a period are those of its days, and a period that is none is refused by its field', async () => {
  const { nare, tokens } = world
  const asked = (input: { from?: string; to?: string }) => nare.call(operatorPoints.pointBooks, input, tokens.asha)
  const before = (await asked({})).body.data
  await nare.app.clock.advance(60 * 86_400)
  const [bettor] = await nare.bettors(1, 10)
  const input = {
    id: randomUUID(),
    bettor_id: bettor?.id.toString() ?? '',
    points: 700,
    reason: 'a complaint that was right',
  }
  expect((await nare.call(operatorPoints.adjustPoints, input, tokens.asha)).body).toEqual({ state: 'done' })
  const books = (await asked({})).body.data
  expect(books).toMatchObject({
    issued: 700,
    gone: 0,
    added: { points: 700, times: 1 },
    redeemed: { points: 0, times: 0 },
  })
  expect(books.outstanding).toBe(before.outstanding + 700)
  const longAgo = (await asked({ from: before.from, to: before.to })).body.data
  expect(longAgo).toMatchObject({ issued: before.issued, gone: before.gone, outstanding: books.outstanding })
  expect(await asked({ from: '2026-02-01', to: '2026-01-01' })).toMatchObject({
    status: 400,
    body: { fields: { to: expect.any(String) } },
  })
  expect((await asked({ from: '2024-01-01', to: '2026-01-01' })).status).toBe(400)
  const { data, meta } = (await nare.call(operatorPoints.doneAdjustments, { limit: 1 }, tokens.asha)).body
  expect(data).toMatchObject([{ id: input.id, points: 700, proposed_by: 'asha', confirmed_by: null }])
  const more = (await nare.call(operatorPoints.doneAdjustments, { limit: 1, after: meta.next ?? '' }, tokens.asha)).body
    .data
  expect(more).toHaveLength(1)
  expect(more[0]?.id).not.toBe(input.id)
})

test('the list of promotions shows those of a state', async () => {
  const { nare, tokens, stop, propose } = world
  const { promotion_id: id } = (await propose()).body
  const ids = async (state: 'proposed' | 'stopped') =>
    (await nare.call(operatorPromotions.promotions, { state }, tokens.asha)).body.data.map((one) => one.promotion_id)
  expect(await ids('proposed')).toEqual([id])
  await stop(id)
  expect([await ids('proposed'), (await ids('stopped'))[0]]).toEqual([[], id])
})
