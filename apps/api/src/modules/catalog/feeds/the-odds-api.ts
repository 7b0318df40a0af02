import * as z from 'zod/mini'
import { toHundredth } from '@nare/odds/ladder'
import { lineText } from '@nare/bets/line'
import { own } from '#platform/own'
import { evenTotal, preMatchLines, outcomeLine, ratingsFromPrices, withPrices, type Basis } from '../pricing.ts'
import { mainMarket, sportOf } from '../views.ts'
import type { FeedMessage, LinePrices, MatchMessage } from './port.ts'

const theOddsApi = 'the-odds-api'

const zOutcome = z.object({ name: z.string(), price: z.number(), point: z.optional(z.number()) })
/** When the bookmaker last confirmed the prices. */
const zUpdated = z.nullish(z.iso.datetime({ offset: true }))
const zMarket = z.object({ key: z.string(), last_update: zUpdated, outcomes: z.array(zOutcome) })
const zEvent = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(120)),
  sport_title: z.optional(z.string()),
  commence_time: z.iso.datetime({ offset: true }),
  home_team: z.string().check(z.minLength(1)),
  away_team: z.string().check(z.minLength(1)),
  bookmakers: z._default(
    z.array(z.object({ key: z.string(), last_update: zUpdated, markets: z._default(z.array(zMarket), []) })),
    [],
  ),
})
const zScores = z.object({
  id: z.string(),
  completed: z.boolean(),
  commence_time: z.iso.datetime({ offset: true }),
  home_team: z.string(),
  away_team: z.string(),
  scores: z.nullable(z.array(z.object({ name: z.string(), score: z.string() }))),
  /** When the scores were updated; null before the event has any. */
  last_update: zUpdated,
})
export type OddsEvent = z.output<typeof zEvent>
export type ScoreEvent = z.output<typeof zScores>

/** The valid entries of a response, and the number of invalid ones. */
export type ParsedList<T> = { readonly entries: readonly T[]; readonly invalid: number }

const eventsMax = 500

/** The events of GET /v4/sports/{key}/odds (the-odds-api.com, v4). Invalid entries are counted and skipped. */
export const readOdds = (body: unknown): ParsedList<OddsEvent> => readList(body, (one) => zEvent.safeParse(one))
/** The events of GET /v4/sports/{key}/scores. */
export const readScores = (body: unknown): ParsedList<ScoreEvent> => readList(body, (one) => zScores.safeParse(one))

function readList<T>(body: unknown, parse: (one: unknown) => { success: boolean; data?: T }): ParsedList<T> {
  if (!Array.isArray(body)) return { entries: [], invalid: 1 }
  const all = body.slice(0, eventsMax).map((one: unknown) => parse(one))
  const entries = all.flatMap(({ data }) => (data === undefined ? [] : [data]))
  return { entries, invalid: all.length - entries.length }
}

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

/** The sport key of an event, the time when it was fetched, and the age from which its prices are stale. */
export type About = { readonly sportKey: string; readonly at: Date; readonly staleMs: number }

/** An event as a fixture with all its markets; undefined without winner prices. */
export function toFixture(event: OddsEvent, { sportKey, at, staleMs }: About): FeedMessage | undefined {
  const sportId = sportIdOf(sportKey)
  const lines = sportId === undefined ? undefined : toLines(event, { sportId, at, staleMs })
  if (sportId === undefined || !lines) return undefined
  return {
    kind: 'fixture',
    match: { source: theOddsApi, sourceId: event.id },
    at,
    sportId,
    competition: { name: event.sport_title ?? sportKey, category: 'International' },
    homeTeam: event.home_team,
    awayTeam: event.away_team,
    startTime: new Date(event.commence_time),
    lines,
  }
}

/** The prices of an event as one message that replaces all its lines. */
export function toPrices(event: OddsEvent, { sportKey, at, staleMs }: About): FeedMessage | undefined {
  const sportId = sportIdOf(sportKey)
  const lines = sportId === undefined ? undefined : toLines(event, { sportId, at, staleMs })
  return lines && { kind: 'price', match: { source: theOddsApi, sourceId: event.id }, at, lines, whole: true }
}

type Pricing = { readonly sportId: string; readonly at: Date; readonly staleMs: number }
type Book = OddsEvent['bookmakers'][number]

/**
 * The markets h2h, totals and spreads of the first bookmaker whose winner prices are fresh; for soccer, every other market is priced
 * from them. If no bookmaker is fresh, the first one's lines are suspended.
 */
function toLines(event: OddsEvent, { sportId, at, staleMs }: Pricing): LinePrices[] | undefined {
  const isFresh = (book: Book, key: string): boolean => {
    const updatedAt = book.markets.find((one) => one.key === key)?.last_update ?? book.last_update
    return updatedAt === null || updatedAt === undefined || at.getTime() - Date.parse(updatedAt) <= staleMs
  }
  const books = event.bookmakers.filter(({ markets }) => markets.some(({ key }) => key === 'h2h'))
  const fresh = books.find((book) => isFresh(book, 'h2h'))
  const book = fresh ?? books[0]
  const sport = sportOf(sportId)
  if (!sport || !book) return undefined
  const prices = (key: string) =>
    key === 'h2h' || isFresh(book, key) ? (book.markets.find((one) => one.key === key)?.outcomes ?? []) : []
  const lines = linesOf(event, { sportId, sport, prices })
  return fresh ? lines : lines?.map((line) => ({ ...line, state: 'suspended' as const }))
}

