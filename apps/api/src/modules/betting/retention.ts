import { sql } from 'kysely'
import type { Catalog } from '#modules/catalog/catalog'
import { queryRow, queryRows, type Db } from '#platform/db'
import type { RangedTable } from '#platform/parts'
import type { RowDeletion } from '#platform/retention'

const idsInBlock = 1000n

/** Legs are kept permanently, in partitions of 20 million bet ids: about 60 million legs each. */
export const legRanges: RangedTable = {
  table: 'betting.leg',
  by: 'bet_id',
  width: 20_000_000n,
  async used(owner) {
    const row = await queryRow<{ block: bigint }>(owner)`select last_value as block from betting.bet_block`
    return ((row?.block ?? 0n) + 1n) * idsInBlock
  },
}

const jobsInChunk = 20
const codesPerRead = 500
const readsInChunk = 20
const start = { madeAt: '-infinity', code: '' }

/**
 * The rows that betting deletes after the retention period: settlement jobs with the exposure of their matches, and booking codes
 * whose matches have all ended. Bets, legs and command ids are kept.
 */
export function bettingRetention(catalog: Pick<Catalog, 'resultedBefore'>): RowDeletion[] {
  return [{ what: 'settlements and exposures', chunk: deleteSettled, count: countSettled }, bookingCodes(catalog)]
}

/** Deletes a bounded number of the jobs done before a time. Also deletes the exposure of a match that has no newer or open job. */
async function deleteSettled(owner: Db, before: Date): Promise<number> {
  const row = await queryRow<{ jobs: number }>(owner)`
    with old as materialized (
      select match_id, version from betting.settlement where done_at < ${before}::timestamptz
      order by done_at limit ${jobsInChunk}::int for update),
    jobs as (
      delete from betting.settlement s using old where s.match_id = old.match_id and s.version = old.version returning s.match_id),
    exposures as (
      delete from betting.exposure e where e.match_id in (
        select match_id from old where not exists (
          select from betting.settlement s where s.match_id = old.match_id and (s.done_at is null or s.done_at >= ${before}::timestamptz))))
    select count(*)::int as jobs from jobs`
  return row?.jobs ?? 0
}

async function countSettled(owner: Db, before: Date): Promise<number> {
  const row = await queryRow<{ jobs: number }>(owner)`
    select count(*)::int as jobs from betting.settlement where done_at < ${before}::timestamptz`
  return row?.jobs ?? 0
}

type OldCode = { code: string; made_at: string; match_ids: number[] }

/** Deletes codes in the order of their creation; codes with an unfinished match are skipped until the next pass. */
function bookingCodes({ resultedBefore }: Pick<Catalog, 'resultedBefore'>): RowDeletion {
  let cursor = start

  async function next(
    owner: Db,
    before: Date,
    after: typeof start,
  ): Promise<{ expired: string[]; last: OldCode | undefined }> {
    const rows = await queryRows<OldCode>(owner)`
      select code, made_at::text as made_at, array(select (pick->>'match_id')::int from jsonb_array_elements(picks) pick) as match_ids
      from betting.share where made_at < ${before}::timestamptz and (made_at, code) > (${after.madeAt}::timestamptz, ${after.code})
      order by made_at, code limit ${codesPerRead}::int`
    const matchIds = [...new Set(rows.flatMap((row) => row.match_ids))]
    const finished = await resultedBefore(owner, { matchIds, before })
    const expired = rows.filter((row) => row.match_ids.every((id) => finished.has(id)))
    return { expired: expired.map((row) => row.code), last: rows.at(-1) }
  }

  return {
    what: 'booking codes',
    async chunk(owner, before) {
      for (let read = 0; read < readsInChunk; read++) {
        const { expired, last } = await next(owner, before, cursor)
        cursor = last ? { madeAt: last.made_at, code: last.code } : start
        if (!last) return 0
        if (expired.length === 0) continue
        await sql`delete from betting.share where code = any(${expired}::text[])`.execute(owner)
        return expired.length
      }
      return 0
    },
    async count(owner, before) {
      let count = 0
      let after = start
      for (;;) {
        const { expired, last } = await next(owner, before, after)
        if (!last) return count
        count += expired.length
        after = { madeAt: last.made_at, code: last.code }
      }
    },
  }
}
