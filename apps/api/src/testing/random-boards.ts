import { quotedMarkets } from '@nare/bets/markets/markets'
import type { Score } from '@nare/bets/result'
import type { MatchModel } from '@nare/odds/match-model'
import { otherSports, type OtherSport } from '@nare/odds/other-sports'
import {
  inPlayLines,
  modelInPlay,
  modelOf,
  otherLines,
  preMatchLines,
  ratingsFromPrices,
  withPrices,
} from '#modules/catalog/pricing'
import type { Board as AnyBoard } from '#modules/catalog/sure-return/sure-return'

export { sureReturnOf } from '#modules/catalog/sure-return/sure-return'

/** A board with the way it was made; `model` is what its combinations are priced by. */
export type Board = AnyBoard & { readonly name: string; readonly model?: MatchModel }

type Random = () => number

/** Uniform numbers from a seed (xorshift32). */
export function randomFrom(seed: number): Random {
  let state = seed | 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

/** A book of at least 100 percent on outcomes with these chances: prices in hundredths, from 1.01. Undefined if it has none. */
function bookOf(chances: readonly number[], overround: number): number[] | undefined {
  const odds = chances.map((p) => Math.min(1000, Math.floor(100 / (p * (1 + overround)) + 1e-9) / 100))
  return odds.every((odd) => odd >= 1.01) ? odds : undefined
}

/** Chances whose logarithms are spread over this range, so that extreme favourites are common. */
function chancesOf(random: Random, { count, spread }: { count: number; spread: number }): number[] {
  const weights = Array.from({ length: count }, () => Math.exp(spread * random()))
  const sum = weights.reduce((total, one) => total + one, 0)
  return weights.map((one) => one / sum)
}

function randomBook(random: Random, count: number): number[] {
  for (;;) {
    const overround = random() < 0.3 ? 0 : 0.13 * random()
    const book = bookOf(chancesOf(random, { count, spread: 1 + 5 * random() }), overround)
    if (book) return book
  }
}

/** A soccer board from five given prices, as a match created by hand has it. */
export function givenBoard(
  [home_odd = 0, neutral_odd = 0, away_odd = 0]: readonly number[],
  [over = 0, under = 0]: readonly number[],
): Board {
  const given = { home_odd, neutral_odd, away_odd, over, under }
  const basis = { given }
  return {
    name: JSON.stringify(given),
    sport: 'soccer',
    lines: preMatchLines('soccer', basis),
    model: modelOf(basis),
  }
}

const rateOf = (random: Random): number => Math.exp(-3 + 4.8 * random())

/** A soccer board from goal rates, with corners and cards, before kick-off. */
function ratedBoard(random: Random): Board {
  const basis = { lh: rateOf(random), la: rateOf(random) }
  return {
    name: JSON.stringify(basis),
    sport: 'soccer',
    lines: preMatchLines('soccer', basis, { counts: true }),
    model: modelOf(basis),
  }
}

const below = (random: Random, count: number): number => Math.floor(random() * count)

/** Few scores, because the ends after each are settled once for all boards. */
const scores: readonly { readonly score: Score; readonly halfTime?: Score }[] = [
  { score: { home: 0, away: 0 } },
  { score: { home: 1, away: 0 } },
  { score: { home: 1, away: 2 }, halfTime: { home: 1, away: 0 } },
]

function inPlayBoard(random: Random): Board {
  const basis = { lh: rateOf(random), la: rateOf(random) }
  const { score, halfTime } = scores[below(random, scores.length)] ?? { score: { home: 0, away: 0 } }
  const minute = (halfTime ? 46 : 1) + below(random, 44)
  const moment = { minute, score, ...(halfTime && { halfTime }) }
  return {
    name: JSON.stringify({ basis, moment }),
    sport: 'soccer',
    lines: inPlayLines(basis, moment),
    model: modelInPlay(basis, moment),
    at: { score, halfTime },
  }
}

/** A board of another sport from the prices of its winner, before its start. */
function otherBoard(random: Random): Board {
  const sport = otherSports[below(random, otherSports.length)] ?? 'tennis'
  const [home = 2, away = 2] = randomBook(random, 2)
  return otherGiven(sport, { home, away })
}

export function otherGiven(sport: OtherSport, { home, away }: { home: number; away: number }): Board {
  const main = quotedMarkets(sport).winner?.id ?? ''
  const asPrice = (odds: number): bigint => BigInt(Math.round(odds * 1000))
  const given = { home_team: asPrice(home), away_team: asPrice(away) }
  const lines = preMatchLines(sport, { ratings: ratingsFromPrices(sport, { home, away }) })
  return {
    name: `${sport} ${home} ${away}`,
    sport,
    lines: sport === 'rugby' ? lines : withPrices(lines, { [main]: given }),
  }
}

const scoresOf = { basketball: 110, rugby: 40, ice_hockey: 6 } as const
const minutesOf = { basketball: 40, rugby: 80, ice_hockey: 60 } as const

function otherInPlay(random: Random): Board {
  const sport = (['basketball', 'rugby', 'ice_hockey'] as const)[below(random, 3)] ?? 'rugby'
  const [home = 2, away = 2] = randomBook(random, 2)
  const minute = below(random, minutesOf[sport])
  const scored = (): number => {
    const points = Math.floor((scoresOf[sport] * random() * minute) / minutesOf[sport])
    return sport === 'rugby' && points < 5 ? 3 * Math.floor(points / 3) : points
  }
  const score = { home: scored(), away: scored() }
  const lines = otherLines(sport, ratingsFromPrices(sport, { home, away }), { minute, score })
  return { name: JSON.stringify({ sport, home, away, minute, score }), sport, lines, at: { score } }
}

const kinds: readonly ((random: Random) => Board)[] = [
  (random) => givenBoard(randomBook(random, 3), randomBook(random, 2)),
  (random) => givenBoard(randomBook(random, 3), randomBook(random, 2)),
  ratedBoard,
  inPlayBoard,
  otherBoard,
  otherInPlay,
]

/** The n-th random board of a seed: of each kind in turn. */
export function randomBoard(random: Random, n: number): Board {
  return (kinds[n % kinds.length] ?? ratedBoard)(random)
}
