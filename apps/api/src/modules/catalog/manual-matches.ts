import type { Score, Side } from '@nare/bets/result'
import { done, refused } from '@nare/contract/outcome'
import type { Received } from '@nare/contract/route'
import type { sandbox as calls } from '@nare/contract/sandbox'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import { random } from '#platform/random'
import type { LinePrices, MatchMessage, Ingest } from './feeds/port.ts'
import {
  decidedLines,
  evenTotal,
  preMatchLines,
  inPlayLines,
  outcomeLine,
  ratingsFromPrices,
  readBasis,
  withPrices,
  type Basis,
} from './pricing.ts'
import { linesOfMatch, type LineRow } from './store-lines.ts'
import { manualMatch, type ManualMatch } from './store-feed.ts'
import { findMatches, refKey } from './store-fixtures.ts'
import type { openIngest } from './ingest.ts'
import { mainMarket, sportOf } from './views.ts'

type ManualDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly ingest: Ingest
  readonly apply: ReturnType<typeof openIngest>['apply']
  readonly applyAndSettle: ReturnType<typeof openIngest>['applyAndSettle']
}

const source = 'sandbox'

/** Changes a match manually and detaches it from its feed. Refuses unknown markets and outcomes. */
export async function driveMatch(deps: ManualDeps, input: Drive) {
  const match = await findMatch(deps, input.match_id)
  if (!match) return refused('not_found')
  const prices = readPrices(match, input.odds)
  if ('wrong' in prices) return invalid(prices.wrong, 'This match has no such market or outcome, or these are no odds')
  await deps.apply(match.id, drive(match, input, prices.lines), { source, takesControl: true })
  return done({ match_id: String(match.id) })
}

/** Records, corrects or rolls back a result. Returns once its bets are settled. */
export async function resultMatch(deps: ManualDeps, input: ResultInput) {
  const match = await findMatch(deps, input.match_id)
  if (!match) return refused('not_found')
  const message = resultMessage(input)
  if ('wrong' in message) return invalid(message.wrong, message.why)
  const { legs, bets } = await deps.applyAndSettle(match.id, [message], { source, takesControl: true })
  return done({ legs, bets })
}

/** Creates a match with these prices; all other markets are priced from them. */
export async function createMatch(deps: ManualDeps, input: Received<typeof calls.createMatch>) {
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
  const given = {
    home_team: input.home_odd,
    away_team: input.away_odd,
    ...(neutral !== undefined && { draw: neutral }),
  }
  const sourceId = random.uuid()
  await deps.ingest([
    {
      kind: 'fixture',
      match: { source, sourceId },
      at: deps.clock.date(),
      sportId: input.sport_id,
      competition: { name: input.competition_name, category: input.category ?? 'Sandbox' },
      homeTeam: input.home_team,
      awayTeam: input.away_team,
      startTime: new Date(input.start_time),
      model: basis,
      lines: withPrices(preMatchLines(sport, basis), { [mainMarket(input.sport_id)]: given }),
    },
  ])
  const created = await findMatches(deps.db, [{ source, sourceId }])
  return done({ match_id: String(created.get(refKey({ source, sourceId }))?.id) })
}

function totalOf({ over, under }: Received<typeof calls.createMatch>): { over: number; under: number } {
  if (over && under) return { over: Number(over) / 1000, under: Number(under) / 1000 }
  if (over) return { over: Number(over) / 1000, under: otherSide(Number(over) / 1000) }
  if (under) return { over: otherSide(Number(under) / 1000), under: Number(under) / 1000 }
  return evenTotal
}

/** The other price of a two-way book with a six percent margin, at least 1.01. */
function otherSide(odd: number): number {
  return Math.max(1.01, Math.round(100 / Math.max(0.05, 1.06 - 1 / odd)) / 100)
}

type LoadedMatch = Omit<ManualMatch, 'model'> & { id: number; model: Basis | undefined; lines: LineRow[] }

async function findMatch(deps: ManualDeps, id: string): Promise<LoadedMatch | undefined> {
  if (!/^\d{8}$/.test(id)) return undefined
  const row = await manualMatch(deps.db, Number(id))
  if (!row) return undefined
  return { id: Number(id), ...row, model: readBasis(row.model), lines: await linesOfMatch(deps.db, Number(id)) }
}

type ReadPrices = { lines: LinePrices[] } | { wrong: string }

/** The complete lines changed by given prices; other outcomes of a line keep their price. */
function readPrices(match: LoadedMatch, given: Received<typeof calls.driveMatch>['odds']): ReadPrices {
  const sport = sportOf(match.sportId)
  const changed = new Map<string, LinePrices>()
  for (const [marketId, byKey] of Object.entries(given ?? {})) {
    for (const [key, at] of Object.entries(byKey)) {
      const place = sport && outcomeLine(sport, marketId, key)
      if (!place || at <= 1000n || at > 1_000_000n) return { wrong: `odds.${marketId}.${key}` }
      const name = `${marketId}|${place.line}`
      const before = changed.get(name) ?? lineOf(match, marketId, place)
      const prices = before.keys.map((one, index) => (one === key ? at : (before.prices[index] ?? null)))
      changed.set(name, { ...before, state: 'open', prices })
    }
  }
  return { lines: [...changed.values()] }
}

