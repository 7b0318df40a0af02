import { transact } from '#platform/db'
import { lockExclusive } from '#platform/locks'
import { storable } from '#platform/stored-text'
import { applyAll, unchanged } from './apply-messages.ts'
import { applyListed, holdDoubled, houseSource, judgePrices } from './claims.ts'
import { isDecidedByHouse, isVerdict, reportContradiction } from './contradictions.ts'
import { isAboutMatch, type AboutMatch, type FeedMessage, type IngestSummary, type MatchMessage } from './feeds/port.ts'
import { silenceChanges } from './heartbeats.ts'
import { changePrices, isPriceMove } from './ingest-prices.ts'
import type { Applied, IngestDeps, MatchMessages, Origin } from './ingest-types.ts'
import { batchOrEach, isolateEach } from './isolate.ts'
import { closeUnfinished, setSilence } from './match-state.ts'
import { findMatches, insertMatches, openCompetitions, refKey, type NewMatch } from './store-fixtures.ts'
import { writeLines, type NewLine } from './store-lines.ts'
import { insertResult, lockMatch, overdue, saveMatch } from './store-match.ts'

const fixturesPerBatch = 20
const matchesPerPriceBatch = 20
/** Matches processed concurrently: a match that waits for its bets in progress does not delay another's suspension. */
const matchConcurrency = 4
const silenceBatchMax = 200

