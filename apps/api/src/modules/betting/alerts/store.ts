import { sql, type RawBuilder } from 'kysely'
import type { alertKinds } from '@nare/contract/operator-trading-alerts'
import { placedLately } from '#modules/tickets/tickets'
import { queryRows, type Db } from '#platform/db'
import { readPage, type Page, type Paged } from '#platform/paging'

export type AlertKind = (typeof alertKinds)[number]

/** The figures that raise an alert. Amounts are cents, and the lowest price thousandths, as text. */
export type AlertFacts = {
  readonly seconds: number
  readonly bets?: number
  readonly accounts?: number
  readonly staked?: string
  readonly liability?: string
  readonly price?: string
  readonly event?: string
}

export type Found = {
  readonly kind: AlertKind
  readonly matchId: number
  readonly marketId: string
  readonly oddKey: string
  readonly facts: AlertFacts
}

export type AlertRow = Found & {
  readonly alertId: bigint
  readonly raisedAt: Date
  readonly changedAt: Date
  readonly closedAt: Date | null
  readonly closedBy: string | null
}

/** What was placed on an outcome; a multi counts its part of stake and liability, as in the exposure. */
export type OutcomeFlow = {
  readonly matchId: number
  readonly marketId: string
  readonly oddKey: string
  readonly bets: number
  readonly accounts: number
  readonly staked: bigint
  readonly liability: bigint
  readonly price: bigint
}

type Least = { readonly staked: bigint; readonly liability: bigint; readonly accounts: number; readonly price: bigint }

/** The legs are looked up bet by bet, with their number: a plain join reads all legs that there are. */
const flow = (since: RawBuilder<unknown>, legs: RawBuilder<unknown>) => sql`
  select l.match_id as "matchId", l.market_id as "marketId", l.odd_key as "oddKey", count(*)::int as bets,
    count(distinct b.bettor_id)::int as accounts, sum(b.stake / l.legs)::bigint as staked,
    sum((b.possible_win - b.stake + l.legs - 1) / l.legs)::bigint as liability, min(l.price) as price
  from (${placedLately('sports', since)}) b cross join lateral (
    select match_id, market_id, odd_key, price, home_at_bet, count(*) over () as legs from betting.leg where bet_id = b.bet_id) l
  where ${legs} group by 1, 2, 3`

/** The outcomes on which more than this was placed in the last seconds, or so many accounts at such a price. */
export function outcomesAbove(db: Db, seconds: number, least: Least): Promise<OutcomeFlow[]> {
  const since = sql`platform.now() - make_interval(secs => ${seconds}::float8)`
  return queryRows<OutcomeFlow>(db)`
    select * from (${flow(since, sql`true`)}) f
    where staked > ${least.staked}::bigint or liability > ${least.liability}::bigint
      or (accounts >= ${least.accounts}::int and price >= ${least.price}::bigint)
    limit 1000`
}

/** The outcomes of a match on which more than `staked` was placed in play in the seconds before a moment. */
export function placedBefore(
  db: Db,
  { matchId, at, seconds, staked }: { matchId: number; at: Date; seconds: number; staked: bigint },
): Promise<OutcomeFlow[]> {
  const since = sql`${at}::timestamptz - make_interval(secs => ${seconds}::float8)`
  const legs = sql`l.match_id = ${matchId}::int and l.home_at_bet is not null and b.placed_at <= ${at}::timestamptz`
  return queryRows<OutcomeFlow>(db)`
    select * from (${flow(since, legs)}) f where staked > ${staked}::bigint limit 100`
}

/** The matches with open bets. */
export async function matchesWithBets(db: Db): Promise<number[]> {
  const rows = await queryRows<{ id: number }>(db)`select distinct match_id as id from betting.exposure limit 20000`
  return rows.map(({ id }) => id)
}

/** Raises alerts, or writes the newer facts of open ones. What was closed lately stays quiet. */
export async function raise(db: Db, found: readonly Found[]): Promise<void> {
  if (found.length === 0) return
  await sql`
    insert into betting.alert as a (kind, match_id, market_id, odd_key, facts, raised_at, changed_at)
    select f.kind, f.match_id, f.market_id, f.odd_key, f.facts, platform.now(), platform.now()
    from unnest(${found.map((f) => f.kind)}::text[], ${found.map((f) => f.matchId)}::int[], ${found.map((f) => f.marketId)}::text[],
      ${found.map((f) => f.oddKey)}::text[], ${found.map((f) => JSON.stringify(f.facts))}::jsonb[]) as f (kind, match_id, market_id, odd_key, facts)
    where not exists (
      select from betting.alert c where c.kind = f.kind and c.match_id = f.match_id and c.market_id = f.market_id and c.odd_key = f.odd_key
        and c.closed_at is not null and c.quiet_until > platform.now())
    on conflict (kind, match_id, market_id, odd_key) where closed_at is null
    do update set facts = excluded.facts, changed_at = excluded.changed_at where a.facts <> excluded.facts`.execute(db)
}

const columns = sql`
  alert_id as "alertId", kind, match_id as "matchId", market_id as "marketId", odd_key as "oddKey", facts, raised_at as "raisedAt",
  changed_at as "changedAt", closed_at as "closedAt", closed_by as "closedBy"`

/** A page of alerts, the newest first. */
export const alertsOf = (db: Db, isClosed: boolean, page: Page): Promise<Paged<AlertRow>> =>
  readPage<AlertRow>(
    db,
    {
      columns,
      from: sql`betting.alert where (closed_at is not null) = ${isClosed}::boolean`,
      order: [{ by: sql`alert_id`, type: 'number', desc: true }],
    },
    page,
  )

/** Closes an alert. Returns whether it exists. */
export async function closeAlert(
  db: Db,
  { alertId, by, quietS }: { alertId: bigint; by: string; quietS: number },
): Promise<boolean> {
  const rows = await queryRows(db)`
    update betting.alert set closed_at = coalesce(closed_at, platform.now()), closed_by = coalesce(closed_by, ${by}::text),
      quiet_until = coalesce(quiet_until, platform.now() + make_interval(secs => ${quietS}::float8))
    where alert_id = ${alertId}::bigint returning alert_id`
  return rows.length > 0
}

const sweptMax = 10_000

/** Removes a bounded number of alerts that were closed more than `days` ago. */
export async function sweepAlerts(db: Db, days: number): Promise<void> {
  await sql`
    delete from betting.alert where alert_id in (
      select alert_id from betting.alert where closed_at < platform.now() - make_interval(days => ${days}::int)
      order by closed_at limit ${sweptMax}::int)`.execute(db)
}
