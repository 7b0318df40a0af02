import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '#testing/app'
import { betsOn } from '#testing/bets'
import { cashOutsOn } from '#testing/cash-outs'
import { openNoticesWorld, type NoticesWorld } from './testing/notices-world.ts'

let nare: TestApp
let world: NoticesWorld

beforeAll(async () => {
  nare = await testApp()
  world = await openNoticesWorld(nare)
  await world.to(9)
})
afterAll(() => nare.close())

test('an automatic cash-out is told once; one by hand, which its bettor sees, is not', async () => {
  const [bets, cashOuts] = [betsOn(nare), cashOutsOn(nare)]
  const [own, other] = [await world.withBet(['bet_settled']), await world.withBet(['bet_settled'])]
  await cashOuts.setRule(own.token, own.bet.bet_id, '20')
  await nare.app.betting.cashOut.idle()
  const { quote_id } = await cashOuts.mustQuote(other.token, other.bet.bet_id)
  await cashOuts.take(other.token, other.bet.bet_id, quote_id)
  await world.tell()
  await world.tell()
  const states = [await bets.bet(own.token, own.bet.bet_id), await bets.bet(other.token, other.bet.bet_id)]
  expect(states).toMatchObject([{ state: 'cashed_out' }, { state: 'cashed_out' }])
  expect(await world.got(own.device)).toEqual([
    {
      title: 'Nare: Bet cashed out',
      body: `Bet ${own.bet.bet_id} was worth the amount that you set. The money is in your account.`,
      url: `/my-bets?bet=${own.bet.bet_id}`,
      tag: 'bets',
    },
  ])
  expect(await world.got(other.device)).toEqual([])
})