/** Applies feed messages: new matches first, then each match's messages in the order received. */
export function openIngest(deps: IngestDeps) {
  const { db, clock, log } = deps

  async function ingestFixtures(messages: readonly AboutMatch[]): Promise<{ created: number; failed: string[] }> {
    const fixtures = messages.flatMap((message): NewMatch[] => (message.kind === 'fixture' ? [message] : []))
    let created = 0
    const failed: string[] = []
    for (let from = 0; from < fixtures.length; from += fixturesPerBatch) {
      const isolation = { db, log, name: (fixture: NewMatch) => fixture.match }
      const batch = fixtures.slice(from, from + fixturesPerBatch)
      const done = await batchOrEach(isolation, batch, (some) => createMatches(deps, some))
      for (const count of done.results) created += count
      failed.push(...done.failed.map(({ match }) => match.sourceId))
      deps.onCreated()
    }
    return { created, failed }
  }

  async function ingest(received: readonly FeedMessage[]): Promise<IngestSummary> {
    await deps.heartbeats.receive(received, deps.check)
    for (const message of received) if (message.kind === 'listed') await applyListed(deps, message)
    const messages = received.filter(isAboutMatch).map((message) => judgePrices(deps, storable(message)))
    const fixtures = await ingestFixtures(messages)
    const byMatch = [...(await messagesByMatch(messages))]
    const priceMoves = byMatch.filter(([, updates]) => updates.messages.every(isPriceMove))
    const others = byMatch.filter(([, updates]) => !updates.messages.every(isPriceMove))
    const isolation = { db, log, name: ([matchId]: [number, MatchMessages]) => matchId }
    const applied = await isolateEach(isolation, others, {
      concurrency: matchConcurrency,
      work: ([matchId, updates]) => apply(matchId, updates.messages, updates),
    })
    let matches = fixtures.created + applied.results.length
    const failed = [...applied.failed]
    for (let from = 0; from < priceMoves.length; from += matchesPerPriceBatch) {
      const batch = priceMoves.slice(from, from + matchesPerPriceBatch)
      const done = await batchOrEach(isolation, batch, (some) => changePrices(deps, some))
      for (const count of done.results) matches += count
      failed.push(...done.failed)
    }
    const results = applied.results.reduce((sum, match) => sum + match.results, 0)
    return { matches, results, failed: [...fixtures.failed, ...failed.map(([, { sourceId }]) => sourceId)] }
  }

  /** Messages by match id, in the order received, from the source that drives the match. */
  async function messagesByMatch(messages: readonly AboutMatch[]): Promise<Map<number, MatchMessages>> {
    const updates = messages.filter((message) => message.kind !== 'fixture')
    const existing = await findMatches(
      db,
      updates.map(({ match }) => match),
    )
    const byMatch = new Map<number, MatchMessages>()
    for (const message of updates) {
      const match = existing.get(refKey(message.match))
      const isDriver = match?.driven_by === message.match.source
      if (!match || !(isDriver || (match.driven_by === houseSource && isVerdict(message)))) continue
      const ofMatch = byMatch.get(match.id) ?? { source: match.source, sourceId: message.match.sourceId, messages: [] }
      ofMatch.messages.push(message)
      byMatch.set(match.id, ofMatch)
    }
    return byMatch
  }

  type Change = readonly [matchId: number, messages: readonly (MatchMessage & { at?: Date })[], origin: Origin]

  /** Applies messages to one match under its exclusive lock, so that no bet is placed between a suspension and its commit. */
  async function change(...[matchId, messages, origin]: Change): Promise<Applied> {
    const applied = await transact(db, async (tx) => {
      await deps.check?.(tx)
      const [, row] = await Promise.all([lockExclusive(tx, 'match', [matchId]), lockMatch(tx, matchId)])
      if (!row) return undefined
      if (isDecidedByHouse(row, origin)) {
        await reportContradiction(tx, { row, messages, origin, now: clock.date() })
        return unchanged(row)
      }
      if (row.driven_by !== origin.source && !origin.takesControl) return unchanged(row)
      return applyAll(tx, { row, messages, origin, settlement: deps.settlement(), now: clock.date(), drop: deps.drop })
    })
    if (!applied) return { found: false, results: 0 }
    const { row, lines, matchChanged, eventsChanged } = applied
    deps.publish([{ matchId, sportId: row.sport_id, lines, matchChanged, eventsChanged }])
    return { found: true, results: applied.results }
  }

  /** Applies messages to one match and returns after the commit. Bets are settled in the background. */
  async function apply(...args: Change): Promise<Applied> {
    const applied = await change(...args)
    if (applied.results > 0) void wake(args[0])
    return applied
  }

  /** Like `apply`, but returns after the bets are settled. */
  async function applyAndSettle(...args: Change): Promise<Applied & { legs: number; bets: number }> {
    const applied = await change(...args)
    if (applied.results === 0) return { ...applied, legs: 0, bets: 0 }
    const { legs, bets } = await deps.settlement().settle(args[0])
    return { ...applied, legs, bets }
  }

  /** Starts the settlement of a match. A failure is only logged, because the stored job is retried. */
  function wake(matchId: number): Promise<void> {
    return deps
      .settlement()
      .wake(matchId)
      .catch((error: unknown) =>
        log.error({ err: error, matchId }, 'settling the bets of a match failed; the stored job is retried'),
      )
  }

  /** Suspends or reopens a match for an operator. Feeds cannot change this suspension. Returns false if the match does not exist. */
  async function setOperatorStop(matchId: number, { stopped, by }: { stopped: boolean; by: string }): Promise<boolean> {
    const row = await transact(db, async (tx) => {
      await lockExclusive(tx, 'match', [matchId])
      const locked = await lockMatch(tx, matchId)
      if (!locked || locked.current.stoppedByOperator === stopped) return locked && { ...locked, isSame: true }
      const change = { kind: stopped ? 'held' : 'released', source: by, at: clock.date(), ours: true as const }
      const next = { ...locked.current, stoppedByOperator: stopped }
      await saveMatch(tx, { row: locked, next, drivenBy: locked.driven_by, change })
      return { ...locked, isSame: false }
    })
    if (!row) return false
    if (!row.isSame) deps.publish([{ matchId, sportId: row.sport_id, lines: [], matchChanged: true }])
    return true
  }

  /**
   * Suspends a match because its feed is silent, or ends that suspension. In particular it does not make a later message of the feed count
   * as outdated.
   */
  async function setSuspendedForSilence(matchId: number, isSilent: boolean): Promise<void> {
    const row = await transact(db, async (tx) => {
      await deps.check?.(tx)
      await lockExclusive(tx, 'match', [matchId])
      const locked = await lockMatch(tx, matchId)
      const next = locked && setSilence(locked.current, isSilent)
      if (!next) return undefined
      const change = { kind: isSilent ? 'stop' : 'reopen', reason: 'silent_feed', source: 'platform', at: clock.date() }
      await saveMatch(tx, { row: locked, next, drivenBy: locked.driven_by, change: { ...change, ours: true } })
      return locked
    })
    if (row) deps.publish([{ matchId, sportId: row.sport_id, lines: [], matchChanged: true }])
  }

  /**
   * Suspends the matches of a silent source, the live ones first, and reopens them when the source sends again. Returns the number of
   * matches.
   */
  async function applyFeedSilence(source: string): Promise<number> {
    const { silent, reporting } = await silenceChanges(db, { source, most: silenceBatchMax })
    const isolation = { db, log, name: (matchId: number) => matchId }
    const judge = (ids: readonly number[], isSilent: boolean) =>
      isolateEach(isolation, ids, {
        concurrency: matchConcurrency,
        work: (matchId) => setSuspendedForSilence(matchId, isSilent),
      })
    await judge(silent, true)
    await judge(reporting, false)
    return silent.length + reporting.length
  }

  /**
   * Closes at most `most` matches that are overdue at `now`, and waits until their bets are settled. Matches of the lagging feed `waitFor`
   * stay open. Returns the number of matches closed or found to have a result.
   *
   * `now` is when the lag was checked. Example: at 12:00 a feed is healthy and its match is due at 12:01; if it falls silent at 12:00:30, a
   * sweep by the clock at 12:02 would close a match whose result is only late.
   */
  async function sweep(most: number, { now, waitFor }: { now: Date; waitFor?: string | undefined }): Promise<number> {
    const ids = await transact(db, (tx) => overdue(tx, { most, now, waitFor }))
    const isolation = { db, log, name: (matchId: number) => matchId }
    const { results: closed } = await isolateEach(isolation, ids, { concurrency: 1, work: closeOverdue })
    await Promise.all(closed.flatMap((matchId) => (matchId === undefined ? [] : [wake(matchId)])))
    return closed.length
  }

  /** Closes one match unless it already has a result. Returns its id if bets have to be settled. */
  async function closeOverdue(matchId: number): Promise<number | undefined> {
    const row = await transact(db, async (tx) => {
      await lockExclusive(tx, 'match', [matchId])
      const locked = await lockMatch(tx, matchId)
      if (!locked || locked.current.resulted) return undefined
      const { next, result } = closeUnfinished(locked.current)
      const reason = { kind: 'overdue', source: 'platform', at: clock.date() }
      await saveMatch(tx, { row: locked, next, drivenBy: locked.driven_by, change: reason })
      if (!result) return undefined
      const version = await insertResult(tx, { matchId, result, source: 'platform', at: reason.at })
      await deps.settlement().onResult(tx, { matchId, version })
      return locked
    })
    if (!row) return undefined
    deps.publish([{ matchId, sportId: row.sport_id, lines: [], matchChanged: true }])
    return matchId
  }

  return { ingest, apply, applyAndSettle, setOperatorStop, setSuspendedForSilence, applyFeedSilence, sweep }
}

