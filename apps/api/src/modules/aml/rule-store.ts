import { sql } from 'kysely'
import { queryRows, type Db, type Tx } from '#platform/db'
import type { Sums } from './rules.ts'
import type { Bounds } from './settings.ts'

export type Movement = {
  readonly no: bigint
  readonly bettor: bigint
  readonly kind: 'deposit' | 'withdrawal' | 'withdrawal_released'
  readonly amount: bigint
  readonly about: string | null
  readonly at: Date
  /** The number on the other side, where it is known. */
  readonly other: string | null
}

export async function insertMovements(tx: Tx, rows: readonly Movement[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into aml.movement (transfer_no, bettor_id, kind, amount, about, at, other)
    select * from unnest(${rows.map(({ no }) => no)}::bigint[], ${rows.map(({ bettor }) => bettor)}::bigint[],
      ${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ amount }) => amount)}::bigint[],
      ${rows.map(({ about }) => about)}::text[], ${rows.map(({ at }) => at)}::timestamptz[],
      ${rows.map(({ other }) => other)}::text[])`.execute(tx)
}

export type DayPart = { readonly bettor: bigint; readonly day: string; readonly staked: bigint; readonly bonus: bigint }

/** Adds to the sums of days; a bettor and day may come several times. */
export async function addDays(tx: Tx, rows: readonly DayPart[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into aml.day as d (bettor_id, day, staked, bonus)
    select bettor, day, sum(staked), sum(bonus)
    from unnest(${rows.map(({ bettor }) => bettor)}::bigint[], ${rows.map(({ day }) => day)}::date[],
      ${rows.map(({ staked }) => staked)}::bigint[], ${rows.map(({ bonus }) => bonus)}::bigint[]) as r (bettor, day, staked, bonus)
    group by bettor, day order by bettor, day
    on conflict (bettor_id, day) do update set staked = d.staked + excluded.staked, bonus = d.bonus + excluded.bonus`.execute(
    tx,
  )
}

/** A bettor of a batch: when the last transfer of it was, and on which day of the country. */
export type Touched = { readonly bettor: bigint; readonly at: Date; readonly day: string }

/** The sums of these bettors that the rules judge. Each is read by its index, from rows of 63 days at most. */
export async function sumsOf(tx: Tx, touched: readonly Touched[], bounds: Bounds): Promise<Sums[]> {
  const { structuredDays, littlePlayDays, bound, nearPercent } = bounds
  const least = (bound * nearPercent) / 100n
  const paidIn = (days: number) => sql`kind = 'deposit' and m.at > a.at - make_interval(days => ${days}::int)`
  const paidOut = (days: number) => sql`
    coalesce(sum(case kind when 'withdrawal' then amount else -amount end)
      filter (where kind <> 'deposit' and m.at > a.at - make_interval(days => ${days}::int)), 0)::bigint`
  return queryRows<Sums>(tx)`
    select a.bettor, a.at, m.*, d.*,
      exists (select from aml.movement o where o.bettor_id = a.bettor and o.at < a.at - interval '14 days')
        or exists (select from aml.day o where o.bettor_id = a.bettor and o.day < a.day - 14) as "isKnown"
    from unnest(${touched.map(({ bettor }) => bettor)}::bigint[], ${touched.map(({ at }) => at)}::timestamptz[],
        ${touched.map(({ day }) => day)}::date[]) as a (bettor, at, day)
      cross join lateral (
        select coalesce(sum(amount) filter (where ${paidIn(1)}), 0)::bigint as "inDay",
          coalesce(sum(amount) filter (where ${paidIn(7)}), 0)::bigint as "inWeek",
          count(*) filter (where ${paidIn(structuredDays)} and amount >= ${least}::bigint and amount < ${bound}::bigint)::int as near,
          coalesce(sum(amount) filter (where ${paidIn(structuredDays)} and amount >= ${least}::bigint and amount < ${bound}::bigint), 0)::bigint as "nearSum",
          coalesce(sum(amount) filter (where ${paidIn(littlePlayDays)}), 0)::bigint as "playedIn",
          ${paidOut(littlePlayDays)} as "playedOut",
          coalesce(sum(amount) filter (where ${paidIn(30)}), 0)::bigint as in30, ${paidOut(30)} as out30
        from aml.movement m
        where m.bettor_id = a.bettor and m.at > a.at - interval '60 days' and m.at <= a.at) m
      cross join lateral (
        select coalesce(sum(staked) filter (where d.day > a.day - ${littlePlayDays}::int), 0)::bigint as played,
          coalesce(sum(bonus) filter (where d.day > a.day - 30), 0)::bigint as bonus30,
          coalesce(sum(staked) filter (where d.day > a.day - 7), 0)::bigint as "stakedWeek",
          coalesce(sum(staked) filter (where d.day <= a.day - 7), 0)::bigint as "stakedBefore"
        from aml.day d where d.bettor_id = a.bettor and d.day > a.day - 63 and d.day <= a.day) d`
}

/** The payments of a bettor up to a moment, the newest first; at most `most`. */
export function movementsOf(
  db: Db | Tx,
  { bettor, since, upTo, most }: { bettor: bigint; since: Date; upTo: Date; most: number },
): Promise<Movement[]> {
  return queryRows<Movement>(db)`
    select transfer_no as no, bettor_id as bettor, kind, amount, about, at, other from aml.movement
    where bettor_id = ${bettor}::bigint and at > ${since}::timestamptz and at <= ${upTo}::timestamptz
    order by at desc, transfer_no desc limit ${most}::int`
}

export type Link = {
  readonly other: bigint
  readonly by: 'device' | 'payer' | 'document'
  readonly since: Date
}

/** Keeps the links of a bettor, in both directions. */
export async function keepLinks(tx: Tx, bettor: bigint, links: readonly Link[]): Promise<void> {
  if (links.length === 0) return
  await sql`
    insert into aml.link (bettor_id, other_id, by, since)
    select * from (
      select ${bettor}::bigint as one, other, by, since from unnest(${links.map(({ other }) => other)}::bigint[],
        ${links.map(({ by }) => by)}::text[], ${links.map(({ since }) => since)}::timestamptz[]) as l (other, by, since)
      union all
      select other, ${bettor}::bigint, by, since from unnest(${links.map(({ other }) => other)}::bigint[],
        ${links.map(({ by }) => by)}::text[], ${links.map(({ since }) => since)}::timestamptz[]) as l (other, by, since)) both_ways
    order by 1, 2, 3 on conflict do nothing`.execute(tx)
}

export type Pair = { readonly bettor: bigint; readonly other: bigint; readonly by: string }

/** The kept links of these bettors. */
export function pairsOf(tx: Tx, bettors: readonly bigint[]): Promise<Pair[]> {
  return queryRows<Pair>(tx)`
    select bettor_id as bettor, other_id as other, string_agg(by, ', ' order by by) as by from aml.link
    where bettor_id = any(${bettors}::bigint[]) group by 1, 2 order by 1, 2`
}
