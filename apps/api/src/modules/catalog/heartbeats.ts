import { sql, type RawBuilder } from 'kysely'
import { monotonicMs } from '#platform/clock'
import { queryRows, transact, type Db, type Tx } from '#platform/db'
import { isAboutMatch, type FeedMessage } from './feeds/port.ts'

/** Records when each source last sent a message. */
export type Heartbeats = {
  /**
   * Stores a heartbeat of each source, at most once a second. After its first heartbeat any message of the source counts as one. `check`
   * throws when another process owns the feed.
   */
  receive(messages: readonly FeedMessage[], check?: (tx: Tx) => Promise<void>): Promise<void>
}

/**
 * The longest silence of a feed during which its matches accept bets, in milliseconds. The SQL function catalog.is_silent has the same
 * limits.
 */
export const silenceMax = { live: 10_000, before: 60_000 } as const

const storedEveryMs = 1_000

/** The heartbeats that this process receives. */
export function openHeartbeats({ db }: { db: Db }): Heartbeats {
  const storedAt = new Map<string, number>()

  return {
    async receive(messages, check) {
      const sources = new Set(
        messages.flatMap((one) => {
          const source = isAboutMatch(one) ? one.match.source : one.source
          return one.kind === 'heartbeat' || storedAt.has(source) ? [source] : []
        }),
      )
      const now = monotonicMs()
      const due = [...sources].filter((source) => now - (storedAt.get(source) ?? -Infinity) >= storedEveryMs)
      if (due.length === 0) return
      await transact(db, async (tx) => {
        await check?.(tx)
        await storeHeartbeats(tx, due.toSorted())
      })
      for (const source of due) storedAt.set(source, now)
    },
  }
}

async function storeHeartbeats(tx: Tx, sources: readonly string[]): Promise<void> {
  await sql`
    insert into catalog.feed (source, beat_at) select source, platform.real_now() from unnest(${sources}::text[]) source
    on conflict (source) do update set beat_at = excluded.beat_at`.execute(tx)
}

/** The sources that send heartbeats and drive unfinished matches, the longest silent first; in milliseconds of real time. */
export async function feedSilences(db: Db): Promise<{ source: string; ms: number }[]> {
  const rows = await queryRows<{ source: string; ms: number }>(db)`
    select source, catalog.silent_ms(beat_at) as ms from catalog.feed f
    where exists (select from catalog.match m where m.driven_by = f.source and not m.resulted)
    order by beat_at`
  return rows.map(({ source, ms }) => ({ source, ms: Number(ms) }))
}

/**
 * How long the sources of these matches have been silent, in milliseconds of real time; 0 for a source without heartbeats. A match whose
 * prices were not confirmed in time counts as silent for a day.
 */
export async function silenceOf(db: Db | Tx, matchIds: readonly number[]): Promise<Map<number, number>> {
  if (matchIds.length === 0) return new Map()
  const rows = await queryRows<{ id: number; ms: number }>(db)`
    select m.id, case when m.price_until < platform.real_now() then 86400000 else coalesce(catalog.silent_ms(f.beat_at), 0) end as ms
    from catalog.match m left join catalog.feed f on f.source = m.driven_by where m.id = any(${matchIds}::int[])`
  return new Map(rows.map(({ id, ms }) => [id, Number(ms)]))
}

/**
 * The matches to suspend because their source is silent or has not confirmed their prices in time, and those suspended for a silence that
 * is over. At most `most` of each.
 */
export async function silenceChanges(
  db: Db,
  { source, most }: { source: string; most: number },
): Promise<{ silent: number[]; reporting: number[] }> {
  const beats = await queryRows<{ beat_at: Date; is_silent: boolean }>(db)`
    select beat_at, catalog.is_silent(beat_at, 'live') as is_silent from catalog.feed where source = ${source}`
  const [beat] = beats
  const isSilent = sql`coalesce(catalog.is_silent(${beat?.beat_at ?? null}::timestamptz, m.state), false)`
  const isUnpriced = sql`m.price_until < platform.real_now()`
  const ids = async (matches: RawBuilder<unknown>) => {
    const rows = await queryRows<{ id: number }>(db)`
      select m.id from catalog.match m where m.driven_by = ${source} and ${matches}
      order by m.state = 'live' desc, m.start_time, m.id limit ${most}::int`
    return rows.map(({ id }) => id)
  }
  const takesBets = sql`not m.suspended and not m.resulted and m.state in ('not_started', 'live')`
  const silent = beat?.is_silent ? await ids(sql`${takesBets} and ${isSilent}`) : []
  return {
    silent: [...new Set([...silent, ...(await ids(sql`${takesBets} and ${isUnpriced}`))])],
    reporting: await ids(
      sql`m.suspended_for = 'silent_feed' and not ${isSilent} and not coalesce(${isUnpriced}, false)`,
    ),
  }
}