async function createMatches(deps: IngestDeps, fixtures: readonly NewMatch[]): Promise<number> {
  const created = await transact(deps.db, async (tx) => {
    await deps.check?.(tx)
    const competitions = await openCompetitions(tx, fixtures)
    const ids = await insertMatches(tx, { matches: fixtures, competitions })
    const lines = fixtures.flatMap((one): NewLine[] => {
      const matchId = ids.get(one.match.sourceId)
      if (matchId === undefined) return []
      return one.lines.map((line) => ({ ...line, matchId, source: one.match.source, at: one.at }))
    })
    await writeLines(tx, lines)
    const [first] = fixtures
    if (first) await holdDoubled(tx, [...ids.values()], first.at)
    return ids
  })
  const repeated = fixtures.filter((one) => !created.has(one.match.sourceId))
  const existing = await findMatches(
    deps.db,
    repeated.map((one) => one.match),
  )
  const { apply } = openIngest(deps)
  for (const { match, at, startTime, homeTeam, awayTeam } of repeated) {
    const stored = existing.get(refKey(match))
    if (!stored) continue
    const isMoved = stored.start_time.getTime() !== startTime.getTime()
    const isNamed = stored.home_team !== homeTeam || stored.away_team !== awayTeam
    const messages: MatchMessage[] = [
      ...(isNamed ? [{ kind: 'teams', homeTeam, awayTeam } as const] : []),
      ...(isMoved ? [{ kind: 'score', reason: 'fixture change', startTime } as const] : []),
    ]
    if (messages.length > 0)
      await apply(
        stored.id,
        messages.map((one) => ({ ...one, at })),
        match,
      )
  }
  return created.size
}
