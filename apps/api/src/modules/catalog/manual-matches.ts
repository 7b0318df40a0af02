import { sportOf } from '@nare/bets/sports'
import { done, refused } from '@nare/contract/outcome'
import type { Received } from '@nare/contract/route'
import type { sandbox as calls } from '@nare/contract/sandbox'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import { random } from '#platform/random'
import type { LinePrices, MatchMessage, Ingest } from './feeds/port.ts'
import { drive, readScore, type Drive, type DrivenMatch } from './manual-drive.ts'
import { shownEvents } from './store-events.ts'
import {
  evenTotal,
  preMatchLines,
  outcomeLine,
  ratingsFromPrices,
  readBasis,
  withPrices,
  type Basis,
} from './pricing.ts'
import { linesOfMatch, toPrices } from './store-lines.ts'
import { manualMatch } from './store-feed.ts'
import { findMatches, refKey } from './store-fixtures.ts'
import type { openIngest } from './ingest.ts'
import { mainMarket } from './views.ts'

type ManualDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly ingest: Ingest
  readonly apply: ReturnType<typeof openIngest>['apply']
  /** Treats the feed of a match as silent for some seconds. */
  readonly silence: (matchId: number, seconds: number) => Promise<void>
  readonly applyAndSettle: ReturnType<typeof openIngest>['applyAndSettle']
}

const source = 'sandbox'
const matchIdShape = /^\d{8}$/

/** Changes a match by hand and detaches it from its feed. Refuses unknown markets and outcomes. */
export async function driveMatch(deps: ManualDeps, input: Drive) {
  const match = await findMatch(deps, input.match_id)
  if (!match) return refused('not_found')
  const prices = readPrices(match, input.odds)
  if ('wrong' in prices) return invalid(prices.wrong, 'This match has no such market or outcome, or these are no odds')
  const events = input.take_back === undefined ? [] : await shownEvents(deps.db, [match.id])
  const takenBack = events.find(({ state }) => state.event_id === input.take_back && !state.taken_back)?.state
  if (input.take_back !== undefined && !takenBack) return invalid('take_back', 'This match has no such event')
  const eventId = input.event_id ?? random.uuid()
  const messages = drive(match, input, { priced: prices.lines, eventId, takenBack })
  await deps.apply(match.id, messages, { source, takesControl: true })
  if (input.silent !== undefined) await deps.silence(match.id, input.silent)
  return done({ match_id: String(match.id), ...(input.event !== undefined && { event_id: eventId }) })
}

/** Records, corrects or rolls back a result. Returns once its bets are settled. */
export async function resultMatch(deps: ManualDeps, input: ResultInput) {
  if (!matchIdShape.test(input.match_id)) return refused('not_found')
  const message = resultMessage(input)
  if ('wrong' in message) return invalid(message.wrong, message.why)
  const id = Number(input.match_id)
  const { found, legs, bets } = await deps.applyAndSettle(id, [message], { source, takesControl: true })
  return found ? done({ legs, bets }) : refused('not_found')
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

async function findMatch(deps: ManualDeps, id: string): Promise<DrivenMatch | undefined> {
  if (!matchIdShape.test(id)) return undefined
  const row = await manualMatch(deps.db, Number(id))
  if (!row) return undefined
  return { id: Number(id), ...row, model: readBasis(row.model), lines: await linesOfMatch(deps.db, Number(id)) }
}

type ReadPrices = { lines: LinePrices[] } | { wrong: string }

/** The complete lines that the given prices change. Other outcomes of a line keep their price. */
function readPrices(match: DrivenMatch, given: Received<typeof calls.driveMatch>['odds']): ReadPrices {
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

function lineOf(match: DrivenMatch, marketId: string, { line, keys }: { line: string; keys: string[] }): LinePrices {
  const stored = match.lines.find((one) => String(one.market_id) === marketId && one.line === line)
  return stored ? toPrices(stored) : { marketId, line, state: 'open', keys, prices: keys.map(() => null) }
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
    ...(input.corners !== undefined && { corners: readScore(input.corners) }),
    ...(input.cards !== undefined && { cards: readScore(input.cards) }),
  }
}

function invalid(field: string, sentence: string) {
  return refused('invalid_input', { fields: { [field]: sentence } })
}
