import { inChunks, pointBalances, type Check } from '#modules/ledger/ledger'
import { queryRows, type Db, type Tx } from '#platform/db'

const bettorsInChunk = 5_000

/** Verifies, in chunks of bettors with points, that the rests of all awards add up to the balance in the ledger. */
export const verifyPoints = (db: Db | Tx): Promise<Check[]> =>
  inChunks(async (after) => {
    const rows = await queryRows<{ last: bigint | null; scanned: number; broken: number }>(db)`
      with account as (${pointBalances({ after, most: bettorsInChunk })})
      select max(a.owner) as last, count(*)::int as scanned, count(*) filter (where a.balance <> coalesce(l.points, 0))::int as broken
      from account a left join lateral (
        select sum(left_points) as points from points.lot where bettor_id = a.owner and left_points > 0) l on true`
    const { last = null, scanned = 0, broken = 0 } = rows[0] ?? {}
    return { checks: [{ name: "what is left of awards is the bettor's balance of points", scanned, broken }], last }
  })
