import { sql } from 'kysely'
import { money, type Money } from '@nare/money/money'
import type { Db, Tx } from '#platform/db'

/** What went out of a bettor's hands as stakes and came back, since one moment. */
export type Play = { readonly staked: Money; readonly returned: Money }

/**
 * The kinds of transfers that are play, whatever the product: "stake" or "casino_stake" goes out, "win", "refund", "cash_out",
 * "prize", "correction" and "rollback", with or without a product before them, come back (or are taken back).
 */
export const stakeKinds = '^([a-z]+_)*stake$'
export const returnKinds = '^([a-z]+_)*(win|refund|cash_out|prize|correction|rollback)$'
export const depositKinds = '^([a-z]+_)*deposit$'

/**
 * What these bettors staked and got back since each of these moments; the answer's lists follow the order of `since`. What
 * went to or came from a bettor's debt counts as if it were cash. Exact for those whose cash account the caller has locked.
 */
export async function playedSince(
  db: Db | Tx,
  { bettors, since }: { bettors: readonly bigint[]; since: readonly Date[] },
): Promise<Map<bigint, Play[]>> {
  const none = (): Play[] => since.map(() => ({ staked: money(0n), returned: money(0n) }))
  const played = new Map(bettors.map((bettor) => [bettor, none()]))
  if (since.length === 0 || bettors.length === 0) return played
  const rows = await sql<{ bettor: bigint; place: number; staked: bigint; returned: bigint }>`
    select a.owner as bettor, s.place::int as place,
      coalesce(sum(-e.amount) filter (where t.kind ~ ${stakeKinds}), 0)::bigint as staked,
      coalesce(sum(e.amount) filter (where t.kind ~ ${returnKinds}), 0)::bigint as returned
    from ledger.account a
      join ledger.entry e on e.account_id = a.id
        and e.transfer_no >= (select ledger.first_no(min(at)) from unnest(${since}::timestamptz[]) at)
      join ledger.transfer t on t.no = e.transfer_no
      join unnest(${since}::timestamptz[]) with ordinality s (at, place) on t.at >= s.at
    where a.owner = any(${bettors}::bigint[]) and a.kind in ('cash', 'debt')
    group by a.owner, s.place`.execute(db)
  for (const { bettor, place, staked, returned } of rows.rows) {
    const list = played.get(bettor)
    if (list) list[place - 1] = { staked: money(staked), returned: money(returned) }
  }
  return played
}

/**
 * What this bettor paid in since each of these moments, before any tax: all that the transfers of kind "deposit" took from
 * accounts that are not the bettor's.
 */
export async function depositedSince(
  db: Db | Tx,
  { bettor, since }: { bettor: bigint; since: readonly Date[] },
): Promise<Money[]> {
  const sums = since.map(() => money(0n))
  if (since.length === 0) return sums
  const rows = await sql<{ place: number; amount: bigint }>`
    select s.place::int as place, coalesce(sum(-o.amount), 0)::bigint as amount
    from ledger.account a
      join ledger.entry e on e.account_id = a.id
        and e.transfer_no >= (select ledger.first_no(min(at)) from unnest(${since}::timestamptz[]) at)
      join ledger.transfer t on t.no = e.transfer_no and t.kind ~ ${depositKinds}
      join unnest(${since}::timestamptz[]) with ordinality s (at, place) on t.at >= s.at
      join ledger.entry o on o.transfer_no = t.no and o.amount < 0
        and o.account_id = any(array(select id from ledger.account where not bounded))
    where a.owner = ${bettor}::bigint and a.kind = 'cash'
    group by s.place`.execute(db)
  for (const { place, amount } of rows.rows) sums[place - 1] = money(amount)
  return sums
}
