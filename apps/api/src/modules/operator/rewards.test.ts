import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operator as calls } from '@nare/contract/operator'
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
  expect(await adjust(50_000, asha, { id })).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
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

test('small adjustments that add up to a large one in a day need two operators too, per bettor and operator', async () => {
  const [first, second] = await nare.bettors(2, 10)
  if (!first || !second) throw new Error('no bettors')
  expect((await adjust(6_000, asha, { to: first.id })).body).toEqual({ state: 'done' })
  expect((await adjust(-4_000, asha, { to: first.id })).body).toEqual({ state: 'done' })
  const id = randomUUID()
  const responses = await Promise.all(Array.from({ length: 5 }, () => adjust(1, asha, { to: first.id })))
  expect(responses.map(({ body }) => body)).toEqual(Array(5).fill({ state: 'waiting' }))
  expect((await adjust(5_000, asha, { id, to: first.id })).body).toEqual({ state: 'waiting' })
  expect((await adjust(5_000, asha, { to: second.id })).body).toEqual({ state: 'done' })
  expect((await adjust(5_000, ben, { id, to: first.id })).body).toEqual({ state: 'done' })
  expect((await adjust(5_000, ben, { to: first.id })).body).toEqual({ state: 'done' })
  expect((await nare.app.ledger.balances(first.id)).points).toBe(12_000)
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
  expect(closed).toMatchObject({ state: 'closed', closed_by: 'asha' })
})
