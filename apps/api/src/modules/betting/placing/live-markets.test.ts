import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { parsePrice } from '@nare/money/money'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, type Bet, type Bets } from '#testing/bets'
import { slowFactor, slowReturn, type Scores } from '#testing/slow-bets'

let nare: TestApp
let bets: Bets
let token: string

beforeAll(async () => {
  nare = await testApp()
  bets = betsOn(nare)
})
afterAll(() => nare.close())
beforeEach(async () => {
  const bettor = await nare.bettor(1_000_000)
  token = bettor.token
})

type Pair = readonly [number, number]
type Placed = { bet: Bet; market: string; key: string; atBet: Pair | undefined }

const lines = ['minus 1.25', 'minus 1', 'minus 0.75', 'minus 0.5', 'plus 0', 'plus 0.25', 'plus 1', 'plus 1.5']
const handicaps = lines.flatMap((line) => [`home_team ${line}`, `away_team ${line}`])
const totals = (values: readonly number[]) => values.flatMap((line) => [`over ${line}`, `under ${line}`])
const results = ['home_team', 'draw', 'away_team']

/** The markets bet on at each score: handicaps and the rest of the match count from that score, all others from the start. */
const markets: readonly (readonly [market: string, keys: readonly string[]])[] = [
  ['1', results],
  ['7', results],
  ['16', handicaps],
  ['18', totals([1.5, 2.5, 3, 3.25, 4.5])],
  ['139', totals([3.5, 4.5, 5.5])],
  ['166', totals([7.5, 8.5, 9.5])],
]

/** Places a single of KSh 100 at 1.90 on every outcome of these markets that the match's score leaves open. */
async function placeAll(match: string, atBet: Pair | undefined, of = markets): Promise<Placed[]> {
  const odds = Object.fromEntries(
    of.map(([market, keys]) => [market, Object.fromEntries(keys.map((key) => [key, '1.90']))]),
  )
  await bets.price(match, odds)
  const wanted = of.flatMap(([market, keys]) => keys.map((key) => ({ market, key })))
  return Promise.all(
    wanted.map(async ({ market, key }) => {
      const bet = await bets.mustPlace(token, [pick(match, market, key, '1.90')])
      return { bet, market, key, atBet }
    }),
  )
}

async function expectSlow(placed: readonly Placed[], scores: Scores): Promise<void> {
  const price = parsePrice('1.90') ?? 0n
  const settled = await Promise.all(placed.map(({ bet }) => bets.bet(token, bet.bet_id)))
  const found = placed.map(({ market, key, atBet }, n) => [market, key, atBet, settled[n]?.returned])
  const expected = placed.map(({ market, key, atBet }) => {
    const factor = slowFactor(market, key, price, { ...scores, atBet })
    const cents = slowReturn(10_000n, [{ odds: price, factor }], {})
    return [market, key, atBet, `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`]
  })
  expect(found).toEqual(expected)
  await bets.verifyBooks()
}

const liveMatch = async () => {
  const match = await nare.match()
  const before = await placeAll(match, undefined)
  await bets.drive(match, { state: 'live', minute: 5, score: '0:0' })
  return { match, before }
}

test('bets at 0:0, 1:0 and 1:1 settle by the score at the bet, as in the reference implementation', async () => {
  const { match, before } = await liveMatch()
  const placed = [...before, ...(await placeAll(match, [0, 0]))]
  await bets.drive(match, { minute: 20, score: '1:0' })
  placed.push(...(await placeAll(match, [1, 0])))
  await bets.drive(match, { minute: 60, score: '1:1' })
  placed.push(
    ...(await placeAll(
      match,
      [1, 1],
      markets.filter(([market]) => market !== '18'),
    )),
  )
  await bets.result(match, { half_time: '1:0', full_time: '2:1', corners: '6:3', cards: '1:4' })
  await expectSlow(placed, { half: [1, 0], full: [2, 1], corners: [6, 3], cards: [1, 4] })
  expect(new Set(placed.map(({ atBet }) => String(atBet))).size).toBe(4)
})

test('first-half handicaps count from the bet to half-time', async () => {
  const { match } = await liveMatch()
  const firstHalf = [
    ['66', handicaps],
    ['60', results],
    ['68', totals([0.5, 1.5, 2, 2.25])],
  ] as const
  const placed = await placeAll(match, [0, 0], firstHalf)
  await bets.drive(match, { minute: 30, score: '0:1' })
  placed.push(
    ...(await placeAll(
      match,
      [0, 1],
      firstHalf.filter(([market]) => market === '66'),
    )),
  )
  await bets.result(match, { half_time: '1:2', full_time: '2:2' })
  await expectSlow(placed, { half: [1, 2], full: [2, 2] })
})

test('totals of corners and cards are void if the result has no corners and cards, and a correction settles them again', async () => {
  const { match, before } = await liveMatch()
  await bets.result(match, { half_time: '0:0', full_time: '1:0' })
  await expectSlow(before, { half: [0, 0], full: [1, 0] })
  await bets.result(match, { half_time: '0:0', full_time: '1:0', corners: '9:1', cards: '0:0' })
  await expectSlow(before, { half: [0, 0], full: [1, 0], corners: [9, 1], cards: [0, 0] })
})
