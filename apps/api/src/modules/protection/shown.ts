import { sql } from 'kysely'
import type { ShownKind } from '@nare/contract/shown'
import type { Clock } from '#platform/clock'
import { queryRow, queryRows, type Db } from '#platform/db'
import type { Log } from '#platform/log'
import { ownRows } from '#platform/own-rows'
import type { RowDeletion } from '#platform/retention'
import { isBefore, microsOf, type Place, type Stretch } from '#platform/timeline'
import { onceWithin } from './once-within.ts'

const writesMax = 50
const minuteMs = 60_000
const dayMs = 86_400_000

type Showing = { readonly bettor: bigint; readonly what: ShownKind; readonly about?: string | undefined }

/**
 * Records what a bettor was shown to protect, after the answer that shows it and outside its transaction: at most one of a kind in a minute, and
 * of the banner in a day. Best effort: a showing is dropped while too many are being written, and if the database fails.
 */
export function openShown({ db, log, clock }: { db: Db; log: Log; clock: Pick<Clock, 'now'> }) {
  const writing = new Set<Promise<void>>()
  const isFirstOfMinute = onceWithin(clock, minuteMs)
  const isFirstOfDay = onceWithin(clock, dayMs)

  function record({ bettor, what, about }: Showing): void {
    const isFirst = what === 'break_banner' ? isFirstOfDay : isFirstOfMinute
    if (writing.size >= writesMax || !isFirst(`${bettor} ${what}`)) return
    const write = insert(db, { bettor, what, about })
      .catch((error: unknown) => log.warn({ err: error }, 'could not record what a bettor was shown'))
      .finally(() => writing.delete(write))
    writing.add(write)
  }

  return {
    record,
    /** Waits for showings that are being written. */
    settled: async (): Promise<void> => void (await Promise.all(writing)),
  }
}

async function insert(db: Db, { bettor, what, about }: Showing): Promise<void> {
  await sql`
    insert into protection.shown (bettor_id, at, what, about)
    values (${bettor}::bigint, platform.now(), ${what}, ${about ?? null})`.execute(db)
}

/** For the timeline: what a bettor was shown to protect, newest first. */
export type ShownStep = Place & { readonly what: ShownKind; readonly about: string | null }

export function shownTo(db: Db, { bettor, before, most }: Stretch & { readonly bettor: bigint }): Promise<ShownStep[]> {
  return queryRows<ShownStep>(db)`
    select shown_id as id, ${microsOf(sql`at`)} as at, what, about from protection.shown
    where bettor_id = ${bettor}::bigint and ${isBefore(sql`at`, sql`shown_id`, before)}
    order by at desc, shown_id desc limit ${most}::int`
}

/** What was shown, for the bettor's download. */
export const shownOfBettor = [
  ownRows('protection.shown', {
    about: 'What you were shown to protect you',
    key: [
      ['at', 'timestamptz'],
      ['shown_id', 'bigint'],
    ],
  }),
]

const rowsInChunk = 5_000

/** What was shown, deleted after the years that histories are kept. */
export const shownRetention: RowDeletion = {
  what: 'what bettors were shown to protect them',
  after: 'years',
  async chunk(owner, before) {
    const row = await queryRow<{ rows: number }>(owner)`
      with gone as (
        delete from protection.shown where shown_id in (
          select shown_id from protection.shown where at < ${before}::timestamptz order by at limit ${rowsInChunk}::int)
        returning 1)
      select count(*)::int as rows from gone`
    return row?.rows ?? 0
  },
  async count(owner, before) {
    const row = await queryRow<{ rows: number }>(owner)`
      select count(*)::int as rows from protection.shown where at < ${before}::timestamptz`
    return row?.rows ?? 0
  },
}
