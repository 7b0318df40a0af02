import { sql } from 'kysely'
import type { Product } from '@nare/contract/products'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import type { LimitKind, LimitPeriod } from './limits.ts'

/** A limit in force, with its current period; the limit of a single bet has none. */
export type ActiveLimit = {
  readonly kind: LimitKind
  readonly period: LimitPeriod
  readonly value: bigint
  readonly since: Date | null
  readonly resets: Date | null
}

export type ActiveRestrictions = {
  readonly now: Date
  readonly excluded: ReadonlyMap<bigint, Date>
  readonly limits: ReadonlyMap<bigint, readonly ActiveLimit[]>
  /** Until when no bet is taken of those who have changed a limit, where the country says so. */
  readonly stopped: ReadonlyMap<bigint, Date>
  /** Those who must prove their identity first. */
  readonly unproven: ReadonlySet<bigint>
  /** Those whose account operators have locked. */
  readonly locked: ReadonlySet<bigint>
  /** The share, in percent, of the highest stake and liability that those are offered for whom it is not 100. */
  readonly stakePercents: ReadonlyMap<bigint, number>
  /** The products among the given ones that are paused. */
  readonly paused: ReadonlySet<Product>
}

type GateRow = {
  now: Date
  bettor: bigint | null
  until: Date | null
  kind: LimitKind | 'stopped' | 'proof' | 'locked' | 'percent' | null
  period: LimitPeriod | null
  value: bigint | null
  since: Date | null
  resets: Date | null
  product: Product | null
}

/**
 * The restrictions of these bettors and products, in one statement: the end of each bettor's longest break or exclusion, who must prove an identity, what
 * operators have set on the account, the limits of these kinds that are in force, the paused products, and the database's time.
 */
export async function activeRestrictions(
  tx: Db | Tx,
  {
    bettors,
    kinds,
    products = [],
  }: { bettors: readonly bigint[]; kinds: readonly LimitKind[]; products?: readonly Product[] },
): Promise<ActiveRestrictions> {
  const rows = await queryRows<GateRow>(tx)`
    with at as materialized (select platform.now() as now)
    select at.now, active.* from at left join lateral (
      select bettor_id as bettor, max(until) as until, null::text as kind, null::text as period, null::bigint as value,
        null::timestamptz as since, null::timestamptz as resets, null::text as product
      from protection.standstill where bettor_id = any(${bettors}::bigint[]) and until > at.now group by bettor_id
      union all
      select bettor_id, null, kind, period, value,
        case when period <> 'bet' then date_trunc(period, at.now at time zone zone) at time zone zone end,
        case when period <> 'bet' then (date_trunc(period, at.now at time zone zone) + ('1 ' || period)::interval) at time zone zone end,
        null
      from protection.bettor_limit
      where bettor_id = any(${bettors}::bigint[]) and kind = any(${kinds}::text[]) and value is not null
      union all
      select bettor_id, greatest(stopped_until, case when pending_stops then pending_from end), 'stopped', null, null, null, null, null
      from protection.bettor_limit
      where bettor_id = any(${bettors}::bigint[])
        and (stopped_until > at.now or (pending_stops and pending_from > at.now))
      union all
      select bettor_id, null, 'proof', null, null, null, null, null from protection.proof_required
      where bettor_id = any(${bettors}::bigint[]) and proven_at is null
      union all
      select a.bettor_id, null, s.kind, null, s.value, null, null, null from protection.account_setting a
        cross join lateral (values ('locked', 0, a.locked), ('percent', a.stake_percent, a.stake_percent <> 100)) s (kind, value, applies)
      where a.bettor_id = any(${bettors}::bigint[]) and s.applies
      union all
      select null, null, null, null, null, null, null, product
      from protection.product_pause where product = any(${products}::text[]) and paused
    ) active on true`
  const excluded = new Map<bigint, Date>()
  const limits = new Map<bigint, ActiveLimit[]>()
  const unproven = new Set<bigint>()
  const stopped = new Map<bigint, Date>()
  const locked = new Set<bigint>()
  const stakePercents = new Map<bigint, number>()
  const paused = new Set<Product>()
  for (const { bettor, until, kind, period, value, since, resets, product } of rows) {
    if (product !== null) paused.add(product)
    if (bettor === null) continue
    if (until && kind === 'stopped') stopped.set(bettor, latest(stopped.get(bettor), until))
    else if (until) excluded.set(bettor, until)
    if (kind === 'proof') unproven.add(bettor)
    if (kind === 'locked') locked.add(bettor)
    if (kind === 'percent') stakePercents.set(bettor, Number(value))
    if (kind === null || kind === 'stopped' || kind === 'proof' || kind === 'locked' || kind === 'percent') continue
    if (period === null || value === null) continue
    const list = limits.get(bettor) ?? []
    list.push({ kind, period, value, since, resets })
    limits.set(bettor, list)
  }
  return { now: rows[0]?.now ?? new Date(0), excluded, limits, stopped, unproven, locked, stakePercents, paused }
}

const latest = (one: Date | undefined, other: Date): Date => (one && one > other ? one : other)

export type ExclusionRow = { kind: 'break' | 'exclusion'; period: string; since: Date; until: Date }

