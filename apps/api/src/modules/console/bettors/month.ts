import { playTotalsSince } from '#modules/ledger/ledger'
import { queryRows, type Db } from '#platform/db'

/**
 * What these bettors kept the house in 30 days, stakes less returns in cents: since the midnight in the zone 30 days ago, so that days that are
 * summed are read as sums.
 */
export async function netOfMonth(
  db: Db,
  bettors: readonly bigint[],
  zone: string,
): Promise<(bettor: bigint) => bigint> {
  const rows = await queryRows<{ since: Date }>(db)`
    select (date_trunc('day', platform.now() at time zone ${zone}::text) - interval '30 days') at time zone ${zone}::text as since`
  const since = rows.map((row) => row.since)
  const play = await playTotalsSince(db, { bettors, since, midnights: true })
  return (bettor) => {
    const [month] = play.get(bettor) ?? []
    return month ? month.staked - month.returned : 0n
  }
}
