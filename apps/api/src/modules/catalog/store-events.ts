import { sql } from 'kysely'
import type { EventType } from '@nare/bets/grading/events'
import type { Side } from '@nare/bets/result'
import type { MatchEventState } from '@nare/contract/live'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import type { FeedEvent } from './feeds/port.ts'
import type { StoredEvent } from './match-event.ts'

type EventRow = {
  match_id: number
  event_id: string
  version: number
  n: number
  type: EventType | null
  minute: number | null
  added: number | null
  side: Side | null
  player: string | null
  home_score: number | null
  away_score: number | null
  taken_back_at: Date | null
  source: string
  at: Date
}

const columns = sql.raw(
  'match_id, event_id, version, n, type, minute, added, side, player, home_score, away_score, taken_back_at, source, at',
)

/** The latest stored versions of these events of a locked match, by id, and the total number of events of the match. */
export async function knownEvents(
  tx: Tx,
  { matchId, eventIds }: { matchId: number; eventIds: readonly string[] },
): Promise<{ stored: Map<string, StoredEvent>; events: number }> {
  const counted = await queryRow<{ events: number }>(tx)`
    select count(*)::int as events from catalog.match_event where match_id = ${matchId}::int and version = 1`
  const rows = await queryRows<EventRow>(tx)`
    select distinct on (event_id) ${columns} from catalog.match_event
    where match_id = ${matchId}::int and event_id = any(${eventIds}::text[]) order by event_id, version desc`
  return {
    stored: new Map(rows.map((row) => [row.event_id, toStored(row)])),
    events: counted?.events ?? 0,
  }
}

function toStored(row: EventRow): StoredEvent {
  return {
    eventId: row.event_id,
    version: row.version,
    n: row.n,
    event: eventOf(row),
    takenBackAt: row.taken_back_at ?? undefined,
    at: row.at,
  }
}

function eventOf(row: EventRow): Omit<FeedEvent, 'eventId'> | undefined {
  const { type, minute, added, side, player, home_score: home, away_score: away } = row
  if (type === null) return undefined
  return {
    type,
    ...(minute !== null && { minute }),
    ...(added !== null && { added }),
    ...(side !== null && { side }),
    ...(player !== null && { player }),
    ...(home !== null && away !== null && { score: { home, away } }),
  }
}

/** Writes versions of events of a locked match. */
export async function insertEvents(
  tx: Tx,
  { matchId, versions, source }: { matchId: number; versions: readonly StoredEvent[]; source: string },
): Promise<void> {
  const rows = versions.map(({ eventId, version, n, event, takenBackAt, at }) => ({
    event_id: eventId,
    version,
    n,
    ...event,
    home_score: event?.score?.home,
    away_score: event?.score?.away,
    taken_back_at: takenBackAt,
    at,
  }))
  await sql`
    insert into catalog.match_event (${columns})
    select ${matchId}::int, event_id, version, n, type, minute, added, side, player, home_score, away_score, taken_back_at, ${source}, at
    from json_to_recordset(${JSON.stringify(rows)}::json) as g (event_id text, version int, n int, type text, minute int, added int,
      side text, player text, home_score int, away_score int, taken_back_at timestamptz, at timestamptz)`.execute(tx)
}

/** An event as the API shows it, with its version. */
export type ShownEvent = { readonly matchId: number; readonly version: number; readonly state: MatchEventState }

const shownMax = 200

/** The current versions of the events of these matches, in their order; the last 200 of each match. */
export async function shownEvents(db: Db | Tx, matchIds: readonly number[]): Promise<ShownEvent[]> {
  if (matchIds.length === 0) return []
  const rows = await queryRows<EventRow>(db)`
    select e.* from unnest(${matchIds}::int[]) m (id) cross join lateral (
      select * from (
        select distinct on (event_id) ${columns} from catalog.match_event where match_id = m.id order by event_id, version desc
      ) latest where type is not null order by n desc limit ${shownMax}::int
    ) e order by e.match_id, e.n, e.event_id`
  return rows.flatMap((row) => {
    const event = eventOf(row)
    return event ? [{ matchId: row.match_id, version: row.version, state: stateOf(row, event) }] : []
  })
}

function stateOf(row: EventRow, { score, ...event }: Omit<FeedEvent, 'eventId'>): MatchEventState {
  return {
    event_id: row.event_id,
    ...event,
    ...(score && { score: `${score.home}:${score.away}` }),
    ...(row.taken_back_at && { taken_back: true }),
  }
}

/** A version of an event, for operators. `at` is the time of the feed's message. */
export type EventVersion = MatchEventState & { readonly version: number; readonly source: string; readonly at: Date }

/** Every version of every event of a match, in the order of the events, oldest version first, at most `most`. */
export async function eventVersions(
  db: Db,
  { matchId, most }: { matchId: number; most: number },
): Promise<EventVersion[]> {
  const rows = await queryRows<EventRow>(db)`
    select ${columns} from catalog.match_event where match_id = ${matchId}::int and type is not null
    order by first_value(n) over (partition by event_id order by version), event_id, version limit ${most}::int`
  return rows.flatMap(versionOf).map(({ matchId: _, ...version }) => version)
}

function versionOf(row: EventRow): (EventVersion & { readonly matchId: number })[] {
  const event = eventOf(row)
  const { match_id: matchId, version, source, at } = row
  return event ? [{ ...stateOf(row, event), matchId, version, source, at }] : []
}

/** The versions of events that these matches had in a period, by match, at most `most` of each. */
export async function eventVersionsBetween(
  db: Db | Tx,
  { matchIds, from, to, most }: { matchIds: readonly number[]; from: Date; to: Date; most: number },
): Promise<ReadonlyMap<number, readonly EventVersion[]>> {
  const rows = await queryRows<EventRow>(db)`
    select e.* from unnest(${matchIds}::int[]) o (id) cross join lateral (
      select ${columns} from catalog.match_event
      where match_id = o.id and at between ${from}::timestamptz and ${to}::timestamptz order by at, n limit ${most}::int) e`
  return Map.groupBy(rows.flatMap(versionOf), ({ matchId }) => matchId)
}