type Priced = { sportId: string; sport: NonNullable<ReturnType<typeof sportOf>>; prices: (key: string) => Outcomes }

function linesOf(event: OddsEvent, { sportId, sport, prices }: Priced): LinePrices[] | undefined {
  const priceOf = (name: string) => oddOf(prices('h2h').find((one) => one.name === name)?.price)
  const [home, draw, away] = [priceOf(event.home_team), priceOf('Draw'), priceOf(event.away_team)]
  if (!home || !away || (sport === 'soccer' && !draw)) return undefined
  const total = totalOf(prices('totals'))
  const basis: Basis =
    sport === 'soccer'
      ? { given: { home_odd: home, neutral_odd: draw ?? 3, away_odd: away, ...(total ?? evenTotal) } }
      : { ratings: ratingsFromPrices(sport, { home, away }) }
  const winner = {
    home_team: toHundredth(home),
    away_team: toHundredth(away),
    ...(draw && { draw: toHundredth(draw) }),
  }
  const lines = withPrices(preMatchLines(sport, basis), { [mainMarket(sportId)]: winner })
  const handicap = handicapLine(event, { sportId, outcomes: prices('spreads') })
  return handicap
    ? [...lines.filter((one) => one.marketId !== handicap.marketId || one.line !== handicap.line), handicap]
    : lines
}

type Outcomes = readonly z.output<typeof zOutcome>[]

function totalOf(outcomes: Outcomes): { over: number; under: number; line: number } | undefined {
  const over = outcomes.find((one) => one.name === 'Over')
  const under = outcomes.find((one) => one.name === 'Under' && one.point === over?.point)
  const line = over?.point
  const [overOdd, underOdd] = [oddOf(over?.price), oddOf(under?.price)]
  if (line === undefined || !Number.isInteger(line - 0.5) || line < 0.5 || line > 9 || !overOdd || !underOdd)
    return undefined
  return { over: overOdd, under: underOdd, line }
}

const handicaps: Readonly<Record<string, string>> = { '79': '16', '41': '16', '30': '223', '29': '410' }

function handicapLine(
  event: OddsEvent,
  { sportId, outcomes }: { sportId: string; outcomes: Outcomes },
): LinePrices | undefined {
  const sport = sportOf(sportId)
  const marketId = handicaps[sportId]
  const home = outcomes.find((one) => one.name === event.home_team)
  const away = outcomes.find((one) => one.name === event.away_team)
  const [homeOdd, awayOdd] = [oddOf(home?.price), oddOf(away?.price)]
  const quarters = (home?.point ?? Number.NaN) * 4
  if (!sport || marketId === undefined || !Number.isInteger(quarters) || !homeOdd || !awayOdd) return undefined
  if (away?.point !== undefined && away.point * 4 !== -quarters) return undefined
  const side = quarters < 0 ? `minus ${lineText(-quarters)}` : `plus ${lineText(quarters)}`
  const found = outcomeLine(sport, marketId, `home_team ${side}`)
  if (!found) return undefined
  return {
    marketId,
    line: found.line,
    state: 'open',
    keys: found.keys,
    prices: [toHundredth(homeOdd), toHundredth(awayOdd)],
  }
}

function oddOf(price: number | undefined): number | undefined {
  return price !== undefined && price > 1.005 && price <= 1000 ? price : undefined
}

/**
 * The messages for an event's scores: live without betting, or ended. This feed has no half-time scores and no events. Scores have the time
 * of `last_update`, so that a cached response does not replace a newer score. A result is always accepted.
 */
export function toProgress(event: ScoreEvent, now: Date): FeedMessage[] {
  const match = { source: theOddsApi, sourceId: event.id }
  const goals = (name: string) => Number(event.scores?.find((one) => one.name === name)?.score ?? Number.NaN)
  const score = { home: goals(event.home_team), away: goals(event.away_team) }
  const hasScore = Number.isInteger(score.home) && Number.isInteger(score.away) && score.home >= 0 && score.away >= 0
  if (event.completed) {
    return hasScore ? [{ match, at: now, kind: 'result', certainty: 2, fullTime: score }] : []
  }
  if (new Date(event.commence_time) > now) return []
  const messages: MatchMessage[] = [
    { kind: 'stop', reason: 'no live bets' },
    { kind: 'score', state: 'live', ...(hasScore && { score }) },
  ]
  const updatedAt = Date.parse(event.last_update ?? '')
  const at = updatedAt < now.getTime() ? new Date(updatedAt) : now
  return messages.map((one) => ({ ...one, match, at }))
}
