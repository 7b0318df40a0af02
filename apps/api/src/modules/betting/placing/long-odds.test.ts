import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, closeWithBooks, pick, type Bets, type SentPick } from '#testing/bets'
import { cashOutsOn } from '#testing/cash-outs'
import { combinationsOn, type Combinations } from '#testing/combinations'
import { operatorsOf } from '#testing/operators'
import { settingsOn } from '#testing/settings'
import { atLongOdds, longRefusal, mayBeLong } from './long-odds.ts'

let nare: TestApp
let bets: Bets
let of: Combinations
const settings = settingsOn(() => nare)

beforeAll(async () => {
  nare = await testApp({ OPERATORS: operatorsOf({ ada: 'admin', ben: 'admin' }) })
  bets = betsOn(nare)
  of = combinationsOn(nare)
  // A multi of six draws at 3.40 adds 5,659.80 to each of them, 3,659.80 of it at long odds; a fifth of the limit is 4,000.
  await settings.change('bets.liability_max', '20000.00')
})
afterAll(() => closeWithBooks(nare))

let first: string
beforeEach(async () => {
  first = await nare.match()
})
const draw = (match: string): SentPick => pick(match, '1', 'draw', '3.40')
/** A multi of six draws, of which the first is of the match that all multis have. */
async function sixDraws(): Promise<SentPick[]> {
  const others = await Promise.all([1, 2, 3, 4, 5].map(() => nare.match()))
  return [first, ...others].map(draw)
}
const full = { status: 422, body: { code: 'stake_too_large' } }

test('only what is above a hundred stakes is at long odds', () => {
  expect(atLongOdds({ stake: 20_00n, possibleWin: 20_00n * 101n, legs: 1 })).toBe(0n)
  expect(atLongOdds({ stake: 20_00n, possibleWin: 20_00n * 102n, legs: 1 })).toBe(20_00n)
  expect(atLongOdds({ stake: 20_00n, possibleWin: 20_00n * 601n, legs: 6 })).toBe(0n)
  expect(atLongOdds({ stake: 20_00n, possibleWin: 20_00n * 607n, legs: 6 })).toBe(20_00n)
})

test('a refusal names the stake that the half of the limit, or the fifth of the bettor, still has room for', () => {
  const held = { level: 'all', id: '' } as const
  const slip = { stake: 20_00n, added: 5_000_00n, long: 3_000_00n }
  const at = (used: bigint, before: bigint) => longRefusal(slip, [{ held, used, most: 20_000_00n, before }])?.facts
  expect(at(6_000_00n, 3_500_00n)).toMatchObject({ limit: '16.00', held })
  expect(at(16_000_00n, 2_500_00n)).toMatchObject({ limit: '10.00' })
  expect([at(4_000_00n, 19_000_00n), at(15_000_00n, 0n), at(15_000_00n, 900_00n)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('what a bettor has is read only for slips at long odds on outcomes that may become half used', () => {
  const prices = [3400n, 3400n, 3400n, 3400n, 3400n, 3400n]
  const most = 20_000_00n
  expect(mayBeLong({ stake: 20_00n, prices }, { used: 0n, most })).toBe(true)
  expect(mayBeLong({ stake: 20_00n, prices }, { used: 0n, most: 20_000_000_00n })).toBe(false)
  expect(mayBeLong({ stake: 20_00n, prices: prices.slice(0, 3) }, { used: most, most })).toBe(false)
})

test('one bettor with small stakes at long odds closes no outcome for others, and other bets of his go on', async () => {
  const { token } = await nare.bettor(10_000)
  const { bet_id } = await bets.mustPlace(token, await sixDraws(), { stake: '20' })
  expect(await bets.place(token, await sixDraws(), { stake: '20' })).toMatchObject(full)
  await bets.mustPlace(token, [draw(first)], { stake: '100' })
  // Another bettor has the same right, and the draw stays open for a single.
  const other = (await nare.bettor(10_000)).token
  await bets.mustPlace(other, await sixDraws(), { stake: '20' })
  expect(await bets.place(other, await sixDraws(), { stake: '20' })).toMatchObject(full)
  await bets.mustPlace(other, [draw(first)], { stake: '500' })
  // What is cashed out is no longer counted.
  const cashOuts = cashOutsOn(nare)
  const { quote_id } = await cashOuts.mustQuote(token, bet_id)
  expect((await cashOuts.take(token, bet_id, quote_id)).status).toBe(200)
  await bets.mustPlace(token, await sixDraws(), { stake: '20' })
})

test('a hundred such slips of one bettor at once use no more of an outcome than one after the other', async () => {
  const { token } = await nare.bettor(100_000)
  const slips = await Promise.all(Array.from({ length: 10 }, sixDraws))
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, n) => bets.place(token, slips[n % 10] ?? [], { stake: '20' })),
  )
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 422]))
})

test('a combination at long odds is bounded on each of its parts, and the part stays open for others', async () => {
  const comeback = [
    ['45', '2:3'],
    ['60', 'home_team'],
  ] as const
  const { token } = await nare.bettor(10_000)
  const one = await of.priced(first, comeback)
  const other = await of.priced(first, [...comeback, ['68', 'over 1.5']])
  const [price, higher] = [Number(one.odd_value), Number(other.odd_value)]
  expect(Math.min(price, higher)).toBeGreaterThan(120)
  await bets.mustPlace(token, [one], { stake: Math.max(20, 7_000 / price).toFixed(2) })
  expect(await bets.place(token, [other], { stake: Math.max(20, 7_000 / higher).toFixed(2) })).toMatchObject(full)
  const second = (await nare.bettor(10_000)).token
  await bets.mustPlace(second, [pick(first, '60', 'home_team', '2.50')], { stake: '500', accept: 'any' })
  await bets.mustPlace(second, [other], { stake: Math.max(20, 7_000 / higher).toFixed(2) })
})
