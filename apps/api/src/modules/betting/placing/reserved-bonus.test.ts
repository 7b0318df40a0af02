import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, closeWithBooks, pick, slipOf, type Bets } from '#testing/bets'
import { bonusesOn } from '#testing/bonus'

let nare: TestApp
let bets: Bets
let match: string
/** Runs during the live delay of each bet; each test sets its own. */
let duringDelay: () => Promise<unknown>

beforeAll(async () => {
  nare = await testApp({}, { waitForLive: async () => void (await duringDelay()) })
  bets = betsOn(nare)
})
afterAll(() => closeWithBooks(nare))
beforeEach(async () => {
  match = await nare.match()
  await bets.drive(match, { state: 'live', minute: 10 })
})

async function newBettor(shillings: number) {
  const bettor = await nare.bettor(shillings)
  return bettor
}

/** Interrupts the match and reopens it, so that live bets waiting on it are refused. */
async function interrupt(): Promise<void> {
  for (const suspend of [true, false]) await bets.drive(match, { suspend })
}

test('bonus money is reserved with the cash; if the grant was cancelled during the delay, it is returned to the house', async () => {
  const bonuses = bonusesOn(nare)
  const [first, second] = [await newBettor(60), await newBettor(60)]
  const [, granted] = [
    await bonuses.grant(first, 40, { wagerTimes: 50 }),
    await bonuses.grant(second, 40, { wagerTimes: 50 }),
  ]
  const grantId = 'grantId' in granted ? granted.grantId : 0n
  const seen: unknown[] = []
  duringDelay = async () => {
    seen.push(await bonuses.has(first), (await bonuses.grants(first.token))[0])
  }
  expect((await bets.place(first.token, [pick(match)])).body.bet).toMatchObject({
    stake: '100.00',
    bonus_stake: '40.00',
  })
  expect(seen).toMatchObject([
    { cash: 0n, bonus: 0n },
    { left: '0.00', staked: '40.00', state: 'active' },
  ])

  const cancel = { bettor: second.id, grantId, id: slipOf([]).id }
  duringDelay = async () => (await nare.app.bonus.cancel(cancel), await interrupt())
  const house = await nare.app.ledger.houseBalance('house:promotions')
  expect((await bets.place(second.token, [pick(match)])).body).toMatchObject({ code: 'market_suspended' })
  expect(await bonuses.has(second)).toEqual({ cash: 6_000n, bonus: 0n })
  expect(await nare.app.ledger.houseBalance('house:promotions')).toBe(house + 4_000n)
})

test('bonus money that was reserved for a refused bet is returned to its grant', async () => {
  const bonuses = bonusesOn(nare)
  const owner = await newBettor(60)
  await bonuses.grant(owner, 40, { wagerTimes: 50 })
  duringDelay = interrupt
  expect((await bets.place(owner.token, [pick(match)])).body).toMatchObject({ code: 'market_suspended' })
  expect(await bonuses.has(owner)).toEqual({ cash: 6_000n, bonus: 4_000n })
  expect(await bonuses.grants(owner.token)).toMatchObject([{ left: '40.00', staked: '0.00', state: 'active' }])
})
