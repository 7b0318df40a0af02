import { sql, type RawBuilder } from 'kysely'
import { money, type Money } from '@nare/money/money'
import { queryRows, type Db, type Tx } from '#platform/db'
import { depositedKinds, returnedKinds, stakedKinds } from './kinds.ts'
import { newestStatementNo } from './statement-rows.ts'

/** A bettor's stakes and returns of bets since a given time. */
export type PlayTotals = { readonly staked: Money; readonly returned: Money }

const counted = (amount: RawBuilder<unknown>) => ({
  staked: sql`case when t.kind = any(${stakedKinds}::text[]) then -${amount} else 0 end`,
  returned: sql`case when t.kind = any(${returnedKinds}::text[]) then ${amount} else 0 end`,
})
/** The amounts by which an entry e of a transfer t counts as staked and as returned. */
export const { staked: stakedOf, returned: returnedOf } = counted(sql`e.amount`)
const { staked: stakedIn, returned: returnedIn } = counted(sql`t.amount`)

/**
 * The stakes and returns of these bettors since each of these times; the lists have the order of `since`. Debt and
 * bonus money count as cash. Exact for bettors whose cash account the caller has locked. With `midnights`, all times are midnights in
 * the country's time zone, and the sums are read from the days that `rollUpPlay` summed, plus later entries. Each "offset 0" keeps
 * PostgreSQL on the indexes: without it the generic plan read whole tables (measured).
 */
export async function playTotalsSince(
  db: Db | Tx,
  { bettors, since, midnights }: { bettors: readonly bigint[]; since: readonly Date[]; midnights: boolean },
): Promise<Map<bigint, PlayTotals[]>> {
  const zero = (): PlayTotals[] => since.map(() => ({ staked: money(0n), returned: money(0n) }))
  const totals = new Map(bettors.map((bettor) => [bettor, zero()]))
  if (since.length === 0 || bettors.length === 0) return totals
  const rows = await queryRows<{ bettor: bigint; nth: number; staked: bigint; returned: bigint }>(db)`
    with wanted as materialized (
      select min(at) as earliest, ledger.first_no(min(at)) as first_no from unnest(${since}::timestamptz[]) at),
    owners as materialized (
      select b.owner, greatest(w.first_no, case when ${midnights}::boolean then coalesce(u.transfer_no, 0) + 1 end) as first_no
      from wanted w, unnest(${bettors}::bigint[]) b (owner) left join ledger.played_upto u on u.owner = b.owner),
    flow as (
      select p.owner, p.begins as at, p.staked, p.returned from ledger.played_day p, wanted w
      where ${midnights}::boolean and p.owner = any(${bettors}::bigint[]) and p.begins >= w.earliest
      union all
      select o.owner, t.at, ${stakedOf}, ${returnedOf}
      from owners o
        cross join lateral (select id from ledger.account where owner = o.owner and kind in ('cash', 'debt', 'bonus') offset 0) a
        cross join lateral (
          select transfer_no, amount from ledger.entry where account_id = a.id and transfer_no >= o.first_no offset 0) e
        cross join lateral (select at, kind from ledger.transfer where no = e.transfer_no offset 0) t)
    select f.owner as bettor, s.nth::int as nth, sum(f.staked)::bigint as staked, sum(f.returned)::bigint as returned
    from flow f join unnest(${since}::timestamptz[]) with ordinality s (at, nth) on f.at >= s.at
    group by f.owner, s.nth`
  for (const { bettor, nth, staked, returned } of rows) {
    const list = totals.get(bettor)
    if (list) list[nth - 1] = { staked: money(staked), returned: money(returned) }
  }
  return totals
}

/** The stakes of a bettor after one time and up to another one. */
export type StakeSpan = { readonly bettor: bigint; readonly after: Date; readonly until: Date }

/** The stakes in each of these spans, in their order. Debt and bonus money count as cash. */
export async function stakedBetween(db: Db | Tx, spans: readonly StakeSpan[]): Promise<Money[]> {
  const sums = spans.map(() => money(0n))
  if (spans.length === 0) return sums
  const rows = await queryRows<{ nth: number; staked: bigint }>(db)`
    select s.nth::int as nth, coalesce(sum(${stakedOf}), 0)::bigint as staked
    from unnest(${spans.map((one) => one.bettor)}::bigint[], ${spans.map((one) => one.after)}::timestamptz[],
        ${spans.map((one) => one.until)}::timestamptz[]) with ordinality s (owner, after, until, nth)
      cross join lateral (select id from ledger.account where owner = s.owner and kind in ('cash', 'debt', 'bonus') offset 0) a
      cross join lateral (
        select transfer_no, amount from ledger.entry
        where account_id = a.id and transfer_no >= ledger.first_no(s.after) offset 0) e
      cross join lateral (select at, kind from ledger.transfer where no = e.transfer_no offset 0) t
    where t.at > s.after and t.at <= s.until
    group by 1`
  for (const { nth, staked } of rows) sums[nth - 1] = money(staked)
  return sums
}

/**
 * Sums the play of these bettors into days of the zone, and lists their other transfers on the cash account by kind, from the last sum up to a final transfer
 * number. Bettors that another transaction is summing are skipped.
 */
