import { sql, type RawBuilder } from 'kysely'
import { depositedKinds, returnedKinds, stakedKinds } from './kinds.ts'

/**
 * A query of (bettor, deposited, staked, returned, given): what each bettor moved from `from` to before `to`. Deposits are before tax;
 * `given` is what the account `promotions` paid the bettor less what came back to it. It reads each transfer of the time once.
 */
export function flowsBetween({
  from,
  to,
  promotions,
}: {
  from: Date
  to: Date
  promotions: bigint
}): RawBuilder<unknown> {
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
      where t.no >= ledger.first_no(${from}::timestamptz) and t.no <= ledger.first_no(${to}::timestamptz + interval '5 minutes')
        and t.at >= ${from}::timestamptz and t.at < ${to}::timestamptz
      group by t.no, t.kind) moved
    where owner is not null group by owner`
}
