import { expect, test } from 'vitest'
import type { Sport } from '@nare/bets/markets/markets'
import { outcome } from '@nare/bets/grading/outcome'
import { sureReturnOf } from '../../../testing/random-boards.ts'
import { defaultBand, withinBand } from '../price-claims.ts'
import { withFittingTotal } from '../pricing.ts'
import { readOdds } from './the-odds-api-read.ts'
import { toOffer } from './the-odds-api.ts'

type Book = {
  readonly winner: readonly [home: number, draw: number | undefined, away: number]
  readonly total?: readonly [over: number, under: number, line: number]
  readonly handicap?: readonly [home: number, away: number, line: number]
}

/** The lines on offer from one book of The Odds API. */
function linesOf(sportKey: string, { winner: [home, draw, away], total, handicap }: Book) {
  const outcomes = [
    { name: 'Simba', price: home },
    { name: 'Chui', price: away },
    ...(draw === undefined ? [] : [{ name: 'Draw', price: draw }]),
  ]
  const totals = total && [
    { name: 'Over', price: total[0], point: total[2] },
    { name: 'Under', price: total[1], point: total[2] },
  ]
  const spreads = handicap && [
    { name: 'Simba', price: handicap[0], point: handicap[2] },
    { name: 'Chui', price: handicap[1], point: -handicap[2] },
  ]
  const markets = Object.entries({ h2h: outcomes, totals, spreads }).map(([key, given]) => ({ key, outcomes: given }))
  const sides = { id: 'x', home_team: 'Simba', away_team: 'Chui', commence_time: '2026-12-01T12:00:00Z' }
  const [event] = readOdds([{ ...sides, bookmakers: [{ key: 'book', markets }] }], () => undefined)?.entries ?? []
  if (!event) throw new Error('the event cannot be read')
  const about = { sportKey, at: new Date('2026-12-01'), staleMs: 60_000, validMs: 60_000, band: defaultBand }
  const { messages } = toOffer(event, undefined, about)
  const lines = messages.flatMap((one) => (one.kind === 'price' ? one.lines : []))
  return withinBand(lines, defaultBand).lines
}

const favourite = [1.5, 4.2, 7] as const
const honest: Book = { winner: [2.1, 3.3, 3.6], total: [1.92, 1.9, 2.5], handicap: [1.88, 2.02, -0.25] }

// Each of these books is at least 100 % and at most 140 % by itself.
test.each<[string, Sport, Book]>([
  ['soccer_epl', 'soccer', { winner: favourite, handicap: [1.88, 2.02, 1.5] }],
  ['soccer_epl', 'soccer', { winner: favourite, handicap: [1.88, 2.02, 0] }],
  ['soccer_epl', 'soccer', { winner: [2.1, 3.3, 3.6], total: [3, 1.3, 0.5] }],
  ['basketball_nba', 'basketball', { winner: [1.5, undefined, 2.7], handicap: [1.9, 1.9, 9.5] }],
  ['icehockey_nhl', 'ice_hockey', { winner: [1.5, undefined, 2.7], handicap: [1.9, 1.9, 1.5] }],
])('%s %s: handicaps and totals that contradict the winner are no sure profit: %j', async (sportKey, sport, book) => {
  const lines = linesOf(sportKey, book)
  expect(lines.length).toBeGreaterThan(10)
  const { value } = await sureReturnOf({ sport, lines })
  expect(value).toBeLessThanOrEqual(1)
})

test('prices with a draw are no prices of a winner after overtime, and those of rugby and soccer are', () => {
  const threeWay: Book = { winner: [1.9, 17, 2.05] }
  expect(linesOf('icehockey_nhl', threeWay)).toEqual([])
  for (const sportKey of ['rugbyunion_premiership', 'soccer_epl'])
    expect(linesOf(sportKey, threeWay).find(({ marketId }) => marketId === '1')).toMatchObject({ state: 'open' })
})

test('a handicap and a total that agree with the winner are offered as sent', () => {
  const lines = linesOf('soccer_epl', honest)
  const pricesOf = (marketId: string, key: string) =>
    lines.find((one) => one.marketId === marketId && one.keys.includes(key))?.prices
  expect(pricesOf('16', 'home_team minus 0.25')).toEqual([1_880n, 2_020n])
  expect(pricesOf('18', 'over 2.5')).toEqual([1_920n, 1_900n])
})

test('a total that the chances of the winner exclude is replaced by an even one', () => {
  const winner = { home_odd: 2.1, neutral_odd: 3.3, away_odd: 3.6 }
  expect(withFittingTotal({ ...winner, over: 3, under: 1.3, line: 0.5 })).toEqual({
    ...winner,
    over: 1.9,
    under: 1.9,
    line: 2.5,
  })
  const fitting = { ...winner, over: 1.06, under: 9, line: 0.5 }
  expect(withFittingTotal(fitting)).toEqual(fitting)
})

test('no line is offered that the final score, which is all that the feed reports, leaves undecided', () => {
  for (const sportKey of ['soccer_epl', 'basketball_nba', 'tennis_atp', 'icehockey_nhl', 'rugbyunion_x', 'cricket_x']) {
    const lines = linesOf(sportKey, { winner: [1.8, sportKey === 'soccer_epl' ? 3.6 : undefined, 2.2] })
    expect(lines.length).toBeGreaterThan(0)
    // Of these scores at least one gives each outcome neither a push nor nothing at all.
    const scores = [0, 1, 2, 3, 50].flatMap((home) => [0, 1, 2, 4, 60].map((away) => ({ home, away })))
    const undecided = lines.filter(({ marketId, keys }) =>
      keys.some((key) => scores.every((fullTime) => outcome(marketId, key, { fullTime, finished: true }) === 'void')),
    )
    expect([sportKey, undecided.map(({ marketId }) => marketId)]).toEqual([sportKey, []])
  }
})

test('a price that is sent twice in other letters, and a book of the future, are not used', () => {
  const outcomes = [
    { name: 'Simba', price: 2.1 },
    { name: 'Draw', price: 3.3 },
    { name: 'Chui', price: 3.6 },
  ]
  const isPriced = (book: object, added: readonly object[] = []) => {
    const markets = [{ key: 'h2h', outcomes: [...added, ...outcomes] }]
    const sides = { id: 'x', home_team: 'Simba', away_team: 'Chui', commence_time: '2026-12-01T12:00:00Z' }
    const [event] = readOdds([{ ...sides, bookmakers: [{ ...book, markets }] }], () => undefined)?.entries ?? []
    const about = { at: new Date('2026-12-01'), staleMs: 60_000, validMs: 60_000, band: defaultBand }
    return event && toOffer(event, undefined, { sportKey: 'soccer_epl', ...about }).isPriced
  }
  expect(isPriced({})).toBe(true)
  expect(isPriced({}, [{ name: 'SIMBA', price: 2.1 }])).toBe(true)
  expect(isPriced({}, [{ name: 'SIMBA', price: 9.5 }])).toBe(false)
  expect(isPriced({ last_update: '2026-12-01T00:00:30Z' })).toBe(true)
  expect(isPriced({ last_update: '2027-12-01T00:00:00Z' })).toBe(false)
})
