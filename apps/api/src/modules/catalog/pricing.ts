import { market, mayOffer, selection, type Sport } from '@nare/bets/markets/markets'
import { inPlay, type Moment } from '@nare/odds/inplay'
import {
  matchModelFromPrices,
  matchModelFromStrengths,
  withCounts,
  type GivenPrices,
  type MatchModel,
} from '@nare/odds/match-model'
import { implied, toLadder } from '@nare/odds/ladder'
import type { Margins } from '@nare/odds/margins'
import { normalCdf } from '@nare/odds/normal'
import {
  lineScales,
  priceOther,
  spreads,
  type OtherMoment,
  type OtherSport,
  type Ratings,
} from '@nare/odds/other-sports'
import { priceMatch, type PricedMarket } from '@nare/odds/pricing'
import type { LinePrices } from './feeds/port.ts'

/** The basis for pricing a soccer match: the two goal rates, or five prices, which are then offered unchanged. */
export type SoccerBasis = { readonly lh: number; readonly la: number } | { readonly given: GivenPrices }
/** The basis for pricing a match of another sport. */
export type OtherBasis = { readonly ratings: Ratings }
export type Basis = SoccerBasis | OtherBasis

/** Reads the basis stored with a match by any feed; undefined if it has none. */
export function readBasis(stored: unknown): Basis | undefined {
  const fields: Readonly<Record<string, unknown>> = typeof stored === 'object' && stored !== null ? { ...stored } : {}
  const { lh = fields['home'], la = fields['away'], given, ratings } = fields
  if (typeof lh === 'number' && typeof la === 'number') return { lh, la }
  // Both were stored from values of these types.
  if (typeof given === 'object' && given !== null) return { given: given as GivenPrices }
  return typeof ratings === 'object' && ratings !== null ? { ratings: ratings as Ratings } : undefined
}

/** Default over and under prices: an even line. */
export const evenTotal = { over: 1.9, under: 1.9 }

const models = new Map<string, MatchModel>()
const modelsMax = 500

/** The model for a soccer basis. Cached, because fitting a model costs more than pricing it. */
export function modelOf(basis: SoccerBasis): MatchModel {
  const name = JSON.stringify(basis)
  const cached = models.get(name)
  if (cached) return cached
  const model = 'given' in basis ? modelFromPrices(basis.given) : matchModelFromStrengths(basis)
  const [oldest] = models.keys()
  if (models.size >= modelsMax && oldest !== undefined) models.delete(oldest)
  models.set(name, model)
  return model
}

/** Fits a model to given prices. If their implied probabilities do not sum to a plausible book, they are scaled to one first. */
function modelFromPrices(given: GivenPrices): MatchModel {
  const [home, draw, away] = asBook([given.home_odd, given.neutral_odd, given.away_odd])
  const [over, under] = asBook([given.over, given.under])
  const plausible = {
    ...given,
    home_odd: home ?? 3,
    neutral_odd: draw ?? 3,
    away_odd: away ?? 3,
    over: over ?? 2,
    under: under ?? 2,
  }
  return { ...matchModelFromPrices(plausible), given }
}

const bookSum = { least: 1, most: 1.25, usual: 1.06 }

function asBook(odds: readonly number[]): number[] {
  const sum = odds.reduce((total, odd) => total + 1 / odd, 0)
  const isBook = sum >= bookSum.least && sum <= bookSum.most
  return isBook ? [...odds] : odds.map((odd) => Math.max(1.02, (odd * sum) / bookSum.usual))
}

/** By which margins lines are priced; by default the usual ones. */
export type Priced = { readonly margins?: Margins | undefined }
const withMargins = (margins: Margins | undefined) => (margins ? { margins } : {})

/** Every line of a match before kick-off. Includes totals of corners and cards only if the feed `counts` them. */
export function preMatchLines(
  sport: Sport,
  basis: Basis,
  { counts = false, margins }: Priced & { readonly counts?: boolean } = {},
): LinePrices[] {
  const options = withMargins(margins)
  if ('ratings' in basis) return sport === 'soccer' ? [] : priceOther(sport, basis.ratings, options).map(toLine)
  const model = modelOf(basis)
  return priceMatch(counts ? withCounts(model) : model, options).map(toLine)
}

/** The model for a soccer basis at a moment in play. Given pre-match prices no longer apply. */
export function modelInPlay(basis: SoccerBasis, moment: Moment): MatchModel {
  const { given: _given, ...model } = modelOf(basis)
  return inPlay(model, moment)
}

/**
 * In play, a line with a likelier outcome than this is withdrawn: at the lowest price, 1.01, a bet on that outcome would soon have a
 * positive expected profit.
 */
const surestInPlay = 0.985

