import { sql } from 'kysely'
import type { Db } from '#platform/db'
import type { RowDeletion } from '#platform/retention'
import { resultedBefore } from './offers.ts'

const matchesInRead = 500
const readsInChunk = 20

/**
 * The events of matches whose newest result is as many years old as histories are kept. Matches and results stay. Matches are read by id
 * from where the last chunk ended, because most have no events left.
 */
export function eventRetention(): RowDeletion {
  let cursor = 0

  return {
    what: 'events of matches',
    after: 'years',
    async chunk(owner, before) {
      for (let read = 0; read < readsInChunk; read++) {
        const { old, last } = await next(owner, { before, after: cursor })
        cursor = last ?? 0
        if (last === undefined) return 0
        const { rows } = await sql<{ events: number }>`
          with gone as (delete from catalog.match_event where match_id = any(${old}::int[]) returning match_id)
          select count(*)::int as events from gone`.execute(owner)
        if (rows[0] && rows[0].events > 0) return rows[0].events
      }
      return 0
    },
    async count(owner, before) {
      let count = 0
      for (let after = 0; ;) {
        const { old, last } = await next(owner, { before, after })
        if (last === undefined) return count
        const { rows } = await sql<{ events: number }>`
          select count(*)::int as events from catalog.match_event where match_id = any(${old}::int[])`.execute(owner)
        count += rows[0]?.events ?? 0
        after = last
      }
    },
  }
}

/** The next matches by id that began before then: those with an old result, and the last one read. */
async function next(
  owner: Db,
  { before, after }: { before: Date; after: number },
): Promise<{ old: number[]; last: number | undefined }> {
  const { rows } = await sql<{ id: number }>`
    select id from catalog.match where id > ${after}::int and start_time < ${before}::timestamptz and resulted
    order by id limit ${matchesInRead}::int`.execute(owner)
  const finished = await resultedBefore(owner, { matchIds: rows.map(({ id }) => id), before })
  return { old: [...finished], last: rows.at(-1)?.id }
}
