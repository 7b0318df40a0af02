import { sql } from 'kysely'
import type { EventType } from '@nare/bets/events'
import type { Side } from '@nare/bets/result'
import type { MatchEventState } from '@nare/contract/live'
import type { Db, Tx } from '#platform/db'
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

/** The latest version of an event of a locked match, and how many events the match has. */
export async function knownEvent(
  tx: Tx,
  { matchId, eventId }: { matchId: number; eventId: string },
): Promise<{ stored: StoredEvent | undefined; events: number }> {
  const rows = await sql<Partial<EventRow> & { events: number }>`
    select n.events, e.* from (select count(*)::int as events from catalog.match_event where match_id = ${matchId}::int and version = 1) n
    left join lateral (
      select ${columns} from catalog.match_event where (match_id, event_id) = (${matchId}::int, ${eventId}) order by version desc limit 1
    ) e on true`.execute(tx)
  const [row] = rows.rows
  return { stored: isEvent(row) ? toStored(row) : undefined, events: row?.events ?? 0 }
}

const isEvent = (row: Partial<EventRow> | undefined): row is EventRow => typeof row?.event_id === 'string'

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

/** Writes the next version of an event. */
export async function insertEvent(
  tx: Tx,
  { matchId, next, source }: { matchId: number; next: StoredEvent; source: string },
): Promise<void> {
  const { eventId, version, n, event, takenBackAt, at } = next
  await sql`
    insert into catalog.match_event (${columns})
    values (${matchId}::int, ${eventId}, ${version}::int, ${n}::int, ${event?.type ?? null}, ${event?.minute ?? null}::int,
      ${event?.added ?? null}::int, ${event?.side ?? null}, ${event?.player ?? null}, ${event?.score?.home ?? null}::int,
      ${event?.score?.away ?? null}::int, ${takenBackAt ?? null}::timestamptz, ${source}, ${at}::timestamptz)`.execute(
    tx,
  )
}

/** An event as everybody sees it, with its version. */
export type ShownEvent = { readonly matchId: number; readonly version: number; readonly state: MatchEventState }

const shownMost = 200

/** The events of these matches as they are now, in their order; the last 200 of each. */
export async function shownEvents(db: Db | Tx, matchIds: readonly number[]): Promise<ShownEvent[]> {
  if (matchIds.length === 0) return []
  const rows = await sql<EventRow>`
    select e.* from unnest(${matchIds}::int[]) m (id) cross join lateral (
      select * from (
        select distinct on (event_id) ${columns} from catalog.match_event where match_id = m.id order by event_id, version desc
      ) latest where type is not null order by n desc limit ${shownMost}::int
    ) e order by e.match_id, e.n, e.event_id`.execute(db)
  return rows.rows.flatMap((row) => {
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
  const rows = await sql<EventRow>`
    select ${columns} from catalog.match_event where match_id = ${matchId}::int and type is not null
    order by first_value(n) over (partition by event_id order by version), event_id, version limit ${most}::int`.execute(
    db,
  )
  return rows.rows.flatMap((row) => {
    const event = eventOf(row)
    return event ? [{ ...stateOf(row, event), version: row.version, source: row.source, at: row.at }] : []
  })
}
