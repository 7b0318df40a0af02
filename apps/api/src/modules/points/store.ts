import { sql } from 'kysely'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import { readPage, type Page, type Paged } from '#platform/paging'

/** Awarded points, by the id of their transfer. */
export type NewLot = { readonly id: string; readonly bettor: bigint; readonly points: bigint }

/** Stores awarded points, which expire after `days` days. */
export async function insertLots(tx: Tx, lots: readonly NewLot[], days: number): Promise<void> {
  await sql`
    insert into points.lot (id, bettor_id, points, left_points, earned_at, expires_at)
    select l.id, l.bettor, l.points, l.points, moment.now, moment.now + make_interval(days => ${days}::int)
    from unnest(${lots.map((one) => one.id)}::text[], ${lots.map((one) => one.bettor)}::bigint[], ${lots.map((one) => one.points)}::bigint[])
      as l (id, bettor, points), (select platform.now() as now offset 0) moment`.execute(tx)
}

/** Deducts points from the lots of these bettors, in order of expiry. The caller has locked the points accounts. */
export async function drawLots(
  tx: Tx,
  spent: readonly { readonly bettor: bigint; readonly points: bigint }[],
): Promise<void> {
  await sql`
    with spent as (
      select bettor, sum(points)::bigint as points from unnest(${spent.map((one) => one.bettor)}::bigint[], ${spent.map((one) => one.points)}::bigint[])
        as s (bettor, points) group by bettor),
    queue as (
      select l.id, spent.points - (sum(l.left_points) over (partition by l.bettor_id order by l.expires_at, l.id) - l.left_points) as wanted
      from points.lot l join spent on spent.bettor = l.bettor_id where l.left_points > 0)
    update points.lot l set left_points = l.left_points - least(l.left_points, queue.wanted)
    from queue where l.id = queue.id and queue.wanted > 0`.execute(tx)
}

/** The next bettors with points that are due to expire, by id. */
export async function bettorsDue(db: Db, { after, max }: { after: bigint; max: number }): Promise<bigint[]> {
  const rows = await queryRows<{ bettor: bigint }>(db)`
    select distinct bettor_id as bettor from points.lot
    where left_points > 0 and expires_at <= platform.now() and bettor_id > ${after}::bigint
    order by bettor_id limit ${max}::int`
  return rows.map((row) => row.bettor)
}

export type DueLot = { readonly id: string; readonly left: bigint }

/** Empties at most `most` expired lots of a bettor whose points account is locked. Returns the points that were left in each. */
export function emptyDueLots(tx: Tx, bettor: bigint, most: number): Promise<DueLot[]> {
  return queryRows<DueLot>(tx)`
    with due as (
      select id, left_points from points.lot
      where bettor_id = ${bettor}::bigint and left_points > 0 and expires_at <= platform.now() order by expires_at, id limit ${most}::int)
    update points.lot l set left_points = 0 from due where l.id = due.id returning l.id, due.left_points as left`
}

export type Earned = { readonly points: bigint; readonly rule: string | null }

/** The points that these bets have earned so far, and the rule by which they did; null for bets from before rules were kept. */
export async function earnedBy(tx: Tx, betIds: readonly bigint[]): Promise<Map<bigint, Earned>> {
  const rows = await queryRows<Earned & { bet_id: bigint }>(tx)`
    select bet_id, points, rule from points.bet where bet_id = any(${betIds}::bigint[])`
  return new Map(rows.map((row) => [row.bet_id, row]))
}

export type BetPoints = Earned & { readonly betId: bigint; readonly bettor: bigint }

/** Stores the points that bets have earned so far. */
export async function storeEarned(tx: Tx, bets: readonly BetPoints[]): Promise<void> {
  await sql`
    insert into points.bet (bet_id, bettor_id, points, rule)
    select * from unnest(${bets.map((one) => one.betId)}::bigint[], ${bets.map((one) => one.bettor)}::bigint[], ${bets.map((one) => one.points)}::bigint[],
      ${bets.map((one) => one.rule)}::text[])
    on conflict (bet_id) do update set points = excluded.points`.execute(tx)
}

export type Redemption = {
  readonly bettor: bigint
  readonly id: string
  readonly points: bigint
  readonly bonus: bigint
}

export function redemptionOf(
  tx: Tx,
  { bettor, id }: Pick<Redemption, 'bettor' | 'id'>,
): Promise<Redemption | undefined> {
  return queryRow<Redemption>(tx)`
    select bettor_id as bettor, id::text as id, points, bonus from points.redemption
    where bettor_id = ${bettor}::bigint and id = ${id}::uuid`
}

export async function insertRedemption(tx: Tx, { bettor, id, points, bonus }: Redemption): Promise<void> {
  await sql`
    insert into points.redemption (bettor_id, id, points, bonus, at)
    values (${bettor}::bigint, ${id}::uuid, ${points}::bigint, ${bonus}::bigint, platform.now())`.execute(tx)
}

export type Adjustment = {
  readonly id: string
  readonly bettor: bigint
  readonly points: bigint
  readonly reason: string
  readonly proposedBy: string
  readonly proposedAt: Date
  readonly doneAt: Date | null
}

/** Stores an adjustment that has been made. Returns whether its id is new. */
export async function insertAdjustment(
  tx: Tx,
  given: Omit<Adjustment, 'proposedAt' | 'doneAt'> & { readonly confirmedBy: string | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into points.adjustment (id, bettor_id, points, reason, proposed_by, proposed_at, confirmed_by, done_at)
    values (${given.id}::uuid, ${given.bettor}::bigint, ${given.points}::bigint, ${given.reason}, ${given.proposedBy}, platform.now(),
      ${given.confirmedBy}::text, platform.now())
    on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

export type DoneAdjustment = Adjustment & { readonly confirmedBy: string | null; readonly doneAt: Date }

/** A page of the adjustments that were made, the newest first. */
export const doneAdjustments = (db: Db, page: Page): Promise<Paged<DoneAdjustment>> =>
  readPage(
    db,
    {
      columns: sql`id::text as id, bettor_id as bettor, points, reason, proposed_by as "proposedBy", proposed_at as "proposedAt",
        confirmed_by as "confirmedBy", done_at as "doneAt"`,
      from: sql`points.adjustment where done_at is not null`,
      order: [
        { by: sql`done_at`, type: 'time', desc: true },
        { by: sql`id::text`, type: 'text', desc: true },
      ],
    },
    page,
  )

/** What an operator adjusted on a day. */
export type AdjustedTotal = {
  readonly operator: string
  readonly day: string
  readonly added: bigint
  readonly deducted: bigint
}

/** The points that each operator adjusted on each of the last days, in a time zone. An adjustment belongs to the operator who proposed it. */
export function adjustedTotals(db: Db, { zone, days }: { zone: string; days: number }): Promise<AdjustedTotal[]> {
  return queryRows<AdjustedTotal>(db)`
    select proposed_by as operator, (done_at at time zone ${zone}::text)::date::text as day,
      coalesce(sum(points) filter (where points > 0), 0)::bigint as added, coalesce(-sum(points) filter (where points < 0), 0)::bigint as deducted
    from points.adjustment where done_at > platform.now() - make_interval(days => ${days}::int) group by 1, 2`
}
