import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operator as calls } from '@nare/contract/operator'
import { sql } from 'kysely'
import { openDb } from '#platform/db'
import { openLog } from '#platform/log'
import { testApp, type TestApp } from '#testing/app'
import type { SeededBettor } from '#testing/seed'

const [asha, ben] = ['the-token-of-asha', 'the-token-of-ben']
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
const reason = 'a complaint that was right'

let nare: TestApp
let bettor: SeededBettor
beforeAll(async () => {
  nare = await testApp({ OPERATORS: `asha:${hashOf(asha)},ben:${hashOf(ben)}` })
  bettor = await nare.bettor()
})
afterAll(() => nare.close())

const adjust = (points: number, token: string, { id = randomUUID() as string, to = bettor.id } = {}) =>
  nare.call(calls.adjustPoints, { id, bettor_id: String(to), points, reason }, token)
const pointsOf = async () => (await nare.app.ledger.balances(bettor.id)).points

test('one operator can make a small adjustment of points, which applies once per id and never below zero', async () => {
  const id = randomUUID()
  const responses = await Promise.all(Array.from({ length: 20 }, () => adjust(500, asha, { id })))
  expect(new Set(responses.map(({ status, body }) => `${status} ${body.state}`))).toEqual(new Set(['200 done']))
  expect(await adjust(501, asha, { id })).toMatchObject({ status: 409, body: { code: 'id_reused' } })
  expect((await adjust(-200, ben)).body).toEqual({ state: 'done' })
  expect(await adjust(-301, asha)).toMatchObject({ status: 422, body: { code: 'insufficient_funds' } })
  expect((await adjust(5, asha, { to: 999_999n })).status).toBe(404)
  expect(await pointsOf()).toBe(300)
  const log = (await nare.call(calls.audit, { action: 'points.adjust' }, asha)).body.data
  expect(log.find(({ facts }) => facts['points'] === '-200')).toMatchObject({
    operator: 'ben',
    reason,
    outcome: 'done',
  })
})

test('a large adjustment needs two different operators with the same reason, and is made once', async () => {
  const before = await pointsOf()
  const id = randomUUID()
  expect((await adjust(50_000, asha, { id })).body).toEqual({ state: 'waiting' })
  expect(await adjust(50_000, asha, { id })).toMatchObject({
    status: 403,
    body: { code: 'not_allowed', error: 'A second operator confirms this: you have proposed it' },
  })
  expect(await adjust(60_000, ben, { id })).toMatchObject({ status: 409 })
  expect((await nare.call(calls.pointAdjustments, {}, ben)).body.data).toMatchObject([
    { id, bettor_id: String(bettor.id), points: 50_000, proposed_by: 'asha', reason },
  ])
  expect(await pointsOf()).toBe(before)
  const both = await Promise.all(Array.from({ length: 10 }, () => adjust(50_000, ben, { id })))
  expect(new Set(both.map(({ body }) => body.state))).toEqual(new Set(['done']))
  expect(await pointsOf()).toBe(before + 50_000)
  expect((await nare.call(calls.pointAdjustments, {}, ben)).body.data).toEqual([])
})

test('small adjustments that add up to a large one in a day need two operators too, over all bettors', async () => {
  await nare.app.clock.advance(90_000)
  const [first, second] = await nare.bettors(2, 10)
  if (!first || !second) throw new Error('no bettors')
  expect((await adjust(6_000, asha, { to: first.id })).body).toEqual({ state: 'done' })
  expect((await adjust(-4_000, asha, { to: first.id })).body).toEqual({ state: 'done' })
  const id = randomUUID()
  const responses = await Promise.all(Array.from({ length: 5 }, () => adjust(1, asha, { to: first.id })))
  expect(responses.map(({ body }) => body)).toEqual(Array(5).fill({ state: 'waiting' }))
  expect((await adjust(5_000, asha, { id, to: first.id })).body).toEqual({ state: 'waiting' })
  expect((await adjust(5_000, asha, { to: second.id })).body).toEqual({ state: 'waiting' })
  expect((await adjust(5_000, ben, { id, to: first.id })).body).toEqual({ state: 'done' })
  expect((await adjust(5_000, ben, { to: first.id })).body).toEqual({ state: 'done' })
  expect((await nare.app.ledger.balances(first.id)).points).toBe(12_000)
  const { data } = (await nare.call(calls.operatorTotals, { days: 1 }, ben)).body
  expect(data.find(({ operator }) => operator === 'ben')).toMatchObject({ points_added: 5_000, points_deducted: 0 })
  expect(data.find(({ operator }) => operator === 'asha')).toMatchObject({ points_deducted: 4_000 })
})

