import type { Clock } from '#platform/clock'
import { transact, type Db, type Tx } from '#platform/db'
import { lockExclusive } from '#platform/locks'
import type { Log } from '#platform/log'
import { storable } from '#platform/stored-text'
import { eachApart, togetherOrApart } from './apart.ts'
import type { Settlement } from './catalog.ts'
import type { FeedMessage, MatchMessage, Taken } from './feeds/port.ts'
import { givenUp, step, type MatchNow } from './match-state.ts'
import { resultOf } from './offers.ts'
import { findMatches, insertMatches, openCompetitions, refKey, type NewMatch } from './store-fixtures.ts'
import { closeOthers, writeLines, type LineRow, type NewLine } from './store-lines.ts'
import { confirmResult, insertResult, lockMatch, noteHeard, overdue, saveMatch, type MatchRow } from './store-match.ts'
import { changePrices, onlyMoves } from './take-prices.ts'

export type TakeDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly settlement: () => Settlement
  /** Tells what was committed. */
  readonly tell: (changed: Changed) => void
  /** Refuses the transactions of a feed that another process runs by now. */
  readonly check?: ((tx: Tx) => Promise<void>) | undefined
}

/** What a commit changed: the match as it was and is, and its lines. */
export type Changed = {
  readonly matchId: number
  readonly sportId: string
  readonly before: MatchNow | undefined
  readonly lines: readonly LineRow[]
  readonly matchChanged: boolean
}

/** Who says it, and when it was true; `takeOver` makes this source the only one that may drive the match. */
export type Said = {
  readonly source: string
  readonly at?: Date
  readonly takeOver?: boolean
  readonly always?: boolean
}

export type Applied = { readonly found: boolean; readonly results: number }

const fixturesAtOnce = 20
const pricedAtOnce = 20
/** How many matches are changed side by side: one that waits for its bets in progress holds up no other's stop. */
const matchesAtOnce = 4

export type Messages = { readonly source: string; readonly messages: (MatchMessage & { at: Date })[] }

