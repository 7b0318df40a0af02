import * as z from 'zod/mini'
import { asGiven } from '@nare/odds/ladder'
import { lineText } from '@nare/bets/line'
import { own } from '#platform/own'
import { evenTotal, linesBefore, placeOf, ratingsFromPrices, withPrices, type Basis } from '../pricing.ts'
import { mainMarket, sportOf } from '../views.ts'
import type { FeedMessage, LinePrices, MatchMessage } from './port.ts'

export const theOddsApi = 'the-odds-api'

const zOutcome = z.object({ name: z.string(), price: z.number(), point: z.optional(z.number()) })
/** When the bookmaker last confirmed what it stands beside. */
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
})
export type OddsEvent = z.output<typeof zEvent>
export type ScoreEvent = z.output<typeof zScores>

/** What an answer held that could be read, and how many entries could not. */
export type Read<T> = { readonly read: readonly T[]; readonly unreadable: number }

const eventsMost = 500

/** The events of GET /v4/sports/{key}/odds (the-odds-api.com, v4). Entries that lack a field are counted, not taken. */
export const readOdds = (body: unknown): Read<OddsEvent> => readList(body, (one) => zEvent.safeParse(one))
/** The events of GET /v4/sports/{key}/scores. */
export const readScores = (body: unknown): Read<ScoreEvent> => readList(body, (one) => zScores.safeParse(one))

function readList<T>(body: unknown, parse: (one: unknown) => { success: boolean; data?: T }): Read<T> {
  if (!Array.isArray(body)) return { read: [], unreadable: 1 }
  const all = body.slice(0, eventsMost).map((one: unknown) => parse(one))
  const read = all.flatMap(({ data }) => (data === undefined ? [] : [data]))
  return { read, unreadable: all.length - read.length }
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

/** Our sport for one of theirs, "soccer_epl" as soccer; undefined for a sport that we do not have. */
export function sportIdOf(sportKey: string): string | undefined {
  return own(groups, sportKey.split('_')[0] ?? '')
}

/** Of which sport an event is, when it was asked for, and from which age on its prices are stale. */
export type About = { readonly sportKey: string; readonly at: Date; readonly staleMs: number }

/** An event as a fixture with all its markets; undefined without prices on who wins. */
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
 * The markets h2h, totals and spreads as they are of the first bookmaker that is up to date on who wins; for soccer every other market
 * priced from them. Where none is up to date the first one's lines are suspended.
 */
function toLines(event: OddsEvent, { sportId, at, staleMs }: Pricing): LinePrices[] | undefined {
  const isFresh = (book: Book, key: string): boolean => {
    const told = book.markets.find((one) => one.key === key)?.last_update ?? book.last_update
    return told === null || told === undefined || at.getTime() - Date.parse(told) <= staleMs
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
  const named = (name: string) => oddOf(prices('h2h').find((one) => one.name === name)?.price)
  const [home, draw, away] = [named(event.home_team), named('Draw'), named(event.away_team)]
  if (!home || !away || (sport === 'soccer' && !draw)) return undefined
  const total = totalOf(prices('totals'))
  const basis: Basis =
    sport === 'soccer'
      ? { given: { home_odd: home, neutral_odd: draw ?? 3, away_odd: away, ...(total ?? evenTotal) } }
      : { ratings: ratingsFromPrices(sport, { home, away }) }
  const winner = { home_team: asGiven(home), away_team: asGiven(away), ...(draw && { draw: asGiven(draw) }) }
  const lines = withPrices(linesBefore(sport, basis), { [mainMarket(sportId)]: winner })
  const own = handicapLine(event, { sportId, outcomes: prices('spreads') })
  return own ? [...lines.filter((one) => one.marketId !== own.marketId || one.line !== own.line), own] : lines
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
  const place = placeOf(sport, marketId, `home_team ${side}`)
  if (!place) return undefined
  return { marketId, line: place.line, state: 'open', keys: place.keys, prices: [asGiven(homeOdd), asGiven(awayOdd)] }
}

function oddOf(price: number | undefined): number | undefined {
  return price !== undefined && price > 1.005 && price <= 1000 ? price : undefined
}

/** What the scores of an event say: the match goes on without live bets, or is over. Half-time is not in this feed. */
export function toProgress(event: ScoreEvent, at: Date): FeedMessage[] {
  const about = { match: { source: theOddsApi, sourceId: event.id }, at }
  const goals = (name: string) => Number(event.scores?.find((one) => one.name === name)?.score ?? Number.NaN)
  const score = { home: goals(event.home_team), away: goals(event.away_team) }
  const isKnown = Number.isInteger(score.home) && Number.isInteger(score.away) && score.home >= 0 && score.away >= 0
  if (event.completed) {
    return isKnown ? [{ ...about, kind: 'result', certainty: 2, fullTime: score }] : []
  }
  if (new Date(event.commence_time) > at) return []
  const messages: MatchMessage[] = [
    { kind: 'stop', reason: 'no live bets' },
    { kind: 'score', state: 'live', ...(isKnown && { score }) },
  ]
  return messages.map((one) => ({ ...one, ...about }))
}