export async function rollUpPlay(
  tx: Tx,
  { bettors, upTo, zone }: { bettors: readonly bigint[]; upTo: bigint; zone: string },
): Promise<void> {
  if (bettors.length === 0) return
  const sorted = [...new Set(bettors)].sort((a, b) => (a < b ? -1 : 1))
  await sql`
    insert into ledger.played_upto (owner) select unnest(${sorted}::bigint[]) on conflict (owner) do nothing`.execute(
    tx,
  )
  const locked = await queryRows<{ owner: bigint }>(tx)`
    select owner from ledger.played_upto where owner = any(${sorted}::bigint[]) and transfer_no < ${upTo}::bigint
    order by owner for update skip locked`
  if (locked.length === 0) return
  const owners = locked.map((row) => row.owner)
  await sql`
    with entry as materialized (
      select a.owner, a.kind as account, e.transfer_no, e.amount, t.kind, t.at
      from ledger.played_upto u join ledger.account a on a.owner = u.owner and a.kind in ('cash', 'debt', 'bonus')
        join ledger.entry e on e.account_id = a.id and e.transfer_no > u.transfer_no and e.transfer_no <= ${upTo}::bigint
        join ledger.transfer t on t.no = e.transfer_no
      where u.owner = any(${owners}::bigint[])),
    listed as (
      insert into ledger.played_move (owner, kind, transfer_no)
      select owner, kind, transfer_no from entry where account = 'cash' and kind <> all(${stakedKinds}::text[])),
    moved as (
      select t.owner, date_trunc('day', t.at at time zone ${zone}::text) at time zone ${zone}::text as begins,
        sum(${stakedIn})::bigint as staked, sum(${returnedIn})::bigint as returned
      from entry t group by 1, 2),
    summed as (
      insert into ledger.played_day as d select owner, begins, staked, returned from moved where staked <> 0 or returned <> 0
      on conflict (owner, begins) do update set staked = d.staked + excluded.staked, returned = d.returned + excluded.returned)
    update ledger.played_upto u set transfer_no = ${upTo}::bigint,
      entries = coalesce((select version from ledger.account where owner = u.owner and kind = 'cash'), 0)
    where owner = any(${owners}::bigint[])`.execute(tx)
}

/** An account with so many entries belongs to a bettor who plays much, whose sums are made again after so many further ones. */
const keenEntries = 1_000
const entriesBetween = 500

/**
 * The bettors who play much and whose play is to be summed again, of the next accounts after one (0 for the first), at most `most`. `last` is the
 * last of these accounts; null once there are no more.
 */
export async function keenBettors(
  db: Db,
  { after, most }: { after: bigint; most: number },
): Promise<{ bettors: bigint[]; last: bigint | null }> {
  const rows = await queryRows<{ last: bigint | null; bettors: bigint[] | null }>(db)`
    with stretch as materialized (
      select id, owner, kind, version from ledger.account where id > ${after}::bigint order by id limit ${most}::int)
    select max(s.id) as last, array_agg(s.owner) filter (where s.kind = 'cash' and s.version >= ${keenEntries}::int
      and s.version >= coalesce((select entries from ledger.played_upto where owner = s.owner), 0) + ${entriesBetween}::int) as bettors
    from stretch s`
  return { bettors: rows[0]?.bettors ?? [], last: rows[0]?.last ?? null }
}

/** Sums the play of one bettor. The caller has locked the cash account, so that no other transfer of it can appear. */
export async function rollUpLocked(tx: Tx, { bettor, zone }: { bettor: bigint; zone: string }): Promise<void> {
  await rollUpPlay(tx, { bettors: [bettor], upTo: await newestStatementNo(tx, bettor), zone })
}

/**
 * The deposits of this bettor since each of these times, before tax: the amounts that deposit transfers debited from the operator's
 * accounts. They are found in the list that `rollUpPlay` made and in later entries.
 */
export async function depositedSince(
  db: Db | Tx,
  { bettor, since }: { bettor: bigint; since: readonly Date[] },
): Promise<Money[]> {
  const sums = since.map(() => money(0n))
  if (since.length === 0) return sums
  const rows = await queryRows<{ nth: number; amount: bigint }>(db)`
    with early as materialized (select ledger.first_no(min(at)) as no from unnest(${since}::timestamptz[]) at),
    late as materialized (
      select greatest(no, coalesce((select transfer_no from ledger.played_upto where owner = ${bettor}::bigint), 0) + 1) as no from early),
    moved as (
      select m.transfer_no from early, ledger.played_move m
      where m.owner = ${bettor}::bigint and m.kind = any(${depositedKinds}::text[]) and m.transfer_no >= early.no
      union
      select e.transfer_no from early, late, ledger.account a
        cross join lateral (
          select transfer_no from ledger.entry
          where account_id = a.id and transfer_no >= case a.kind when 'cash' then late.no else early.no end offset 0) e
      where a.owner = ${bettor}::bigint and a.kind in ('cash', 'debt')),
    deposit as materialized (
      select t.no, t.at from moved m
        cross join lateral (select no, at, kind from ledger.transfer where no = m.transfer_no offset 0) t
      where t.kind = any(${depositedKinds}::text[]))
    select s.nth::int as nth, coalesce(sum(-o.amount), 0)::bigint as amount
    from deposit d
      cross join lateral (
        select amount from ledger.entry
        where transfer_no = d.no and amount < 0 and account_id = any(array(select id from ledger.account where not bounded)) offset 0) o
      join unnest(${since}::timestamptz[]) with ordinality s (at, nth) on d.at >= s.at
    group by s.nth`
  for (const { nth, amount } of rows) sums[nth - 1] = money(amount)
  return sums
}
