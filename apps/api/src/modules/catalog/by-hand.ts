import type { Score, Side } from '@nare/bets/result'
import { done, refused } from '@nare/contract/outcome'
import type { Received } from '@nare/contract/route'
import type { sandbox as calls } from '@nare/contract/sandbox'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import { random } from '#platform/random'
import type { LinePrices, MatchMessage, Take } from './feeds/port.ts'
import {
  decidedLines,
  evenTotal,
  linesBefore,
  linesDuring,
  placeOf,
  ratingsFromPrices,
  readBasis,
  withPrices,
  type Basis,
} from './pricing.ts'
import { linesOfMatch, type LineRow } from './store-lines.ts'
import { matchByHand, type MatchByHand } from './store-feed.ts'
import { findMatches, refKey } from './store-fixtures.ts'
import type { openTake } from './take.ts'
import { mainMarket, sportOf } from './views.ts'

type Hand = {
  readonly db: Db
  readonly clock: Clock
  readonly take: Take
  readonly apply: ReturnType<typeof openTake>['apply']
  readonly applyAndSettle: ReturnType<typeof openTake>['applyAndSettle']
}

const source = 'sandbox'

/** Drives a match by hand; from then on no feed does. Refuses unknown markets and outcomes. */
export async function driveMatch(catalog: Hand, input: Drive) {
  const match = await findMatch(catalog, input.match_id)
  if (!match) return refused('not_found')
  const prices = readPrices(match, input.odds)
  if ('wrong' in prices) return invalid(prices.wrong, 'This match has no such market or outcome, or these are no odds')
  await catalog.apply(match.id, drive(match, input, prices.lines), { source, takeOver: true })
  return done({ match_id: String(match.id) })
}

/** Records, corrects or rolls back how a match came out; answers once that is settled. */
export async function resultMatch(catalog: Hand, input: ResultInput) {
  const match = await findMatch(catalog, input.match_id)
  if (!match) return refused('not_found')
  const message = resultMessage(input)
  if ('wrong' in message) return invalid(message.wrong, message.why)
  const { legs, bets } = await catalog.applyAndSettle(match.id, [message], { source, takeOver: true })
  return done({ legs, bets })
}

/** Makes a match with these prices; all its other markets are priced from them. */
export async function createMatch(catalog: Hand, input: Received<typeof calls.createMatch>) {
  const sport = sportOf(input.sport_id)
  if (!sport) return invalid('sport_id', 'There is no such sport')
  const neutral = input.neutral_odd ?? undefined
  if (sport === 'soccer' && neutral === undefined) return invalid('neutral_odd', 'Please enter odds such as 3.20')
  for (const name of ['home_odd', 'neutral_odd', 'away_odd', 'over', 'under'] as const) {
    const at = input[name]
    if (typeof at === 'bigint' && (at <= 1000n || at > 1_000_000n))
      return invalid(name, 'Please enter odds from 1.01 to 1000')
  }
  const home = Number(input.home_odd) / 1000
  const away = Number(input.away_odd) / 1000
  const basis: Basis =
    sport === 'soccer'
      ? { given: { home_odd: home, neutral_odd: Number(neutral) / 1000, away_odd: away, ...totalOf(input) } }
      : { ratings: ratingsFromPrices(sport, { home, away }) }
  const own = { home_team: input.home_odd, away_team: input.away_odd, ...(neutral !== undefined && { draw: neutral }) }
  const sourceId = random.uuid()
  await catalog.take([
    {
      kind: 'fixture',
      match: { source, sourceId },
      at: catalog.clock.date(),
      sportId: input.sport_id,
      competition: { name: input.competition_name, category: input.category ?? 'Sandbox' },
      homeTeam: input.home_team,
      awayTeam: input.away_team,
      startTime: new Date(input.start_time),
      model: basis,
      lines: withPrices(linesBefore(sport, basis), { [mainMarket(input.sport_id)]: own }),
    },
  ])
  const made = await findMatches(catalog.db, [{ source, sourceId }])
  return done({ match_id: String(made.get(refKey({ source, sourceId }))?.id) })
}

