import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '#platform/db'
import { searchText } from '#platform/search-text'
import { externalSources, holdDoubled, holdFor } from './claims.ts'
import type { CountDropped } from './feeds/dropped.ts'
import type { LinePrices, MatchMessage } from './feeds/port.ts'
import type { Origin } from './ingest-types.ts'
import { newsOf, nextEvent, type EventMessage, type StoredEvent } from './match-event.ts'
import {
  applyMessage,
  applyEvent,
  setSilence,
  type CurrentMatch,
  type EventChange,
  type LastEvent,
  type StateMessage,
} from './match-state.ts'
import { resultOf } from './offers.ts'
import { linesToClose, openLine, progressOf } from './open-lines.ts'
import { jumps } from './price-claims.ts'
import type { Settlement } from './settlement.ts'
import { compareNames, isBeforeEnd, renameSides, writeConfirmation } from './store-claims.ts'
import { insertEvents, knownEvents } from './store-events.ts'
import {
  closeOthers,
  linesOfMatch,
  presentLines,
  toPrices,
  writeLines,
  type LineRow,
  type NewLine,
} from './store-lines.ts'
import { withoutVoided } from './voids.ts'
import { confirmResult, insertResult, recordReceivedAt, saveMatch, type Change, type MatchRow } from './store-match.ts'

export type ApplyInput = {
  row: MatchRow
  messages: readonly (MatchMessage & { at?: Date })[]
  origin: Origin
  settlement: Settlement
  now: Date
  drop: CountDropped
}

/** The changes made by the messages of one transaction. */
export type AppliedChange = {
  row: MatchRow
  lines: LineRow[]
  /** Whether any event was written. */
  eventsChanged: boolean
  matchChanged: boolean
  results: number
}

export const unchanged = (row: MatchRow): AppliedChange => ({
  row,
  lines: [],
  eventsChanged: false,
  matchChanged: false,
  results: 0,
})