test('an operator sees the periods of the leaderboards and closes a finished one once', async () => {
  await nare.app.boards.close()
  const seasons = async () => (await nare.call(calls.boardSeasons, {}, asha)).body.data
  const day = (await seasons()).find(({ board, period }) => board === 'sports' && period === 'day')
  expect(day).toMatchObject({ state: 'running', winners: 0, closed_by: null })
  const close = (season_id = day?.season_id ?? '') => nare.call(calls.closeBoard, { season_id, reason }, asha)
  expect(await close()).toMatchObject({ status: 422, body: { code: 'not_available' } })
  await nare.app.clock.advance((new Date(day?.ends_at ?? '').getTime() - nare.app.clock.now()) / 1000 + 400)
  expect(await close()).toMatchObject({ status: 200, body: { winners: 0, paid: '0.00', kept: '0.00' } })
  expect((await close()).status).toBe(404)
  expect((await close('999999')).status).toBe(404)
  expect(await close('2147483648')).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  const closed = (await seasons()).find(({ season_id }) => season_id === day?.season_id)
  expect(closed).toMatchObject({ state: 'closed', closed_by: 'asha', pays_at: null, withheld: false })
})

test('the prizes of a period wait for a day; an operator pays them before, or withholds them, once', async () => {
  const owner = openDb(nare.base.connection, { size: 1, log: openLog('silent'), role: 'none' }).db
  const [winner] = await nare.bettors(1, 10)
  if (!winner) throw new Error('no bettor')
  const { rows } = await sql<{ id: number }>`
    with season as (
      insert into boards.season (board, period, since, ends_at, marked_at, closed_at, paid, pays_at)
      select 'sports', 'day', since, since + interval '1 day', since, platform.now(), 1000, platform.now() + interval '1 day'
      from (values (timestamptz '2020-01-01'), ('2020-01-02')) s (since) returning id)
    insert into boards.prize (season_id, bettor_id, rank, amount) select id, ${winner.id}::bigint, 1, 1000 from season
    returning season_id as id`
    .execute(owner)
    .finally(() => owner.destroy())
  const [paid, withheld] = rows.map(({ id }) => String(id))
  const seasons = async () => (await nare.call(calls.boardSeasons, {}, asha)).body.data
  const stateOf = async (id = '') => (await seasons()).find(({ season_id }) => season_id === id)
  expect(await stateOf(paid)).toMatchObject({ state: 'waiting', winners: 1, paid: '10.00', ended_at: null })
  const end = (season_id = '', withhold = false) => nare.call(calls.endPrizes, { season_id, withhold, reason }, asha)
  const before = (await nare.app.ledger.balances(winner.id)).balance
  expect((await end(paid)).body).toEqual({ state: 'paid' })
  expect((await end(withheld, true)).body).toEqual({ state: 'withheld' })
  expect([(await end(paid)).status, (await end(withheld)).status]).toEqual([404, 404])
  await nare.app.clock.advance(90_000)
  await nare.app.boards.close()
  expect((await nare.app.ledger.balances(winner.id)).balance - before).toBe(1000n)
  expect(await stateOf(withheld)).toMatchObject({ state: 'closed', withheld: true, ended_by: 'asha' })
})

test('an operator assigns unmatched payments of a small sum a day alone; above it a second operator makes the same call', async () => {
  const owner = openDb(nare.base.connection, { size: 1, log: openLog('silent'), role: 'none' }).db
  await sql`insert into payments.paybill (provider, receipt, reference, amount, state, received_at)
    select 'mpesa', 'PAYS00000' || n, 'nobody', 250000, 'unmatched', platform.now() from generate_series(1, 3) n`
    .execute(owner)
    .finally(() => owner.destroy())
  const input = { provider: 'mpesa', bettor_id: String(bettor.id), reason } as const
  const assign = async (receipt: string, by: string) => {
    const { status, body } = await nare.call(calls.assignUnmatched, { ...input, receipt }, by)
    return status === 200 ? body.state : status
  }
  expect([await assign('PAYS000001', asha), await assign('PAYS000002', asha)]).toEqual(['assigned', 'assigned'])
  expect([await assign('PAYS000003', asha), await assign('PAYS000003', asha)]).toEqual(['waiting', 403])
  expect((await nare.call(calls.unmatched, {}, ben)).body.data).toMatchObject([
    { receipt: 'PAYS000003', proposed_by: 'asha', proposed_bettor_id: String(bettor.id) },
  ])
  expect([await assign('PAYS000003', ben), await assign('PAYS000003', ben)]).toEqual(['assigned', 404])
  expect((await nare.call(calls.operatorTotals, { days: 1 }, ben)).body.data).toContainEqual(
    expect.objectContaining({ operator: 'asha', assigned: '7500.00', assigned_alone: '5000.00' }),
  )
})
