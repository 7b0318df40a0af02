import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { money, price } from '@nare/money/money'
import { transact } from '#platform/db'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick } from '#testing/bets'
import { courses, playCourse } from '#testing/hand-courses'
import { houseOn } from '#testing/house-results'
import { operatorsOf } from '#testing/operators'

let nare: TestApp
beforeAll(async () => {
  nare = await testApp({ OPERATORS: operatorsOf({ tom: 'trader', tess: 'trader' }), SETTLEMENT_CHUNK_LEGS: '10' })
})
afterAll(() => nare.close())

test('a preview of a result, a correction, a void or a ticket is exactly what then happens to tickets, money and debts', async () => {
  const seen = { moved: 0, debts: 0 }
  const play = fc.asyncProperty(courses, async (course) => {
    const { moved, debts } = await playCourse(nare, course)
    seen.moved += moved
    seen.debts += debts
  })
  await fc.assert(play, { numRuns: 3, seed: 1, endOnFailure: true })
  expect(seen.moved).toBeGreaterThan(10)
  expect(seen.debts).toBeGreaterThan(0)
})

test('bonus money that has become cash pays back first: a correction that pays it leaves no debt, as its preview says', async () => {
  const [bets, house] = [betsOn(nare), houseOn(nare)]
  const [match, elsewhere, { id, token }] = [await nare.match(), await nare.match(), await nare.bettor(100)]
  const grant = { source: 'operator', wagerTimes: 1, minOdds: price(1000n), days: 7, amount: money(12_000n) } as const
  await transact(nare.app.db, (tx) => nare.app.bonus.grant(tx, { ...grant, id: randomUUID(), bettor: id }))
  await bets.mustPlace(token, [pick(match)])
  const withBonus = await bets.mustPlace(token, [pick(match, '1', 'away_team', '3.60')])
  await house.result(match, { full_time: '1:0' })
  await nare.app.bonus.wager()
  expect(await bets.balance(token)).toBe('230.00')
  await bets.mustPlace(token, [pick(elsewhere)], { stake: '230' })
  const preview = await house.result(match, { full_time: '0:1', preview: true })
  expect(preview.body).toMatchObject({ effect: { paid: '360.00', taken_back: '210.00', debt: '0.00' } })
  const before = await house.stand()
  await house.result(match, { full_time: '0:1' })
  expect(await house.changedSince(before)).toMatchObject({ paid: '360.00', taken_back: '210.00', debt: '0.00' })
  expect(await bets.bet(token, withBonus.bet_id)).toMatchObject({ state: 'won', returned: '360.00' })
  expect(await bets.balance(token)).toBe('150.00')
  await bets.verifyBooks()
})