/** Every open line of a soccer match at a moment in play. */
export function inPlayLines(
  basis: SoccerBasis,
  moment: Moment,
  { markets, margins }: Priced & { readonly markets?: readonly string[] } = {},
): LinePrices[] {
  return priceMatch(modelInPlay(basis, moment), { ...withMargins(margins), ...(markets && { markets }) })
    .filter(({ outcomes }) => outcomes.every(({ probability }) => probability < surestInPlay))
    .map(toLine)
}

/** Every open line of a match of another sport at a moment in play. */
export function otherLines(
  sport: OtherSport,
  ratings: Ratings,
  moment: OtherMoment,
  { margins }: Priced = {},
): LinePrices[] {
  return priceOther(sport, ratings, { moment, ...withMargins(margins) }).map(toLine)
}

function toLine({ marketId, line, outcomes }: PricedMarket): LinePrices {
  const all = market(marketId)?.keys(line) ?? []
  const prices = new Map(outcomes.map((one) => [one.key, one.price]))
  return { marketId, line, state: 'open', keys: all, prices: all.map((key) => prices.get(key) ?? null) }
}

/** Replaces prices of lines with given ones, by market and key, and adds given markets that have no line here. */
export function withPrices(
  lines: readonly LinePrices[],
  given: Readonly<Record<string, Readonly<Record<string, bigint>>>>,
): LinePrices[] {
  const offered = new Set(lines.map(({ marketId }) => marketId))
  const missing = Object.keys(given).flatMap((marketId): LinePrices[] => {
    const keys = offered.has(marketId) ? [] : (market(marketId)?.keys('') ?? [])
    return keys.length === 0 ? [] : [{ marketId, line: '', state: 'open', keys, prices: keys.map(() => null) }]
  })
  return [...missing, ...lines].map((one) => ({
    ...one,
    prices: one.keys.map((key, at) => given[one.marketId]?.[key] ?? one.prices[at] ?? null),
  }))
}

/**
 * A line of another source with each price at most the fair odds of the basis, so that no bet on it and others is a sure profit. Undefined
 * if the basis offers no such line: nothing says then what its prices may be.
 */
export function cappedLine(sport: Sport, basis: Basis, given: LinePrices): LinePrices | undefined {
  const priced =
    'ratings' in basis
      ? sport === 'soccer'
        ? []
        : priceOther(sport, basis.ratings)
      : priceMatch(modelOf(basis), { markets: [given.marketId] })
  const fair = priced.find(({ marketId, line }) => marketId === given.marketId && line === given.line)?.outcomes
  if (!fair || fair.length !== given.keys.length) return undefined
  const fairOf = new Map(fair.map(({ key, probability }) => [key, toLadder(1 / probability)]))
  const prices = given.keys.map((key, n) => {
    const [at, most] = [given.prices[n] ?? null, fairOf.get(key) ?? null]
    return at === null || most === null || at < most ? at : most
  })
  return { ...given, prices }
}

/**
 * The same prices, with an even total where no grid of goals has both the winner's and the total's chances: "over 0.5" at 3.00 beside a draw
 * at 3.30 would be a sure profit.
 */
export function withFittingTotal(given: GivenPrices): GivenPrices {
  const line = String(given.line ?? usualTotal)
  const priced = priceMatch(modelOf({ given }), { markets: ['18'] }).find((one) => one.line === line)
  const isFitting = priced?.outcomes.every(({ probability, price }) => probability <= (1 + fitError) * implied(price))
  return isFitting ? given : { ...given, ...evenTotal, line: usualTotal }
}

/** A grid has the chances of its prices up to this share. */
const fitError = 1e-3
const usualTotal = 2.5

/** The line of an outcome and all its keys; undefined if the sport does not offer the outcome. */
export function outcomeLine(
  sport: Sport,
  marketId: string,
  oddKey: string,
): { line: string; keys: string[] } | undefined {
  const found = selection(marketId, oddKey)
  if (!found || !mayOffer(sport, marketId, found.line)) return undefined
  return { line: found.line, keys: found.siblings.map((one) => one.key) }
}

/** Ratings from two winner prices, with the margin removed proportionally and the sport's usual total. */
export function ratingsFromPrices(sport: OtherSport, odds: { home: number; away: number }): Ratings {
  const home = odds.away / (odds.home + odds.away)
  const total = lineScales[sport].usualTotal
  const homeEdge = Math.round(edgeOf(home) * spreads[sport].margin * 100) / 100
  return total === undefined ? { homeEdge } : { homeEdge, total }
}

/** The inverse normal distribution, by bisection: the edge, in standard deviations, at which the home side wins with this probability. */
function edgeOf(chance: number): number {
  let [low, high] = [-5, 5]
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2
    if (normalCdf(middle) < chance) low = middle
    else high = middle
  }
  return (low + high) / 2
}
