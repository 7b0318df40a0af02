import { legRanges } from '#modules/betting/betting'
import { queryRows, type Db } from '#platform/db'
import type { RangedTable } from '#platform/parts'
import type { RowDeletion } from '#platform/retention'

/** The table of league legs. Legs are kept forever, in partitions by the same bet ids as the legs of sports bets. */
export const leagueLegRanges: RangedTable = { ...legRanges, table: 'league.leg' }

const jobsInChunk = 200

/** The settlement jobs of rounds, deleted after the retention period. Bets, legs and rounds are kept. */
export const leagueBetRetention: RowDeletion = {
  what: 'league settlements',
  async chunk(owner: Db, before: Date) {
    const rows = await queryRows<{ jobs: number }>(owner)`
      with gone as (
        delete from league.settlement where round in (
          select round from league.settlement where done_at < ${before}::timestamptz order by done_at limit ${jobsInChunk}::int)
        returning round)
      select count(*)::int as jobs from gone`
    return rows[0]?.jobs ?? 0
  },
  async count(owner: Db, before: Date) {
    const rows = await queryRows<{ jobs: number }>(owner)`
      select count(*)::int as jobs from league.settlement where done_at < ${before}::timestamptz`
    return rows[0]?.jobs ?? 0
  },
}