function totalOf({ over, under }: Received<typeof calls.createMatch>): { over: number; under: number } {
  if (over && under) return { over: Number(over) / 1000, under: Number(under) / 1000 }
  if (over) return { over: Number(over) / 1000, under: otherSide(Number(over) / 1000) }
  if (under) return { over: otherSide(Number(under) / 1000), under: Number(under) / 1000 }
  return evenTotal
}

/** The other side of a two-way book of six percent, never below 1.01. */
function otherSide(odd: number): number {
  return Math.max(1.01, Math.round(100 / Math.max(0.05, 1.06 - 1 / odd)) / 100)
}

type Found = Omit<MatchByHand, 'model'> & { id: number; model: Basis | undefined; lines: LineRow[] }

async function findMatch(catalog: Hand, id: string): Promise<Found | undefined> {
  if (!/^\d{8}$/.test(id)) return undefined
  const row = await matchByHand(catalog.db, Number(id))
  if (!row) return undefined
  return { id: Number(id), ...row, model: readBasis(row.model), lines: await linesOfMatch(catalog.db, Number(id)) }
}

type Prices = { lines: LinePrices[] } | { wrong: string }

/** The lines that given prices change, whole; what is not named on a line keeps its price. */
function readPrices(match: Found, given: Received<typeof calls.driveMatch>['odds']): Prices {
  const sport = sportOf(match.sportId)
  const changed = new Map<string, LinePrices>()
  for (const [marketId, byKey] of Object.entries(given ?? {})) {
    for (const [key, at] of Object.entries(byKey)) {
      const place = sport && placeOf(sport, marketId, key)
      if (!place || at <= 1000n || at > 1_000_000n) return { wrong: `odds.${marketId}.${key}` }
      const name = `${marketId}|${place.line}`
      const before = changed.get(name) ?? lineOf(match, marketId, place)
      const prices = before.keys.map((one, index) => (one === key ? at : (before.prices[index] ?? null)))
      changed.set(name, { ...before, state: 'open', prices })
    }
  }
  return { lines: [...changed.values()] }
}

function lineOf(match: Found, marketId: string, { line, keys }: { line: string; keys: string[] }): LinePrices {
  const stored = match.lines.find((one) => String(one.market_id) === marketId && one.line === line)
  return stored ? toPrices(stored) : { marketId, line, state: 'open', keys, prices: keys.map(() => null) }
}

function toPrices({ market_id, line, state, keys, prices }: LineRow): LinePrices {
  return {
    marketId: String(market_id),
    line,
    state,
    keys,
    prices: prices.map((one) => (one === null ? null : BigInt(one))),
  }
}

type Drive = Received<typeof calls.driveMatch>

/** A goal, card, penalty or review stops the match until `suspend: false`; other changes come in between. */
function drive(match: Found, input: Drive, priced: readonly LinePrices[]): MatchMessage[] {
  const messages: MatchMessage[] = []
  const begins = input.state === 'live' && !match.score ? '0:0' : undefined
  const written = input.score ?? begins
  const score = written === undefined ? undefined : readScore(written)
  const course = courseOf(match, { score, minute: input.minute })
  if (input.event !== undefined || input.suspend === true) {
    messages.push({ kind: 'stop', reason: input.event ?? 'asked for' })
  }
  if (input.state === 'cancelled') messages.push({ kind: 'cancel', reason: 'asked for' })
  else if (input.state !== undefined || input.minute !== undefined || score || input.start_time !== undefined) {
    messages.push({
      kind: 'score',
      ...(input.state !== undefined && { state: input.state }),
      ...(input.minute !== undefined && { minute: input.minute }),
      ...(score && { score }),
      ...course,
      ...(input.start_time !== undefined && { startTime: new Date(input.start_time) }),
      ...(input.event !== undefined && { reason: input.event }),
    })
  }
  const lines = [
    ...(input.score !== undefined || input.minute !== undefined
      ? afterChange(match, { score, minute: input.minute, ...course })
      : []),
    ...priced,
  ]
  if (lines.length > 0) messages.push({ kind: 'price', lines })
  if (input.suspend === false) messages.push({ kind: 'reopen' })
  return messages
}