function lineOf(match: LoadedMatch, marketId: string, { line, keys }: { line: string; keys: string[] }): LinePrices {
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

/** The messages for one change. A goal, card, penalty or review suspends the match until `suspend: false`. */
function drive(match: LoadedMatch, input: Drive, priced: readonly LinePrices[]): MatchMessage[] {
  const messages: MatchMessage[] = []
  const initialScore = input.state === 'live' && !match.score ? '0:0' : undefined
  const scoreText = input.score ?? initialScore
  const score = scoreText === undefined ? undefined : readScore(scoreText)
  const derived = derivedFacts(match, { score, minute: input.minute })
  if (input.event !== undefined || input.suspend === true) {
    messages.push({ kind: 'stop', reason: input.event ?? 'manual' })
  }
  if (input.state === 'cancelled') messages.push({ kind: 'cancel', reason: 'manual' })
  else if (input.state !== undefined || input.minute !== undefined || score || input.start_time !== undefined) {
    messages.push({
      kind: 'score',
      ...(input.state !== undefined && { state: input.state }),
      ...(input.minute !== undefined && { minute: input.minute }),
      ...(score && { score }),
      ...derived,
      ...(input.start_time !== undefined && { startTime: new Date(input.start_time) }),
      ...(input.event !== undefined && { reason: input.event }),
    })
  }
  const lines = [
    ...(input.score !== undefined || input.minute !== undefined
      ? afterChange(match, { score, minute: input.minute, ...derived })
      : []),
    ...priced,
  ]
  if (lines.length > 0) messages.push({ kind: 'price', lines })
  if (input.suspend === false) messages.push({ kind: 'reopen' })
  return messages
}

type ScoreUpdate = { score: Score | undefined; minute: number | undefined }

const firstHalfEnds = 45

/**
 * Facts that follow from a change of score or minute: the order of goals, if unambiguous, and the half-time score, if the second
 * half begins without a new goal.
 */
function derivedFacts(
  match: LoadedMatch,
  { score, minute }: ScoreUpdate,
): { goals?: readonly Side[]; halfTime?: Score } {
  if (sportOf(match.sportId) !== 'soccer') return {}
  const before = match.score ?? { home: 0, away: 0 }
  const goals = score && goalsAfter(match.goals, before, score)
  const isSecondHalfStart = (minute ?? 0) > firstHalfEnds && (match.minute ?? 0) <= firstHalfEnds
  const isSameScore = !score || (score.home === before.home && score.away === before.away)
  return { ...(goals && { goals }), ...(isSecondHalfStart && isSameScore && !match.halfTime && { halfTime: before }) }
}

/** The order of goals after a change of score; empty if the order is ambiguous. */
function goalsAfter(goals: readonly Side[], before: Score, score: Score): readonly Side[] {
  const of = (side: Side) => goals.filter((one) => one === side).length
  const more = { home: score.home - before.home, away: score.away - before.away }
  const isComplete = of('home') === before.home && of('away') === before.away
  if (!isComplete || more.home < 0 || more.away < 0 || (more.home > 0 && more.away > 0)) return []
  const side = more.home > 0 ? 'home' : 'away'
  return [...goals, ...Array.from({ length: more.home + more.away }, () => side as Side)]
}

/** Closes decided lines and adds the next-goal line. Other prices stay unchanged. */
function afterChange(match: LoadedMatch, change: ScoreUpdate & { halfTime?: Score }): LinePrices[] {
  if (sportOf(match.sportId) !== 'soccer') return []
  const score = change.score ?? match.score ?? { home: 0, away: 0 }
  const minute = change.minute ?? match.minute ?? 1
  const halfTime = change.halfTime ?? match.halfTime
  const stored = match.lines.map(toPrices)
  const closed = decidedLines(stored, { score, halfTime, secondHalf: minute > firstHalfEnds })
  if (!change.score || !match.model || 'ratings' in match.model) return closed
  const next = inPlayLines(match.model, { score, minute, ...(halfTime && { halfTime }) }, ['8'])
  const existing = new Set(stored.map((one) => `${one.marketId}|${one.line}`))
  return [...closed, ...next.filter((one) => !existing.has(`${one.marketId}|${one.line}`))]
}

function readScore(text: string): Score {
  const [home = 0, away = 0] = text.split(':').map(Number)
  return { home, away }
}

type ResultInput = Received<typeof calls.resultMatch>

function resultMessage(input: ResultInput): MatchMessage | { wrong: string; why: string } {
  if (input.rollback) return { kind: 'rollback', of: 'either' }
  if (input.cancelled) return { kind: 'cancel', reason: input.reason ?? 'manual' }
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
