import type { RowDeletion } from '#platform/retention'
import { queryRows } from '#platform/db'

const seedsInChunk = 500

/**
 * Revealed server seeds without rounds, deleted after the retention period: nothing was drawn from them. A seed with rounds is kept as long
 * as its rounds, because they are checked with it.
 */
export const seedRetention: RowDeletion = {
  what: 'server seeds without rounds',
  async chunk(owner, before) {
    const rows = await queryRows<{ seeds: number }>(owner)`
      with gone as (
        delete from games.server_seed where seed_id in (
          select seed_id from games.server_seed where rounds = 0 and revealed_at < ${before}::timestamptz
          order by revealed_at limit ${seedsInChunk}::int)
        returning seed_id)
      select count(*)::int as seeds from gone`
    return rows[0]?.seeds ?? 0
  },
  async count(owner, before) {
    const rows = await queryRows<{ seeds: number }>(owner)`
      select count(*)::int as seeds from games.server_seed where rounds = 0 and revealed_at < ${before}::timestamptz`
    return rows[0]?.seeds ?? 0
  },
}