type Change = { score: Score | undefined; minute: number | undefined }

const firstHalfEnds = 45

/**
 * What a change of score or minute tells beyond itself: who scored, where that is sure, and the half-time score, where the second
 * half begins without a goal in between.
 */
function courseOf(match: Found, { score, minute }: Change): { goals?: readonly Side[]; halfTime?: Score } {
  if (sportOf(match.sportId) !== 'soccer') return {}
  const before = match.score ?? { home: 0, away: 0 }
  const goals = score && goalsAfter(match.goals, before, score)
  const begins = (minute ?? 0) > firstHalfEnds && (match.minute ?? 0) <= firstHalfEnds
  const same = !score || (score.home === before.home && score.away === before.away)
  return { ...(goals && { goals }), ...(begins && same && !match.halfTime && { halfTime: before }) }
}

/** The goals in order after a change of score; none where an order is not known, for it would be a guess. */
function goalsAfter(goals: readonly Side[], before: Score, score: Score): readonly Side[] {
  const of = (side: Side) => goals.filter((one) => one === side).length
  const more = { home: score.home - before.home, away: score.away - before.away }
  const known = of('home') === before.home && of('away') === before.away
  if (!known || more.home < 0 || more.away < 0 || (more.home > 0 && more.away > 0)) return []
  const side = more.home > 0 ? 'home' : 'away'
  return [...goals, ...Array.from({ length: more.home + more.away }, () => side as Side)]
}

/** Lines that are decided now are closed, and the next goal has its line. The other prices are left as they were given. */
function afterChange(match: Found, change: Change & { halfTime?: Score }): LinePrices[] {
  if (sportOf(match.sportId) !== 'soccer') return []
  const score = change.score ?? match.score ?? { home: 0, away: 0 }
  const minute = change.minute ?? match.minute ?? 1
  const halfTime = change.halfTime ?? match.halfTime
  const stored = match.lines.map(toPrices)
  const closed = decidedLines(stored, { score, halfTime, secondHalf: minute > firstHalfEnds })
  if (!change.score || !match.model || 'ratings' in match.model) return closed
  const next = linesDuring(match.model, { score, minute, ...(halfTime && { halfTime }) }, ['8'])
  const known = new Set(stored.map((one) => `${one.marketId}|${one.line}`))
  return [...closed, ...next.filter((one) => !known.has(`${one.marketId}|${one.line}`))]
}

function readScore(text: string): Score {
  const [home = 0, away = 0] = text.split(':').map(Number)
  return { home, away }
}

type ResultInput = Received<typeof calls.resultMatch>

function resultMessage(input: ResultInput): MatchMessage | { wrong: string; why: string } {
  if (input.rollback) return { kind: 'rollback', of: 'either' }
  if (input.cancelled) return { kind: 'cancel', reason: input.reason ?? 'asked for' }
  if (input.full_time === undefined) return { wrong: 'full_time', why: 'Please write the final score as 2:1' }
  const fullTime = readScore(input.full_time)
  const halfTime = input.half_time === undefined ? undefined : readScore(input.half_time)
  if (halfTime && (halfTime.home > fullTime.home || halfTime.away > fullTime.away)) {
    return { wrong: 'half_time', why: 'The half-time score is above the final score' }
  }
  const goals = input.goals
  const home = goals?.filter((side) => side === 'home').length
  if (goals && (home !== fullTime.home || goals.length - home !== fullTime.away)) {
    return { wrong: 'goals', why: 'The goals do not add up to the final score' }
  }
  return {
    kind: 'result',
    certainty: input.certainty,
    fullTime,
    ...(halfTime && { halfTime }),
    ...(goals && { goals }),
  }
}

function invalid(field: string, sentence: string) {
  return refused('invalid_input', { fields: { [field]: sentence } })
}
