import type { Tx } from '#platform/db'
import type { Settlement } from './catalog.ts'
import type { MatchMessage } from './feeds/port.ts'
import type { Origin } from './ingest.ts'
import { nextEvent, type EventMessage } from './match-event.ts'
import { step, withEvent, type CurrentMatch, type StateMessage } from './match-state.ts'
import { resultOf } from './offers.ts'
import { insertEvent, knownEvent } from './store-events.ts'
import { closeOthers, writeLines, type LineRow, type NewLine } from './store-lines.ts'
import { confirmResult, insertResult, recordReceivedAt, saveMatch, type Change, type MatchRow } from './store-match.ts'

export type ApplyInput = {
  row: MatchRow
  messages: readonly (MatchMessage & { at?: Date })[]
  origin: Origin
  settlement: Settlement
  now: Date
}

/** What the messages of one transaction changed. */
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
export async function applyAll(tx: Tx, { row, messages, origin, settlement, now }: ApplyInput): Promise<AppliedChange> {
  const out = unchanged(row)
  let latest = row
  let isSaved = false
  const drivenBy = origin.takesControl ? origin.source : row.driven_by

  async function save(next: CurrentMatch, change: Change): Promise<void> {
    const version = await saveMatch(tx, { row: latest, next, drivenBy, change })
    latest = { ...latest, current: next, version }
    isSaved = true
    out.matchChanged = true
  }

  async function applyState(message: StateMessage, at: Date): Promise<void> {
    if (at < latest.fed_at) return
    latest = { ...latest, fed_at: at }
    const currentResult = await resultOf(tx, row.id)
    const byHand = origin.takesControl === true
    const change = step({ current: latest.current, currentResult, at, byHand }, message)
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
    out.results += 1
  }

  async function applyEvent(message: EventMessage, at: Date): Promise<void> {
    const eventId = message.kind === 'event' ? message.event.eventId : message.eventId
    const known = await knownEvent(tx, { matchId: row.id, eventId })
    const next = nextEvent(message, { ...known, minuteNow: latest.current.minute ?? 0, at })
    if (!next) return
    await insertEvent(tx, { matchId: row.id, next, source: origin.source })
    out.eventsChanged = true
    if (!next.event) return
    const { type, side, minute } = next.event
    const event = { event_id: eventId, type, ...(side && { side }), ...(minute !== undefined && { minute }) }
    const shown = { event: { ...event, at: at.toISOString() }, isNew: !known.stored, isTakenBack: !!next.takenBackAt }
    await save(withEvent(latest.current, shown), { kind: message.kind, source: origin.source, at, reason: type })
  }

  for (const message of messages) {
    const at = message.at ?? origin.at ?? (now > row.fed_at ? now : row.fed_at)
    if (message.kind === 'price') {
      const lines = message.lines.map((one): NewLine => ({ ...one, matchId: row.id, source: origin.source, at }))
      out.lines.push(...(await writeLines(tx, lines)))
      if (message.whole) {
        out.lines.push(...(await closeOthers(tx, { matchId: row.id, kept: message.lines, source: origin.source, at })))
      }
    } else if (message.kind === 'event' || message.kind === 'take_back') {
      await applyEvent(message, at)
    } else {
      await applyState(message, at)
    }
  }
  if (!isSaved && latest.fed_at > row.fed_at) await recordReceivedAt(tx, { matchId: row.id, at: latest.fed_at })
  return out
}
