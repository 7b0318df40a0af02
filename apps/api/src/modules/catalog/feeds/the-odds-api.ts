import { toHundredth } from '@nare/odds/ladder'
import type { Score } from '@nare/bets/result'
import { lineText } from '@nare/bets/markets/line'
import { market, quotedMarkets } from '@nare/bets/markets/markets'
import { sportOf } from '@nare/bets/markets/sports'
import { own } from '#platform/own'
import { isBook, type Band } from '../price-claims.ts'
import {
  cappedLine,
  evenTotal,
  outcomeLine,
  preMatchLines,
  ratingsFromPrices,
  withFittingTotal,
  withPrices,
  type Basis,
} from '../pricing.ts'
import type { Compared } from '../store-claims.ts'
import { mainMarket } from '../views.ts'
import { decidableLines } from './decidable-lines.ts'
import type { AboutMatch, LinePrices, MarginsOf, MatchMessage } from './port.ts'
import { readPair } from './score-text.ts'
import type { Book, BookMarket, OddsEvent, Outcome, ScoreEvent, Sides } from './the-odds-api-read.ts'

export const theOddsApi = 'the-odds-api'

const groups: Readonly<Record<string, string>> = {
  soccer: '79',
  basketball: '30',
  tennis: '28',
  rugbyleague: '41',
  rugbyunion: '41',
  icehockey: '29',
  cricket: '37',
}

/** Our sport id for their sport key ("soccer_epl" is soccer); undefined for a sport we do not offer. */
function sportIdOf(sportKey: string): string | undefined {
  return own(groups, sportKey.split('_')[0] ?? '')
}

/** The sport key of an event, the time when it was fetched, and what makes its prices usable. */
export type About = {
  readonly sportKey: string
  readonly at: Date
  /** The age from which a bookmaker's prices are stale. */
  readonly staleMs: number
  /** How long the prices count without another confirmation. */
  readonly validMs: number
  readonly band: Band
  readonly marginsOf?: MarginsOf | undefined
}

/**
 * The sides of an event in the order of the stored match, with the names that the event uses. Prices and scores are found by these names.
 * Undefined if the event has other teams than the match.
 */
export function sidesOf({ homeTeam, awayTeam }: Sides, stored: Compared | undefined): Sides | undefined {
  if (stored?.change === 'changed') return undefined
  return stored?.change === 'swapped' ? { homeTeam: awayTeam, awayTeam: homeTeam } : { homeTeam, awayTeam }
}

/** The messages for an event. `isPriced` if a bookmaker has usable prices. An event without prices creates no match. */
export function toOffer(
  event: OddsEvent,
  stored: Compared | undefined,
  about: About,
): { readonly messages: AboutMatch[]; readonly isPriced: boolean } {
  const { sportKey, at, validMs } = about
  const { homeTeam, awayTeam, startTime } = event
  const match = { source: theOddsApi, sourceId: event.id }
  const sportId = sportIdOf(sportKey)
  const sides = sidesOf(event, stored)
  const lines = sportId === undefined || !sides ? undefined : toLines(event, sides, { ...about, sportId })
  const confirmed = { validMs, list: sportKey }
  if (sportId !== undefined && lines) {
    const competition = competitionOf(event, sportKey)
    const fixture = { sportId, competition, homeTeam, awayTeam, startTime, lines, ...confirmed }
    return {
      messages: [
        { kind: 'fixture', match, at, ...fixture },
        { kind: 'price', match, at, lines, whole: true, ...confirmed },
      ],
      isPriced: true,
    }
  }
  return { messages: stored ? factsOf(event, stored).map((one) => ({ ...one, match, at })) : [], isPriced: false }
}

/** The messages for the names and the start of a stored match, as far as they differ. */
function factsOf({ homeTeam, awayTeam, startTime }: Sides & { startTime: Date }, stored: Compared): MatchMessage[] {
  return [
    ...(stored.change === 'same' ? [] : [{ kind: 'teams', homeTeam, awayTeam } as const]),
    ...(stored.startTime.getTime() === startTime.getTime()
      ? []
      : [{ kind: 'score', reason: 'fixture change', startTime } as const]),
  ]
}

const competitionOf = ({ competition }: OddsEvent, sportKey: string) => ({
  name: competition ?? sportKey,
  category: 'International',
})

type Pricing = About & { readonly sportId: string }

/**
 * The markets h2h, totals and spreads of the first bookmaker whose winner prices are complete, fresh and plausible; for soccer, every other
 * market that the final score decides is priced from them. Undefined if there is no such bookmaker. Totals and handicaps of other bookmakers are not used: together with
 * these winner prices they could be bets without risk.
 */