/** A break or an exclusion; `by` is the operator who enters it, null for the bettor. */
type NewExclusion = {
  bettor: bigint
  period: string
  length: string
  zone: string
  by?: string | null
  askedBy?: string
  reference?: string
}

/**
 * Writes a break or an exclusion that begins now. Months and years are calendar months and years in the zone. It never ends
 * before an active one.
 */
export async function insertExclusion(
  tx: Tx,
  { bettor, period, length, zone, by = null, askedBy, reference }: NewExclusion,
): Promise<ExclusionRow> {
  const rows = await sql<ExclusionRow>`
    with at as materialized (select platform.now() as now),
    requested as materialized (select now, ((now at time zone ${zone}::text) + ${length}::interval) at time zone ${zone}::text as until from at)
    insert into protection.exclusion (bettor_id, since, until, period, by, asked_by, reference)
    select ${bettor}::bigint, now, greatest(until, (select max(until) from protection.exclusion where bettor_id = ${bettor}::bigint)), ${period}, ${by},
      ${askedBy ?? null}, ${reference ?? null}
    from requested returning kind, period, since, until`.execute(tx)
  const made = rows.rows[0]
  if (!made) throw new Error('the insert of an exclusion returned no row')
  return made
}

/** The active break or exclusion that ends last. If two end at the same time, an exclusion comes before a break. */
export function longestExclusion(db: Db | Tx, bettor: bigint): Promise<ExclusionRow | undefined> {
  return queryRow<ExclusionRow>(db)`
    select kind, period, since, until from protection.standstill
    where bettor_id = ${bettor}::bigint and until > platform.now() order by until desc, kind desc, since limit 1`
}

/** The end of the longest break or exclusion of each of these bettors who has one now. */
export async function excludedNow(db: Db | Tx, bettors: readonly bigint[]): Promise<Map<bigint, Date>> {
  const rows = await queryRows<{ bettor: bigint; until: Date }>(db)`
    select bettor_id as bettor, max(until) as until from protection.standstill
    where bettor_id = any(${bettors}::bigint[]) and until > platform.now() group by bettor_id`
  return new Map(rows.map((row) => [row.bettor, row.until]))
}

/** The interval of this bettor's reality check in minutes; undefined if none was chosen. */
export async function realityCheckOf(db: Db, bettor: bigint): Promise<number | undefined> {
  const row = await queryRow<{ minutes: number }>(db)`
    select reality_check_minutes as minutes from protection.preference where bettor_id = ${bettor}::bigint`
  return row?.minutes
}

export async function setRealityCheck(db: Db, { bettor, minutes }: { bettor: bigint; minutes: number }): Promise<void> {
  await sql`
    insert into protection.preference (bettor_id, reality_check_minutes) values (${bettor}::bigint, ${minutes}::int)
    on conflict (bettor_id) do update set reality_check_minutes = excluded.reality_check_minutes`.execute(db)
}

/** The current time, and the time thirty days ago. */
export async function lastThirtyDays(db: Db): Promise<{ now: Date; since: Date }> {
  const row = await queryRow<{ now: Date; since: Date }>(db)`
    with at as materialized (select platform.now() as now) select now, now - interval '30 days' as since from at`
  return row ?? { now: new Date(0), since: new Date(0) }
}

/** The next bettors, in the order of their ids, with a stake or loss limit over a period. */
export async function limitedBettors(db: Db, { after, most }: { after: bigint; most: number }): Promise<bigint[]> {
  const rows = await queryRows<{ bettor: bigint }>(db)`
    select distinct bettor_id as bettor from protection.bettor_limit
    where bettor_id > ${after}::bigint and value is not null and kind in ('stake', 'loss') and period <> 'bet'
    order by bettor_id limit ${most}::int`
  return rows.map((row) => row.bettor)
}

/** When a bettor closed the account; undefined if it is open. */
export async function closedSince(tx: Tx, bettor: bigint): Promise<Date | undefined> {
  const row = await queryRow<{ since: Date }>(tx)`
    select since from protection.closed where bettor_id = ${bettor}::bigint`
  return row?.since
}

/** Closes an account now; `by` is the operator, null for the bettor. */
export async function insertClosed(
  tx: Tx,
  bettor: bigint,
  { reason, by = null }: { reason: string | null; by?: string | null },
): Promise<Date> {
  const rows = await sql<{ since: Date }>`
    insert into protection.closed (bettor_id, since, reason, by)
    values (${bettor}::bigint, platform.now(), ${reason}, ${by}) returning since`.execute(tx)
  const made = rows.rows[0]
  if (!made) throw new Error('the insert of an account closing returned no row')
  return made.since
}

/** The sum that the waiting edits of bets of each of these bettors will stake, in cents; bettors without any are left out. */
export async function waitingEdits(tx: Db | Tx, bettors: readonly bigint[]): Promise<ReadonlyMap<bigint, bigint>> {
  const rows = await queryRows<{ bettor: bigint; stake: bigint }>(tx)`
    select bettor_id as bettor, sum(stake)::bigint as stake from protection.waiting_stake
    where bettor_id = any(${bettors}::bigint[]) and until > platform.real_now() group by bettor_id`
  return new Map(rows.map(({ bettor, stake }) => [bettor, stake]))
}
