import { sql, type RawBuilder } from 'kysely'
import { queryRows, type Db } from '#platform/db'
import { depositedKinds, returnedKinds, stakedKinds } from './kinds.ts'

/**
 * A query of (bettor, deposited, staked, returned, given): the sums of each bettor from `from` to before `to`. Deposits are before tax.
 * `given` is the net amount that the account `promotions` paid the bettor. The query reads only the transfers and entries of the period,
 * because the transfer numbers are constants for the planner.
 */
export async function flowsBetween(
  db: Db,
  { from, to, promotions }: { from: Date; to: Date; promotions: bigint },
): Promise<RawBuilder<unknown>> {
  const rows = await queryRows<{ first: bigint; last: bigint }>(db)`
    select ledger.first_no(${from}::timestamptz) as first,
      ledger.first_no(${to}::timestamptz + interval '5 minutes') as last`
  const { first = 0n, last = 0n } = rows[0] ?? {}
  return sql`
    select owner as bettor, coalesce(sum(paid_out) filter (where kind = any(${depositedKinds}::text[])), 0)::bigint as deposited,
      coalesce(sum(-own) filter (where kind = any(${stakedKinds}::text[])), 0)::bigint as staked,
      coalesce(sum(own) filter (where kind = any(${returnedKinds}::text[])), 0)::bigint as returned,
      coalesce(sum(given), 0)::bigint as given
    from (
      select t.no, t.kind, max(a.owner) as owner, coalesce(sum(e.amount) filter (where a.owner is not null), 0) as own,
        sum(-e.amount) filter (where a.owner is null and e.amount < 0) as paid_out,
        sum(-e.amount) filter (where a.id = ${promotions}::bigint) as given
      from ledger.transfer t join ledger.entry e on e.transfer_no = t.no join ledger.account a on a.id = e.account_id
      where t.no between ${first}::bigint and ${last}::bigint and e.transfer_no between ${first}::bigint and ${last}::bigint
        and t.at >= ${from}::timestamptz and t.at < ${to}::timestamptz
      group by t.no, t.kind) moved
    where owner is not null group by owner`
}
