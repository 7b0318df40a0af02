import * as z from 'zod/mini'
import type { EventType } from '@nare/bets/grading/events'
import type { Score } from '@nare/bets/result'
import { decidableLines } from './decidable-lines.ts'
import type { FeedEvent, LinePrices, MatchMessage } from './port.ts'

export const isportsApi = 'isports-api'

const zCount = z.int().check(z.gte(0), z.lte(999))
/** Named here, because the linter takes it for the method of a promise. */
const { catch: otherwise } = z
/** An optional field: a malformed value counts as missing, so that it does not hide the rest of the entry. */
const orMissing = <T extends z.core.SomeType>(type: T) => otherwise(z.optional(type), undefined)
const zId = z.string().check(z.minLength(1), z.maxLength(64))
const zName = z.string().check(z.normalize('NFC'), z.trim(), z.minLength(1), z.maxLength(120))
const zSeconds = z.int().check(z.gte(0), z.lte(1e11))

/** One match of /livescores, /livescores/changes or /schedule/basic. Each list has a part of these fields. Times are epoch seconds. */
const zEntry = z.object({
  matchId: zId,
  leagueId: orMissing(z.string()),
  leagueName: orMissing(zName),
  homeName: orMissing(zName),
  awayName: orMissing(zName),
  matchTime: zSeconds,
  /** The start of the current half. */
  halfStartTime: orMissing(zSeconds),
  startTime: orMissing(zSeconds),
  status: z.int(),
  homeScore: zCount,
  awayScore: zCount,
  homeHalfScore: orMissing(zCount),
  awayHalfScore: orMissing(zCount),
  homeRed: orMissing(zCount),
  awayRed: orMissing(zCount),
  homeYellow: orMissing(zCount),
  awayYellow: orMissing(zCount),
  homeCorner: orMissing(zCount),
  awayCorner: orMissing(zCount),
  /** The incident under video review; empty if there is none. */
  var: otherwise(z.nullish(z.string()), 'unreadable'),
  updateTime: orMissing(zSeconds),
  /** Strict: what is missing here would make the score after extra time the score of regular time. */
  extraExplain: z.nullish(
    z
      .object({
        homeScore: z.optional(zCount),
        awayScore: z.optional(zCount),
        extraTimeStatus: z.optional(z.int()),
        penHomeScore: z.optional(zCount),
        penAwayScore: z.optional(zCount),
      })
      .check(
        z.refine(
          ({ homeScore, awayScore, extraTimeStatus = 0, penHomeScore = 0, penAwayScore = 0 }) =>
            (homeScore !== undefined && awayScore !== undefined) ||
            (extraTimeStatus === 0 && penHomeScore + penAwayScore === 0),
        ),
      ),
  ),
})
export type Entry = z.output<typeof zEntry>

const zEvent = z.object({
  eventId: zId,
  type: z.int(),
  minute: z.nullish(z.string()),
  overtime: z.nullish(z.string()),
  playerName: z.nullish(z.string()),
  homeEvent: z.nullish(z.boolean()),
})
const zEvents = z.object({ matchId: zId, events: z.array(z.unknown()) })

/** The valid entries of a response, and the number of invalid ones. `isList` is false if the response is no list. */
export type Parsed<T> = { readonly entries: readonly T[]; readonly invalid: number; readonly isList: boolean }

export const entriesMax = 5_000
const eventsMax = 200

function readList<T>(body: unknown, parse: (one: unknown) => { success: boolean; data?: T }): Parsed<T> {
  if (!Array.isArray(body)) return { entries: [], invalid: 1, isList: false }
  const all = body.slice(0, entriesMax).map((one: unknown) => parse(one))
  const entries = all.flatMap(({ data }) => (data === undefined ? [] : [data]))
  return { entries, invalid: body.length - entries.length, isList: true }
}

/** The matches of /livescores, /livescores/changes and /schedule/basic (isportsapi.com/docs, 20, 14 and 41). */
export const readEntries = (data: unknown): Parsed<Entry> =>
  readList(data, (one) => {
    const read = zEntry.safeParse(one)
    if (!read.success) return { success: false }
    const present = Object.entries(read.data).filter(([, value]) => value !== undefined)
    return { success: true, data: Object.fromEntries(present) as Entry }
  })

export type MatchEvents = { readonly sourceId: string; readonly events: readonly FeedEvent[] }

/** The events of each match from /events (isportsapi.com/docs, 15). An event that is no longer in the list was retracted. */
export const readEvents = (data: unknown): Parsed<MatchEvents> =>
  readList(data, (one) => {
    const read = zEvents.safeParse(one)
    if (!read.success) return { success: false }
    const events = read.data.events.slice(0, eventsMax).flatMap((event) => toEvent(event) ?? [])
    return { success: true, data: { sourceId: read.data.matchId, events } }
  })

const types: ReadonlyMap<number, EventType> = new Map([
  [1, 'goal'],
  [2, 'red_card'],
  [3, 'yellow_card'],
  [7, 'penalty_scored'],
  [8, 'own_goal'],
  [9, 'red_card'],
  [11, 'substitution'],
  [13, 'penalty_missed'],
  [14, 'video_check'],
])

