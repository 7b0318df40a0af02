import { afterAll, beforeAll, expect, test } from 'vitest'
import { notices as calls, type NoticeTopic } from '@nare/contract/notices'
import { ke } from '#country/ke'
import { testApp, type TestApp } from '#testing/app'
import { betsOn } from '#testing/bets'
import { cashOutsOn } from '#testing/cash-outs'
import { openNoticesWorld, type NoticesWorld } from './testing/notices-world.ts'

let nare: TestApp
let world: NoticesWorld

beforeAll(async () => {
  const rule = { from: '2025-07-02', kind: 'withholding', base: 'win', percent: '15' } as const
  nare = await testApp({}, { country: { taxes: [...ke.taxes, rule] } })
  world = await openNoticesWorld(nare)
  await world.to(9)
})
afterAll(() => nare.close())

async function withBet(topics: NoticeTopic[]) {
  const own = await world.withBet(topics)
  await nare.call(calls.setNotices, { amounts: true }, own.token)
  return own
}

test('a notice of a win names what is in the account, after the tax on winnings', async () => {
  const { bet, match, device } = await withBet(['bet_settled'])
  await world.result(match, '2:0')
  await world.tell()
  expect(await world.got(device)).toMatchObject([{ body: `Bet ${bet.bet_id} won. KSh 193.50 is in your account.` }])
})

test('so does a notice of an automatic cash-out', async () => {
  const [bets, cashOuts] = [betsOn(nare), cashOutsOn(nare)]
  const { bet, match, device, token } = await withBet(['bet_settled'])
  await bets.price(match, { '1': { home_team: '1.20', draw: '7.00', away_team: '15.00' } })
  await cashOuts.setRule(token, bet.bet_id, '120')
  await nare.app.betting.cashOut.idle()
  await world.tell()
  const { returned, tax } = await bets.bet(token, bet.bet_id)
  expect(Number(tax?.amount)).toBe(Math.floor((Math.round(Number(returned) * 100) - 10_000) * 0.15) / 100)
  expect(await bets.balance(token)).toBe(tax?.paid)
  expect(await world.got(device)).toMatchObject([
    { body: `Bet ${bet.bet_id} was worth the amount that you set. KSh ${tax?.paid} is in your account.` },
  ])
})