/** Applies the messages of feeds: new matches first, then match by match in the order they came. */
export function openTake(deps: TakeDeps) {
  const { db, clock, log } = deps

  async function takeFixtures(messages: readonly FeedMessage[]): Promise<number> {
    const fixtures = messages.flatMap((one): NewMatch[] => (one.kind === 'fixture' ? [one] : []))
    let made = 0
    for (let from = 0; from < fixtures.length; from += fixturesAtOnce) {
      const apart = { db, log, name: (one: NewMatch) => one.match }
      const batch = fixtures.slice(from, from + fixturesAtOnce)
      for (const count of await togetherOrApart(apart, batch, (some) => createMatches(deps, some))) made += count
    }
    return made
  }

  async function take(given: readonly FeedMessage[]): Promise<Taken> {
    const messages = given.map(storable)
    let matches = await takeFixtures(messages)
    const byMatch = [...(await messagesByMatch(messages))]
    const priced = byMatch.filter(([, about]) => about.messages.every(onlyMoves))
    const changed = byMatch.filter(([, about]) => !about.messages.every(onlyMoves))
    const apart = { db, log, name: ([matchId]: [number, Messages]) => matchId }
    const applied = await eachApart(apart, changed, {
      atOnce: matchesAtOnce,
      work: ([matchId, about]) => apply(matchId, about.messages, about),
    })
    matches += applied.length
    for (let from = 0; from < priced.length; from += pricedAtOnce) {
      const batch = priced.slice(from, from + pricedAtOnce)
      for (const count of await togetherOrApart(apart, batch, (some) => changePrices(deps, some))) matches += count
    }
    return { matches, results: applied.reduce((sum, { results }) => sum + results, 0) }
  }

  /** The messages that the feeds in charge of their matches sent, each match's in the order they came. */
  async function messagesByMatch(messages: readonly FeedMessage[]): Promise<Map<number, Messages>> {
    const rest = messages.filter((one) => one.kind !== 'fixture')
    const known = await findMatches(
      db,
      rest.map((one) => one.match),
    )
    const byMatch = new Map<number, Messages>()
    for (const message of rest) {
      const match = known.get(refKey(message.match))
      if (!match || match.driven_by !== message.match.source) continue
      const about = byMatch.get(match.id) ?? { source: match.source, messages: [] }
      about.messages.push(message)
      byMatch.set(match.id, about)
    }
    return byMatch
  }

  type Change = readonly [matchId: number, messages: readonly (MatchMessage & { at?: Date })[], said: Said]

  /** Applies messages to one match, alone with it: no bet is taken meanwhile, and none that a stop forbids afterwards. */
  async function change(...[matchId, messages, said]: Change): Promise<Applied> {
    const applied = await transact(db, async (tx) => {
      await deps.check?.(tx)
      await lockExclusive(tx, 'match', [matchId])
      const row = await lockMatch(tx, matchId)
      if (!row) return undefined
      if (row.driven_by !== said.source && !said.takeOver && !said.always) return { ...untouched(row), row }
      return fold(tx, { row, messages, said, settlement: deps.settlement(), now: clock.date() })
    })
    if (!applied) return { found: false, results: 0 }
    deps.tell({
      matchId,
      sportId: applied.row.sport_id,
      before: applied.row.now,
      lines: applied.lines,
      matchChanged: applied.matchChanged,
    })
    return { found: true, results: applied.results }
  }

  /** Applies messages to one match and returns after their commit: what a result settles is settled in the background. */
  async function apply(...given: Change): Promise<Applied> {
    const applied = await change(...given)
    if (applied.results > 0) void wake(given[0])
    return applied
  }

  /** The same, but answers what a result settled once that is committed. */
  async function applyAndSettle(...given: Change): Promise<Applied & { legs: number; bets: number }> {
    const applied = await change(...given)
    if (applied.results === 0) return { ...applied, legs: 0, bets: 0 }
    const { legs, bets } = await deps.settlement().settle(given[0])
    return { ...applied, legs, bets }
  }

  /** Has a match settled; a fault is logged here, for its work stays written down. */
  function wake(matchId: number): Promise<void> {
    return deps
      .settlement()
      .wake(matchId)
      .catch((error: unknown) => log.error({ err: error, matchId }, 'settling a match failed; its work stays queued'))
  }

  /** Stops a match for an operator, or lets it go on; no feed can undo it. */
  async function hold(matchId: number, held: boolean, by: string): Promise<boolean> {
    const changed = await transact(db, async (tx) => {
      await lockExclusive(tx, 'match', [matchId])
      const row = await lockMatch(tx, matchId)
      if (!row || row.now.held === held) return row && { row, changed: false }
      const change = { kind: held ? 'held' : 'released', source: by, at: clock.date() }
      await saveMatch(tx, { row, now: { ...row.now, held }, drivenBy: row.driven_by, change })
      return { row, changed: true }
    })
    if (!changed) return false
    if (changed.changed) {
      const { sport_id: sportId, now: before } = changed.row
      deps.tell({ matchId, sportId, before, lines: [], matchChanged: true })
    }
    return true
  }

  /**
   * Gives up what should have come out long ago, but not what the feed `waitFor` may still bring; afterwards waits for the
   * settlements, so that not more than `most` are begun at a time. Answers how many it looked at.
   */
  async function sweep(most: number, waitFor?: string): Promise<number> {
    const ids = await transact(db, (tx) => overdue(tx, { most, waitFor }))
    const apart = { db, log, name: (matchId: number) => matchId }
    const given = await eachApart(apart, ids, { atOnce: 1, work: giveUp })
    await Promise.all(given.flatMap((matchId) => (matchId === undefined ? [] : [wake(matchId)])))
    return given.length
  }

  /** Gives one match up, unless its result has come meanwhile. Answers it where bets have to be settled. */
  async function giveUp(matchId: number): Promise<number | undefined> {
    const row = await transact(db, async (tx) => {
      await lockExclusive(tx, 'match', [matchId])
      const locked = await lockMatch(tx, matchId)
      if (!locked || locked.now.resulted) return undefined
      const { now, result } = givenUp(locked.now)
      const reason = { kind: 'overdue', source: 'platform', at: clock.date() }
      await saveMatch(tx, { row: locked, now, drivenBy: locked.driven_by, change: reason })
      if (!result) return undefined
      const version = await insertResult(tx, { matchId, result, source: 'platform', at: reason.at })
      await deps.settlement().onResult(tx, { matchId, version })
      return locked
    })
    if (!row) return undefined
    deps.tell({ matchId, sportId: row.sport_id, before: row.now, lines: [], matchChanged: true })
    return matchId
  }

  return { take, apply, applyAndSettle, hold, sweep }
}