/** Applies messages to a locked match, in their order. */
export async function applyAll(
  tx: Tx,
  { row, messages, origin, settlement, now, drop }: ApplyInput,
): Promise<AppliedChange> {
  const applied = unchanged(row)
  let latest = row
  let isSaved = false
  const drivenBy = origin.takesControl ? (origin.drivenBy ?? origin.source) : row.driven_by

  async function save(next: CurrentMatch, change: Change): Promise<void> {
    const version = await saveMatch(tx, { row: latest, next, drivenBy, change })
    latest = { ...latest, current: next, version }
    isSaved = true
    applied.matchChanged = true
  }

  async function applyState(message: StateMessage, at: Date): Promise<void> {
    if (at < latest.fed_at) return
    latest = { ...latest, fed_at: at }
    const currentResult = await resultOf(tx, row.id)
    const byHand = origin.takesControl === true
    if (message.kind === 'result' && !byHand && (await isEarlyClaim(message))) return
    const change = applyMessage({ current: latest.current, currentResult, at, byHand }, message)
    if (!change) return
    if (change.confirms !== undefined) {
      await confirmResult(tx, { matchId: row.id, version: change.confirms, source: origin.source, at })
      return
    }
    const reason = 'reason' in message ? message.reason : undefined
    await save(change.next, { kind: message.kind, source: origin.source, at, ...(reason !== undefined && { reason }) })
    if (!change.result) return
    const written = await insertResult(tx, { matchId: row.id, result: change.result, source: origin.source, at })
    await settlement.onResult(tx, { matchId: row.id, version: written })
    applied.results += 1
  }

  /** Whether a feed reports the end of a match before it can be over. The match is then suspended, and the claim reported. */
  async function isEarlyClaim({ fullTime }: Extract<MatchMessage, { kind: 'result' }>): Promise<boolean> {
    const { startTime } = latest.current
    if (!externalSources.has(origin.source) || !(await isBeforeEnd(tx, { sportId: row.sport_id, startTime, now })))
      return false
    const facts = { score: `${fullTime.home}:${fullTime.away}`, start_time: startTime.toISOString() }
    await hold({ kind: 'early_result', facts, at: now })
    return true
  }

  async function hold(finding: Parameters<typeof holdFor>[2]): Promise<void> {
    const before = latest
    latest = await holdFor(tx, before, finding)
    if (latest === before) return
    isSaved = true
    applied.matchChanged = true
  }

  /** Compares the names that the feed sends with the stored ones: stores a new name, and suspends a match whose sides are others. */
  async function applyTeams({ homeTeam, awayTeam, at }: TeamsMessage): Promise<void> {
    const found = await compareNames(tx, row.source, [{ sourceId: row.source_id, homeTeam, awayTeam }])
    const { change, stored } = found.get(row.source_id) ?? {}
    if (!stored || change === 'same' || latest.current.resulted) return
    if (change === 'renamed') {
      const words = searchText(homeTeam, awayTeam)
      await renameSides(tx, { matchId: row.id, names: { homeTeam, awayTeam }, words, source: origin.source, at })
      await save(latest.current, { kind: 'renamed', source: origin.source, at, ours: true })
      await holdDoubled(tx, [row.id], at)
      return
    }
    const facts = { stored: `${stored.homeTeam} v ${stored.awayTeam}`, sent: `${homeTeam} v ${awayTeam}` }
    await hold({ kind: change === 'swapped' ? 'sides_swapped' : 'teams_changed', facts, at })
  }

  /** Applies consecutive events with one read and one write. After an hour without messages a match has dozens of them. */
  async function applyEvents(messages: readonly (EventMessage & { at: Date })[]): Promise<void> {
    const eventIdOf = (message: EventMessage) => (message.kind === 'event' ? message.event.eventId : message.eventId)
    const known = await knownEvents(tx, { matchId: row.id, eventIds: messages.map(eventIdOf) })
    const { stored } = known
    const versions: StoredEvent[] = []
    let { events } = known
    let next = latest.current
    for (const message of messages) {
      const before = stored.get(eventIdOf(message))
      const version = nextEvent(message, { stored: before, events, minuteNow: next.minute ?? 0, at: message.at })
      if (!version) continue
      versions.push(version)
      stored.set(version.eventId, version)
      if (!before) events += 1
      if (version.event) next = applyEvent(next, changeOf(before, version, version.event))
    }
    const [last] = versions.slice(-1)
    if (!last) return
    await insertEvents(tx, { matchId: row.id, versions, source: origin.source })
    applied.eventsChanged = true
    const shown = versions.findLast(({ event }) => event)
    if (shown) await save(next, { kind: 'event', source: origin.source, at: shown.at, reason: shown.event?.type ?? '' })
  }

  async function write(lines: readonly LinePrices[], at: Date): Promise<void> {
    const ofMatch = lines.map((one): NewLine => ({ ...one, matchId: row.id, source: origin.source, at }))
    applied.lines.push(...(await writeLines(tx, ofMatch)))
  }

  async function applyPrices({ lines: given, whole, at, validMs, list }: PriceMessage): Promise<void> {
    const isPolled = validMs !== undefined
    const isJump = isPolled && latest.current.state === 'not_started' && jumps(given, await presentLines(tx, row.id))
    if (isJump) drop(origin.source, 'jump')
    const progress = progressOf(latest.current)
    const lines = given.map((one): LinePrices => ({
      ...withoutVoided(openLine(one, progress), row.voids),
      ...(isJump && { state: 'suspended' as const }),
    }))
    await write(lines, at)
    if (whole)
      applied.lines.push(...(await closeOthers(tx, { matchId: row.id, kept: given, source: origin.source, at })))
    if (isPolled || latest.price_until)
      await writeConfirmation(tx, row.id, { ...(isPolled && { validMs }), ...(list !== undefined && { list }) })
    const next = isPolled ? setSilence(latest.current, false) : undefined
    if (next) await save(next, { kind: 'reopen', reason: 'price', source: origin.source, at, ours: true })
  }

  /** Closes the outcomes that these messages have decided, at the time of the last of them. */
  async function closeDecided(at: Date): Promise<void> {
    const progress = progressOf(latest.current)
    if (latest.current.resulted || isDeepStrictEqual(progress, progressOf(row.current))) return
    await write(linesToClose((await linesOfMatch(tx, row.id)).map(toPrices), progress), at)
  }

  const timed = messages.map((message): Timed => {
    const at = message.at ?? origin.at ?? (now > row.fed_at ? now : row.fed_at)
    return { ...message, at }
  })
  for (const [message, events] of groupEvents(timed)) {
    if (events) await applyEvents(events)
    else if (message.kind === 'price') await applyPrices(message)
    else if (message.kind === 'teams') await applyTeams(message)
    else if (message.kind !== 'event' && message.kind !== 'take_back') await applyState(message, message.at)
  }
  if (isSaved) await closeDecided(new Date(Math.max(...timed.map(({ at }) => at.getTime()))))
  if (!isSaved && latest.fed_at > row.fed_at) await recordReceivedAt(tx, { matchId: row.id, at: latest.fed_at })
  return applied
}

type Timed = MatchMessage & { at: Date }
type PriceMessage = Extract<Timed, { kind: 'price' }>
type TeamsMessage = Extract<Timed, { kind: 'teams' }>
type TimedEvent = EventMessage & { at: Date }

const isEvent = (message: Timed): message is TimedEvent => message.kind === 'event' || message.kind === 'take_back'

/** Groups consecutive events into one run. Returns the messages in their order; `events` is set if `first` is an event. */
function groupEvents(messages: readonly Timed[]): [first: Timed, events: TimedEvent[] | undefined][] {
  const runs: [Timed, TimedEvent[] | undefined][] = []
  for (const message of messages) {
    const run = runs.at(-1)?.[1]
    if (run && isEvent(message)) run.push(message)
    else runs.push([message, isEvent(message) ? [message] : undefined])
  }
  return runs
}

/** The change made by a version of an event, for `applyEvent`. */
function changeOf(
  before: StoredEvent | undefined,
  version: StoredEvent,
  { type, side, minute }: NonNullable<StoredEvent['event']>,
): EventChange {
  const event: LastEvent = {
    event_id: version.eventId,
    type,
    ...(side && { side }),
    ...(minute !== undefined && { minute }),
    at: version.at.toISOString(),
  }
  return { event, isNew: !before, isTakenBack: version.takenBackAt !== undefined, news: newsOf(before, version) }
}