/**
 * Parses an event. An own goal has no side, because the meaning of `homeEvent` for it is not documented. The player is the first name: the
 * scorer in "A(Assists:B)", the player who came on in "A↑B↓".
 */
function toEvent(given: unknown): FeedEvent | undefined {
  const read = zEvent.safeParse(given)
  const type = read.success ? types.get(read.data.type) : undefined
  if (!read.success || !type) return undefined
  const { eventId, homeEvent, playerName } = read.data
  const [minute, added] = [wholeOf(read.data.minute), wholeOf(read.data.overtime)]
  const player = playerName?.split(/[(↑]/u)[0]?.trim()
  return {
    eventId,
    type,
    ...(minute !== undefined && { minute }),
    ...(added !== undefined && added > 0 && { added }),
    ...(typeof homeEvent === 'boolean' && type !== 'own_goal' && { side: homeEvent ? 'home' : 'away' }),
    ...(player !== undefined && player !== '' && { player }),
  }
}

const wholeOf = (text: string | null | undefined): number | undefined =>
  text !== null && text !== undefined && /^\d{1,3}$/.test(text) ? Number(text) : undefined

/** The lines that results of this feed can decide: they do not have the order of the goals. */
export const decidable = (lines: readonly LinePrices[]): LinePrices[] =>
  decidableLines(lines, { halves: true, goalOrder: false })

export const status = { first: 1, halfTime: 2, second: 3, extraTime: 4, penalties: 5, finished: -1 } as const
const ends: ReadonlyMap<number, MatchMessage> = new Map<number, MatchMessage>([
  [-10, { kind: 'cancel', reason: 'cancelled' }],
  [-11, { kind: 'score', state: 'postponed' }],
  [-12, { kind: 'score', state: 'abandoned' }],
  [-13, { kind: 'score', state: 'interrupted' }],
  [-14, { kind: 'score', state: 'postponed' }],
])

/** The message for a match that is finished, cancelled, abandoned, interrupted or postponed; undefined for any other status. */
export function endOf(entry: Entry): MatchMessage | undefined {
  if (entry.status !== status.finished) return ends.get(entry.status)
  const halfTime = halfTimeOf(entry)
  return { kind: 'result', certainty: 2, fullTime: regularScore(entry), ...(halfTime && { halfTime }) }
}

/** The score of regular time. After extra time or penalties it is in `extraExplain`. */
export function regularScore({ homeScore, awayScore, extraExplain, status: now }: Entry): Score {
  const {
    homeScore: home,
    awayScore: away,
    extraTimeStatus = 0,
    penHomeScore = 0,
    penAwayScore = 0,
  } = extraExplain ?? {}
  const wentOn =
    extraTimeStatus !== 0 || penHomeScore + penAwayScore > 0 || now === status.extraTime || now === status.penalties
  return wentOn && home !== undefined && away !== undefined ? { home, away } : { home: homeScore, away: awayScore }
}

/** The half-time score, once the first half is over. */
export function halfTimeOf({ homeHalfScore: home, awayHalfScore: away, status: now }: Entry): Score | undefined {
  const isKnown = now >= status.halfTime || now === status.finished
  return isKnown && home !== undefined && away !== undefined ? { home, away } : undefined
}

const minuteMs = 60_000
const halfMinutes = 45

/** The current minute, computed from the start of the half, with injury time in addition to minute 45 or 90. */
export function clockOf(entry: Entry, nowMs: number): { minute: number; added?: number } {
  if (entry.status === status.halfTime) return { minute: halfMinutes }
  if (entry.status > status.second) return { minute: 2 * halfMinutes }
  // Each list has one of the two fields. A value that is left from the first half is earlier.
  const startedS = Math.max(entry.halfStartTime ?? 0, entry.startTime ?? 0)
  const before = entry.status === status.second ? halfMinutes : 0
  if (startedS === 0) return { minute: before + 1 }
  const within = Math.max(1, Math.floor((nowMs - startedS * 1000) / minuteMs) + 1)
  const added = Math.min(99, within - halfMinutes)
  return added > 0 ? { minute: before + halfMinutes, added } : { minute: before + within }
}

/** An entry with the sides exchanged, for a match that is stored with the other order. */
export function exchanged(entry: Entry): Entry {
  const { extraExplain: extra } = entry
  return {
    ...entry,
    ...{ homeName: entry.awayName, awayName: entry.homeName },
    ...{ homeScore: entry.awayScore, awayScore: entry.homeScore },
    ...{ homeHalfScore: entry.awayHalfScore, awayHalfScore: entry.homeHalfScore },
    ...{ homeRed: entry.awayRed, awayRed: entry.homeRed },
    ...{ homeYellow: entry.awayYellow, awayYellow: entry.homeYellow },
    ...{ homeCorner: entry.awayCorner, awayCorner: entry.homeCorner },
    extraExplain: extra && {
      ...extra,
      ...{ homeScore: extra.awayScore, awayScore: extra.homeScore },
      ...{ penHomeScore: extra.penAwayScore, penAwayScore: extra.penHomeScore },
    },
  }
}

const keptMax = 20_000

/** Forgets the oldest entries of a map beyond 20,000. */
export function bound(kept: Map<string, unknown>): void {
  for (const id of kept.keys()) {
    if (kept.size <= keptMax) return
    kept.delete(id)
  }
}