type Folding = {
  row: MatchRow
  messages: readonly (MatchMessage & { at?: Date })[]
  said: Said
  settlement: Settlement
  now: Date
}
type Folded = { row: MatchRow; lines: LineRow[]; matchChanged: boolean; results: number }

const untouched = (row: MatchRow): Folded => ({ row, lines: [], matchChanged: false, results: 0 })

async function fold(tx: Tx, { row, messages, said, settlement, now }: Folding): Promise<Folded> {
  const out = untouched(row)
  let present = row
  let saved = false
  const drivenBy = said.takeOver ? said.source : row.driven_by
  for (const message of messages) {
    const at = message.at ?? said.at ?? (now > row.fed_at ? now : row.fed_at)
    if (message.kind === 'price') {
      const lines = message.lines.map((one): NewLine => ({ ...one, matchId: row.id, source: said.source, at }))
      out.lines.push(...(await writeLines(tx, lines)))
      if (message.whole) {
        out.lines.push(...(await closeOthers(tx, { matchId: row.id, kept: message.lines, source: said.source, at })))
      }
      continue
    }
    if (at < present.fed_at) continue
    present = { ...present, fed_at: at }
    const standing = await resultOf(tx, row.id)
    const next = step({ now: present.now, standing, at }, message)
    if (!next) continue
    if (next.confirms !== undefined) {
      await confirmResult(tx, { matchId: row.id, version: next.confirms, source: said.source, at })
      continue
    }
    const reason = 'reason' in message ? message.reason : undefined
    const change = { kind: message.kind, source: said.source, at, ...(reason !== undefined && { reason }) }
    const version = await saveMatch(tx, { row: present, now: next.now, drivenBy, change })
    present = { ...present, now: next.now, version }
    saved = true
    out.matchChanged = true
    if (!next.result) continue
    const written = await insertResult(tx, { matchId: row.id, result: next.result, source: said.source, at })
    await settlement.onResult(tx, { matchId: row.id, version: written })
    out.results += 1
  }
  if (!saved && present.fed_at > row.fed_at) await noteHeard(tx, { matchId: row.id, at: present.fed_at })
  return out
}

async function createMatches(deps: TakeDeps, fixtures: readonly NewMatch[]): Promise<number> {
  const made = await transact(deps.db, async (tx) => {
    await deps.check?.(tx)
    const competitions = await openCompetitions(tx, fixtures)
    const ids = await insertMatches(tx, { matches: fixtures, competitions })
    const lines = fixtures.flatMap((one): NewLine[] => {
      const matchId = ids.get(one.match.sourceId)
      if (matchId === undefined) return []
      return one.lines.map((line) => ({ ...line, matchId, source: one.match.source, at: one.at }))
    })
    await writeLines(tx, lines)
    return ids
  })
  const again = fixtures.filter((one) => !made.has(one.match.sourceId))
  const known = await findMatches(
    deps.db,
    again.map((one) => one.match),
  )
  const { apply } = openTake(deps)
  for (const { match, at, startTime } of again) {
    const was = known.get(refKey(match))
    const moved = was && was.start_time.getTime() !== startTime.getTime()
    if (moved) await apply(was.id, [{ kind: 'score', reason: 'fixture change', at, startTime }], match)
  }
  return made.size
}
