import { sql } from 'kysely'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import { readPage, type Page, type Paged } from '#platform/paging'
import { waitingIn, type Waiting } from '#platform/waiting'
import type { Rule } from './rules.ts'

export type Texts = { readonly en: string; readonly sw: string }

export type NewPromotion = Rule & {
  readonly title: Texts
  readonly summary: Texts
  readonly terms: Texts
  readonly image: string | null
  readonly startsAt: Date
  readonly endsAt: Date
  readonly proposedBy: string
}

export type Promotion = NewPromotion & {
  readonly id: bigint
  readonly state: PromotionState
  readonly approvedBy: string | null
  readonly stoppedBy: string | null
  readonly createdAt: Date
  readonly now: Date
  readonly stoppedAt: Date | null
  readonly cap: bigint
  readonly reserved: bigint
  readonly given: bigint
}

export type PromotionState = 'proposed' | 'scheduled' | 'running' | 'stopped' | 'over'

/** The state of a promotion, as operators see it. */
const state = sql<PromotionState>`
  case when p.stopped_by is not null then 'stopped' when p.ends_at <= platform.now() then 'over' when p.approved_by is null then 'proposed'
    when p.starts_at > platform.now() then 'scheduled' else 'running' end`

const columns = sql`
  p.id, p.kind, p.trigger, p.percent, p.most, p.points, p.point_value as "pointValue", p.min_deposit as "minDeposit",
  p.min_stake as "minStake", p.min_odds as "minOdds", p.per_bet as "perBet", p.min_legs as "minLegs", p.min_leg as "minLeg", p.wager, p.days, p.claim_days as "claimDays", p.products, p.new_only as "newOnly",
  jsonb_build_object('en', p.title_en, 'sw', p.title_sw) as title, jsonb_build_object('en', p.summary_en, 'sw', p.summary_sw) as summary,
  jsonb_build_object('en', p.terms_en, 'sw', p.terms_sw) as terms, p.image, p.starts_at as "startsAt", p.ends_at as "endsAt",
  p.proposed_by as "proposedBy", p.approved_by as "approvedBy", p.stopped_by as "stoppedBy", p.stopped_at as "stoppedAt",
  p.created_at as "createdAt", ${state} as state, platform.now() as now, c.cap, c.reserved, c.given`
const tables = sql`promotions.promotion p join promotions.cost c on c.promotion_id = p.id`

/** Inserts a proposal with its cap. Returns undefined if one with this key exists. */
export async function insertPromotion(
  tx: Tx,
  one: NewPromotion & { readonly cap: bigint; readonly key: string | null },
): Promise<bigint | undefined> {
  const rows = await queryRows<{ id: bigint }>(tx)`
    with made as (
      insert into promotions.promotion (key, kind, trigger, title_en, title_sw, summary_en, summary_sw, terms_en, terms_sw, image, percent,
        most, points, point_value, min_deposit, min_stake, min_odds, per_bet, min_legs, min_leg, wager, days, claim_days, products, new_only, starts_at, ends_at,
        proposed_by, created_at)
      values (${one.key}, ${one.kind}, ${one.trigger}, ${one.title.en}, ${one.title.sw}, ${one.summary.en}, ${one.summary.sw},
        ${one.terms.en}, ${one.terms.sw}, ${one.image}, ${one.percent}::int, ${one.most}::bigint, ${one.points}::bigint,
        ${one.pointValue}::bigint, ${one.minDeposit}::bigint, ${one.minStake}::bigint, ${one.minOdds}::bigint, ${one.perBet}::bigint, ${one.minLegs}::int, ${one.minLeg}::bigint, ${one.wager}::int,
        ${one.days}::int, ${one.claimDays}::int, ${[...one.products]}::text[], ${one.newOnly}::boolean, ${one.startsAt}::timestamptz,
        ${one.endsAt}::timestamptz, ${one.proposedBy}, platform.now())
      on conflict (key) do nothing returning id),
    cost as (insert into promotions.cost (promotion_id, cap) select id, ${one.cap}::bigint from made)
    select id from made`
  return rows[0]?.id
}

