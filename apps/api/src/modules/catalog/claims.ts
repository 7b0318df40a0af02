import { transact } from '#platform/db'
import type { Db, Tx } from '#platform/db'
import { lockExclusive } from '#platform/locks'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { AboutMatch, Listed } from './feeds/port.ts'
import type { IngestDeps } from './ingest-types.ts'
import { isolateEach } from './isolate.ts'
import { setSilence } from './match-state.ts'
import { withinBand } from './price-claims.ts'
import { sameAsEarlier, unpricedMatches, writeConfirmation } from './store-claims.ts'
import { closeFinding, hasOpenFinding, insertFinding, type MatchResolution, type NewFinding } from './store-findings.ts'
import { lockMatch, saveMatch, type MatchRow } from './store-match.ts'

const unpricedPerPage = 200
const concurrency = 4

/** Matches of this source are driven by hand. Whoever drives a match by hand decides what is right. */
export const handSource = 'sandbox'
/** Matches that people of the house made, or whose result they entered, are driven by this. */
export const houseSource = 'house'

/** The feeds of other companies. Their results are claims; simulations and replays make their results from the match itself. */
export const externalSources: ReadonlySet<string> = new Set(['the-odds-api', 'isports-api'])

/** Message with the lines suspended whose prices cannot be a book. */
export function judgePrices(deps: Pick<IngestDeps, 'band' | 'drop'>, message: AboutMatch): AboutMatch {
  if ((message.kind !== 'price' && message.kind !== 'fixture') || message.match.source === handSource) return message
  const { lines, refused: count } = withinBand(message.lines, deps.band)
  deps.drop(message.match.source, 'book', count)
  return count === 0 ? message : { ...message, lines }
}

/**
 * Suspends the matches of a feed's list that have not started and whose prices are not in it, each in its own transaction. They are never
 * closed or void, and their next usable price reopens them. An empty list that suspends a match is reported once.
 */
export async function applyListed(deps: IngestDeps, { source, list, priced, at, entries }: Listed): Promise<void> {
  const { db, log } = deps
  let suspended = 0
  for (;;) {
    const ids = await unpricedMatches(db, { source, list, priced, most: unpricedPerPage })
    const isolation = { db, log, name: (matchId: number) => matchId }
    const { results, failed } = await isolateEach(isolation, ids, {
      concurrency,
      work: (matchId) => suspendUnpriced(deps, matchId, source),
    })
    suspended += results.length
    if (ids.length < unpricedPerPage || failed.length === ids.length) break
  }
  if (entries > 0 || suspended === 0) return
  const facts = { source, list, matches: String(suspended), at: at.toISOString() }
  if (await insertFinding(db, { kind: 'empty_list', subject: `${source} ${list}`, facts, at }))
    log.error({ source, list, suspended }, 'a feed sent an empty list; all its matches are suspended')
}

async function suspendUnpriced(deps: IngestDeps, matchId: number, source: string): Promise<void> {
  const row = await transact(deps.db, async (tx) => {
    await deps.check?.(tx)
    await lockExclusive(tx, 'match', [matchId])
    const locked = await lockMatch(tx, matchId)
    if (!locked || locked.driven_by !== source || locked.current.state !== 'not_started') return undefined
    await writeConfirmation(tx, matchId, { validMs: 0 })
    const next = setSilence(locked.current, true)
    if (!next) return undefined
    const change = { kind: 'stop', reason: 'no_price', source, at: deps.clock.date(), ours: true as const }
    await saveMatch(tx, { row: locked, next, drivenBy: locked.driven_by, change })
    return locked
  })
  if (row) deps.publish([{ matchId, sportId: row.sport_id, lines: [], matchChanged: true }])
}

/** Suspends a locked match as an operator would, so that its feed cannot reopen it, and reports why. Returns its new row. */
export async function holdFor(
  tx: Tx,
  row: MatchRow,
  finding: Omit<NewFinding, 'subject' | 'matchId'>,
): Promise<MatchRow> {
  const isNew = await insertFinding(tx, { ...finding, subject: `match ${row.id}`, matchId: row.id })
  if (!isNew || row.current.stoppedByOperator) return row
  const next = { ...row.current, stoppedByOperator: true }
  const change = { kind: 'held', reason: finding.kind, source: 'platform', at: finding.at, ours: true as const }
  const version = await saveMatch(tx, { row, next, drivenBy: row.driven_by, change })
  return { ...row, current: next, version }
}

/** Holds those of these matches of feeds that an earlier match with the same sides already offers. The later one is held, never merged. */
export async function holdDoubled(tx: Tx, matchIds: readonly number[], at: Date): Promise<void> {
  for (const { id, firstId, name, startTime } of await sameAsEarlier(
    tx,
    matchIds.toSorted((a, b) => a - b),
  )) {
    await lockExclusive(tx, 'match', [id])
    const row = await lockMatch(tx, id)
    const facts = { match: name, same_as: String(firstId), start_time: startTime.toISOString() }
    if (row && row.source !== handSource) await holdFor(tx, row, { kind: 'same_match', facts, at })
  }
}

/**
 * Closes a finding about a match or a list. With 'reopen' its match accepts bets again, unless another finding about it is open; with 'keep' it stays as it is.
 * `reopen` ends the suspension.
 */
export async function resolveFinding(
  { db, reopen }: { db: Db; reopen: (matchId: number) => Promise<unknown> },
  { id, resolution }: { id: bigint; resolution: MatchResolution },
): Promise<Outcome<'resolved', 'not_found'>> {
  const closed = await transact(db, async (tx) => {
    const found = await closeFinding(tx, { id }, resolution)
    const mayReopen = found?.matchId && resolution === 'reopen' && !(await hasOpenFinding(tx, found.matchId))
    return found && { reopens: mayReopen ? found.matchId : null }
  })
  if (!closed) return refused('not_found')
  if (closed.reopens !== null) await reopen(closed.reopens)
  return done('resolved' as const)
}
