import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandbox } from '@nare/contract/sandbox'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick } from '#testing/bets'

let nare: TestApp
beforeAll(async () => {
  nare = await testApp()
})
afterAll(() => nare.close())

test('unsettled matches are settled later, even when one of them keeps failing', async () => {
  const bets = betsOn(nare)
  const bettor = await nare.bettor(1000)
  const token = bettor.token
  const matches = [await nare.match(), await nare.match()]
  const taken = []
  for (const match of matches) taken.push(await bets.mustPlace(token, [pick(match)]))
  const [stuck = '', left = ''] = taken.map((bet) => bet.bet_id)
  const rules = (bet: string, version: string) =>
    sql`update betting.bet set rules_version = ${version} where bet_id = ${bet}::bigint`.execute(nare.app.db)
  for (const bet of [stuck, left]) await rules(bet, 'never stored')
  for (const match_id of matches) {
    expect((await nare.call(sandbox.resultMatch, { match_id, full_time: '1:0' })).status).toBe(500)
  }
  await rules(left, await nare.app.betting.rulesVersion())

  expect(await nare.app.betting.settleWaiting()).toBe(0)
  await nare.app.clock.advance(6)
  expect(await nare.app.betting.settleWaiting()).toBe(2)
  expect((await bets.bet(token, left)).state).toBe('won')
  expect((await bets.bet(token, stuck)).state).toBe('open')

  await rules(stuck, await nare.app.betting.rulesVersion())
  expect(await nare.app.betting.settleWaiting()).toBe(1)
  expect((await bets.bet(token, stuck)).state).toBe('won')
  await bets.verifyBooks()
})
