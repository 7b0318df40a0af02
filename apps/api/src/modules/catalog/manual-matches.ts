import { sportOf } from '@nare/bets/markets/sports'
import { done, refused } from '@nare/contract/outcome'
import type { Received } from '@nare/contract/route'
import type { sandbox as calls } from '@nare/contract/sandbox'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import { random } from '#platform/random'
import type { LinePrices, MarginsOf, MatchMessage, Ingest } from './feeds/port.ts'
import { createFixture, invalid } from './hand-fixtures.ts'
import { scoreFacts, type WrongField } from './hand-results.ts'
import { drive, type Drive, type DrivenMatch } from './manual-drive.ts'
import { shownEvents } from './store-events.ts'
import { outcomeLine, readBasis } from './pricing.ts'
import { linesOfMatch, toPrices } from './store-lines.ts'
import { manualMatch } from './store-feed.ts'
import type { openIngest } from './ingest.ts'

type ManualDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly ingest: Ingest
  readonly apply: ReturnType<typeof openIngest>['apply']
  /** Treats the feed of a match as silent for some seconds. */
  readonly silence: (matchId: number, seconds: number) => Promise<void>
  readonly applyAndSettle: ReturnType<typeof openIngest>['applyAndSettle']
  readonly marginsOf: MarginsOf
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
  const { competition_name: name, category = 'Sandbox', ...fixture } = input
  const created = await createFixture(deps, { ...fixture, prices: input, competition: { name, category } }, { source })
  return created.ok ? done({ match_id: String(created.value) }) : created
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

function resultMessage(input: ResultInput): MatchMessage | WrongField {
  if (input.rollback) return { kind: 'rollback', of: 'either' }
  if (input.cancelled) return { kind: 'cancel', reason: input.reason ?? 'manual' }
  const facts = scoreFacts(input)
  return 'wrong' in facts ? facts : { kind: 'result', certainty: input.certainty, ...facts }
}