export function promotionOf(db: Db | Tx, id: bigint): Promise<Promotion | undefined> {
  return queryRow<Promotion>(db)`select ${columns} from ${tables} where p.id = ${id}::bigint`
}

/** How many proposals may still be approved, and since when they wait. */
export const waitingProposals = (db: Db): Promise<Waiting> =>
  waitingIn(
    db,
    sql`promotions.promotion where approved_at is null and stopped_at is null and ends_at > platform.now()`,
    sql`created_at`,
  )

/** All promotions, or those of one state, newest first. */
export const promotionsPage = (
  db: Db,
  { state: asked, ...page }: Page & { readonly state?: PromotionState | undefined },
): Promise<Paged<Promotion>> =>
  readPage(
    db,
    {
      columns,
      from: asked === undefined ? tables : sql`${tables} where ${state} = ${asked}`,
      order: [{ by: sql`p.id`, type: 'number', desc: true }],
    },
    page,
  )

/** Approved promotions that have begun and did not end more than `overDays` days ago, in order of their end. */
export function shownPromotions(db: Db, { overDays, most }: { overDays: number; most: number }): Promise<Promotion[]> {
  return queryRows<Promotion>(db)`
    select ${columns} from ${tables}
    where p.approved_at is not null and p.starts_at <= platform.now()
      and p.ends_at > platform.now() - make_interval(days => ${overDays}::int)
      and coalesce(p.stopped_at, p.ends_at) > platform.now() - make_interval(days => ${overDays}::int)
    order by least(p.ends_at, p.stopped_at) <= platform.now(), p.ends_at, p.id limit ${most}::int`
}

/** Who proposed a promotion, locked until the transaction ends; undefined if there is none. */
export async function lockAuthor(tx: Tx, id: bigint): Promise<string | undefined> {
  const rows = await queryRows<{ by: string }>(tx)`
    select proposed_by as by from promotions.promotion where id = ${id}::bigint for update`
  return rows[0]?.by
}

/** Approves a proposal. False if this operator cannot approve it. `over`: also approves one that has ended. */
export async function approve(
  tx: Tx,
  { id, operator, over = false }: { id: bigint; operator: string; over?: boolean },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update promotions.promotion set approved_by = ${operator}, approved_at = platform.now()
    where id = ${id}::bigint and approved_at is null and stopped_at is null and proposed_by <> ${operator}
      and (${over}::boolean or ends_at > platform.now())`.execute(tx)
  return numAffectedRows === 1n
}

/** Stops a promotion. Joins lock the same cost row, so nobody joins after the commit. */
export async function stop(tx: Tx, { id, operator }: { id: bigint; operator: string }): Promise<boolean> {
  const closed = await sql`update promotions.cost set open = false where promotion_id = ${id}::bigint`.execute(tx)
  if (closed.numAffectedRows === 0n) return false
  await sql`
    update promotions.promotion set stopped_by = ${operator}, stopped_at = platform.now()
    where id = ${id}::bigint and stopped_at is null`.execute(tx)
  return true
}

export type PlaceCounts = { readonly joined: number; readonly rewarded: number; readonly lapsed: number }

/** The number of bettors who joined each of these promotions, got a reward, or lapsed without one. */
export async function placeCounts(db: Db, ids: readonly bigint[]): Promise<Map<bigint, PlaceCounts>> {
  const rows = await queryRows<PlaceCounts & { id: bigint }>(db)`
    select p.promotion_id as id, count(*)::int as joined,
      count(*) filter (where exists (select from promotions.reward r
        where r.promotion_id = p.promotion_id and r.bettor_id = p.bettor_id and r.state = 'given'))::int as rewarded,
      count(*) filter (where p.state = 'lapsed' and p.earned = 0)::int as lapsed
    from promotions.place p where p.promotion_id = any(${ids}::bigint[]) group by 1`
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/** The database's time, in milliseconds. */
export async function nowMs(db: Db): Promise<number> {
  const rows = await queryRows<{ now: Date }>(db)`select platform.now() as now`
  return rows[0]?.now.getTime() ?? 0
}