function toLines(
  event: OddsEvent,
  sides: Sides,
  { sportId, sportKey, at, staleMs, band, marginsOf }: Pricing,
): LinePrices[] | undefined {
  const sport = sportOf(sportId)
  if (!sport) return undefined
  const marketOf = (book: Book, key: string): BookMarket | undefined => {
    const found = book.markets.find((one) => one.key === key)
    const updatedAt = found?.updatedAt ?? book.updatedAt
    // A time far in the future is no confirmation either: such a book would stay fresh for ever.
    return updatedAt && Math.abs(at.getTime() - updatedAt.getTime()) > staleMs ? undefined : found
  }
  for (const book of event.books) {
    const winner = winnerOf(marketOf(book, 'h2h')?.outcomes ?? [], sides, sport === 'soccer')
    // Prices of regulation time, with a draw, are not those of a winner after overtime: without the draw they are too high.
    if (winner?.draw !== undefined && !hasDraw(sportId)) continue
    if (!winner || !isBook(Object.values(winner), band)) continue
    const total = totalOf(marketOf(book, 'totals')?.outcomes ?? [], band)
    const basis: Basis =
      sport === 'soccer'
        ? {
            given: withFittingTotal({
              home_odd: winner.home_team,
              neutral_odd: winner.draw ?? 3,
              away_odd: winner.away_team,
              ...(total ?? evenTotal),
            }),
          }
        : { ratings: ratingsFromPrices(sport, { home: winner.home_team, away: winner.away_team }) }
    const match = { source: theOddsApi, sourceId: event.id }
    const margins = marginsOf?.({ sportId, competition: competitionOf(event, sportKey), match })
    const prices = Object.fromEntries(Object.entries(winner).map(([key, odd]) => [key, toHundredth(odd)]))
    const priced = withPrices(preMatchLines(sport, basis, { margins }), { [mainMarket(sportId)]: prices })
    const lines = decidableLines(priced, { halves: false, goalOrder: false })
    const sent = handicapLine(sides, { sportId, outcomes: marketOf(book, 'spreads')?.outcomes ?? [], band })
    const handicap = sent && cappedLine(sport, basis, sent)
    if (
      !handicap ||
      !isBook(
        handicap.prices.map(Number).map((at) => at / 1000),
        band,
      )
    )
      return lines
    return [...lines.filter((one) => one.marketId !== handicap.marketId || one.line !== handicap.line), handicap]
  }
  return undefined
}

const hasDraw = (sportId: string): boolean => market(mainMarket(sportId))?.keys('').includes('draw') ?? false

type Winner = { home_team: number; away_team: number; draw?: number }

/** The prices of the match winner; undefined if one is missing. */
function winnerOf(outcomes: readonly Outcome[], sides: Sides, needsDraw: boolean): Winner | undefined {
  const priceOf = (name: string) => outcomes.find((one) => one.name.toLowerCase() === name.toLowerCase())?.price
  const [home, draw, away] = [priceOf(sides.homeTeam), priceOf('Draw'), priceOf(sides.awayTeam)]
  if (home === undefined || away === undefined || (needsDraw && draw === undefined)) return undefined
  return { home_team: home, away_team: away, ...(draw !== undefined && { draw }) }
}

function totalOf(outcomes: readonly Outcome[], band: Band): { over: number; under: number; line: number } | undefined {
  const over = outcomes.find((one) => one.name === 'Over')
  const under = outcomes.find((one) => one.name === 'Under' && one.point === over?.point)
  const line = over?.point
  if (!over || !under || line === undefined || !Number.isInteger(line - 0.5) || line < 0.5 || line > 9) return undefined
  return isBook([over.price, under.price], band) ? { over: over.price, under: under.price, line } : undefined
}

function handicapLine(
  { homeTeam, awayTeam }: Sides,
  { sportId, outcomes, band }: { sportId: string; outcomes: readonly Outcome[]; band: Band },
): LinePrices | undefined {
  const sport = sportOf(sportId)
  // The provider's handicaps of tennis may be in sets or games.
  const quoted = sport && quotedMarkets(sport).handicap
  const marketId = quoted?.needs === 'score' ? quoted.id : undefined
  const home = outcomes.find((one) => one.name === homeTeam)
  const away = outcomes.find((one) => one.name === awayTeam && one.point === -(home?.point ?? Number.NaN))
  const quarters = (home?.point ?? Number.NaN) * 4
  if (!sport || marketId === undefined || !Number.isInteger(quarters) || !home || !away) return undefined
  if (!isBook([home.price, away.price], band)) return undefined
  const side = quarters < 0 ? `minus ${lineText(-quarters)}` : `plus ${lineText(quarters)}`
  const found = outcomeLine(sport, marketId, `home_team ${side}`)
  if (!found) return undefined
  return {
    marketId,
    line: found.line,
    state: 'open',
    keys: found.keys,
    prices: [toHundredth(home.price), toHundredth(away.price)],
  }
}

/**
 * The messages for an event's scores: its names and start if they differ, then live without betting, or ended. This feed has no half-time
 * scores and no events. Scores have the time of the update, so that a cached response does not replace a newer score. A result is always
 * accepted.
 */
export function toProgress(event: ScoreEvent, stored: Compared | undefined, now: Date): AboutMatch[] {
  const match = { source: theOddsApi, sourceId: event.id }
  const sides = sidesOf(event, stored)
  const facts = stored ? factsOf(event, stored) : []
  if (!sides) return facts.filter(({ kind }) => kind === 'teams').map((one) => ({ ...one, match, at: now }))
  const score = scoreOf(event, sides)
  if (event.completed) {
    const result: MatchMessage[] = score ? [{ kind: 'result', certainty: 2, fullTime: score }] : []
    return [...facts, ...result].map((one) => ({ ...one, match, at: now }))
  }
  const at = event.updatedAt && event.updatedAt < now ? event.updatedAt : now
  const play: MatchMessage[] =
    event.startTime > now
      ? []
      : [
          { kind: 'stop', reason: 'no live bets' },
          { kind: 'score', state: 'live', ...(score && { score }) },
        ]
  return [...facts, ...play].map((one) => ({ ...one, match, at }))
}

/** The score by the names of the sides; undefined if one is missing, malformed or sent twice with different values. */
function scoreOf({ scores }: ScoreEvent, sides: Sides): Score | undefined {
  const goals = (name: string) => {
    const sent = new Set(scores.filter((one) => one.name === name).map(({ score }) => score))
    return sent.size === 1 ? [...sent][0] : undefined
  }
  return readPair(goals(sides.homeTeam), goals(sides.awayTeam))
}
