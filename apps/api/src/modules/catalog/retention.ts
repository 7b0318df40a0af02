import { queryRows, type Db } from '#platform/db'
import type { RowDeletion } from '#platform/retention'
import { resultedBefore } from './offers.ts'

const matchesInRead = 500
const readsInChunk = 20

/**
 * Deletes the events of matches whose newest result is older than the retention period of histories. Matches and results are kept. Each
 * chunk continues after the last match id of the previous chunk, because most old matches have no events left.
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
        const rows = await queryRows<{ events: number }>(owner)`
          with gone as (delete from catalog.match_event where match_id = any(${old}::int[]) returning match_id)
          select count(*)::int as events from gone`
        if (rows[0] && rows[0].events > 0) return rows[0].events
      }
      return 0
    },
    async count(owner, before) {
      let count = 0
      for (let after = 0; ;) {
        const { old, last } = await next(owner, { before, after })
        if (last === undefined) return count
        const rows = await queryRows<{ events: number }>(owner)`
          select count(*)::int as events from catalog.match_event where match_id = any(${old}::int[])`
        count += rows[0]?.events ?? 0
        after = last
      }
    },
  }
}

/** Reads the next matches by id that started before `before`. Returns those with an old result, and the last id read. */
async function next(
  owner: Db,
  { before, after }: { before: Date; after: number },
): Promise<{ old: number[]; last: number | undefined }> {
  const rows = await queryRows<{ id: number }>(owner)`
    select id from catalog.match where id > ${after}::int and start_time < ${before}::timestamptz and resulted
    order by id limit ${matchesInRead}::int`
  const finished = await resultedBefore(owner, { matchIds: rows.map(({ id }) => id), before })
  return { old: [...finished], last: rows.at(-1)?.id }
}
