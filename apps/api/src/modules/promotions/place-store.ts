import { sql } from 'kysely'
import { queryRows, type Db, type Tx } from '#platform/db'
import type { Rule } from './rules.ts'

/** A bettor's place in a promotion, with its total rewards. */
export type Place = {
  readonly promotion: bigint
  readonly joinedAt: Date
  readonly until: Date
  readonly state: 'joined' | 'used' | 'lapsed'
  readonly due: bigint
  readonly given: bigint
  readonly givenAt: Date | null
}

/** The places of a bettor in these promotions. */
export async function placesOf(
  db: Db | Tx,
  { bettor, promotions }: { bettor: bigint; promotions: readonly bigint[] },
): Promise<Map<bigint, Place>> {
  const rows = await queryRows<Place>(db)`
    select p.promotion_id as promotion, p.joined_at as "joinedAt", p.until, p.state, coalesce(r.due, 0)::bigint as due,
      coalesce(r.given, 0)::bigint as given, r.given_at as "givenAt"
    from promotions.place p left join lateral (
      select sum(amount) filter (where state = 'due') as due, sum(amount) filter (where state = 'given') as given,
        max(ended_at) filter (where state = 'given') as given_at
      from promotions.reward r where r.promotion_id = p.promotion_id and r.bettor_id = p.bettor_id) r on true
    where p.bettor_id = ${bettor}::bigint and p.promotion_id = any(${promotions}::bigint[])`
  return new Map(rows.map((row) => [row.promotion, row]))
}

/** The promotion that the bettor joined with this command. */
export async function joinedBy(tx: Tx, { bettor, id }: { bettor: bigint; id: string }): Promise<bigint | undefined> {
  const rows = await queryRows<{ promotion: bigint }>(tx)`
    select promotion_id as promotion from promotions.place
    where bettor_id = ${bettor}::bigint and command_id = ${id}::uuid`
  return rows[0]?.promotion
}

/** Reserves the cost of a place and locks the cost row. False if the cap has too little left, or nobody may join any more. */
export async function reservePlace(tx: Tx, { promotion, cost }: { promotion: bigint; cost: bigint }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update promotions.cost set reserved = reserved + ${cost}::bigint
    where promotion_id = ${promotion}::bigint and open and reserved + given + ${cost}::bigint <= cap`.execute(tx)
  return numAffectedRows === 1n
}

/** Inserts a place, which ends when its days are over or the promotion ends. */
export async function insertPlace(
  tx: Tx,
  place: { promotion: bigint; bettor: bigint; id: string; days: number; endsAt: Date; cost: bigint },
): Promise<Date> {
  const rows = await queryRows<{ until: Date }>(tx)`
    insert into promotions.place (promotion_id, bettor_id, command_id, joined_at, until, reserved)
    select ${place.promotion}::bigint, ${place.bettor}::bigint, ${place.id}::uuid, at.now,
      greatest(at.now, least(at.now + make_interval(days => ${place.days}::int), ${place.endsAt}::timestamptz)), ${place.cost}::bigint
    from (select platform.now() as now) at returning until`
  const until = rows[0]?.until
  if (!until) throw new Error('the insert of a place returned no row')
  return until
}

/** A place that may still earn, locked. */
export type OpenPlace = Rule & {
  readonly promotion: bigint
  readonly bettor: bigint
  readonly joinedAt: Date
  readonly until: Date
  readonly reserved: bigint
  readonly earned: bigint
}

/** Locks the open places of these bettors in promotions with this trigger, in key order. */
export function lockOpenPlaces(
  tx: Tx,
  { bettors, trigger }: { bettors: readonly bigint[]; trigger: Rule['trigger'] },
): Promise<OpenPlace[]> {
  return queryRows<OpenPlace>(tx)`
    select l.promotion_id as promotion, l.bettor_id as bettor, l.joined_at as "joinedAt", l.until, l.reserved, l.earned, p.kind, p.trigger,
      p.percent, p.most, p.points, p.point_value as "pointValue", p.min_deposit as "minDeposit", p.min_stake as "minStake",
      p.min_odds as "minOdds", p.per_bet as "perBet", p.min_legs as "minLegs", p.min_leg as "minLeg", p.wager, p.days, p.claim_days as "claimDays", p.products, p.new_only as "newOnly"
    from promotions.place l join promotions.promotion p on p.id = l.promotion_id
    where l.bettor_id = any(${bettors}::bigint[]) and l.state = 'joined' and p.trigger = ${trigger}
    order by l.promotion_id, l.bettor_id for update of l`
}

/** The bettors among these with an open place in a promotion with this trigger. */
export async function joinedBettors(
  tx: Tx,
  { bettors, trigger }: { bettors: readonly bigint[]; trigger: Rule['trigger'] },
): Promise<ReadonlySet<bigint>> {
  const rows = await queryRows<{ bettor: bigint }>(tx)`
    select distinct l.bettor_id as bettor from promotions.place l join promotions.promotion p on p.id = l.promotion_id
    where l.bettor_id = any(${bettors}::bigint[]) and l.state = 'joined' and p.trigger = ${trigger}`
  return new Set(rows.map(({ bettor }) => bettor))
}

export type PlaceChange = {
  readonly promotion: bigint
  readonly bettor: bigint
  readonly state: 'joined' | 'used'
  readonly reserved: bigint
  readonly earned: bigint
}
export type NewReward = {
  readonly promotion: bigint
  readonly bettor: bigint
  readonly cause: string
  readonly amount: bigint
  readonly cost: bigint
  /** The credited deposit that it is given for. */
  readonly givenFor: bigint | null
}

/**
 * Writes the rewards that locked places earned. The cost of a reward stays reserved until it is given; `freed` is the reserved cost that the places
 * do not need any more, by promotion.
 */
export async function writeEarned(
  tx: Tx,
  { changes, rewards, freed }: { changes: readonly PlaceChange[]; rewards: readonly NewReward[]; freed: Freed },
): Promise<void> {
  await sql`
    update promotions.place p set state = c.state, reserved = c.reserved, earned = c.earned
    from unnest(${changes.map((c) => c.promotion)}::bigint[], ${changes.map((c) => c.bettor)}::bigint[], ${changes.map((c) => c.state)}::text[],
      ${changes.map((c) => c.reserved)}::bigint[], ${changes.map((c) => c.earned)}::bigint[]) as c (promotion, bettor, state, reserved, earned)
    where p.promotion_id = c.promotion and p.bettor_id = c.bettor`.execute(tx)
  await sql`
    insert into promotions.reward (promotion_id, bettor_id, cause, amount, cost, given_for, decided_at, next_at)
    select r.promotion, r.bettor, r.cause, r.amount, r.cost, r.given_for, at.now, at.now
    from (select platform.now() as now) at, unnest(${rewards.map((r) => r.promotion)}::bigint[], ${rewards.map((r) => r.bettor)}::bigint[],
      ${rewards.map((r) => r.cause)}::text[], ${rewards.map((r) => r.amount)}::bigint[], ${rewards.map((r) => r.cost)}::bigint[],
      ${rewards.map((r) => r.givenFor)}::bigint[]) as r (promotion, bettor, cause, amount, cost, given_for)`.execute(tx)
  await freeCost(tx, freed)
}

type Freed = ReadonlyMap<bigint, bigint>

/** Releases reserved cost that is not needed any more, in the order of promotion ids. */
async function freeCost(tx: Tx, freed: Freed): Promise<void> {
  for (const [promotion, amount] of [...freed].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    if (amount > 0n)
      await sql`
        update promotions.cost set reserved = reserved - ${amount}::bigint where promotion_id = ${promotion}::bigint`.execute(
        tx,
      )
}

export type DueReward = NewReward & { readonly id: bigint; readonly lapses: boolean; readonly bettor: bigint }

/** The next due rewards (of `place`, if given). `lapses`: the time to pay it is over. */
export function dueRewards(
  db: Db,
  {
    dueDays,
    place,
    most,
  }: { dueDays: number; place?: { promotion: bigint; bettor: bigint } | undefined; most: number },
): Promise<DueReward[]> {
  return queryRows<DueReward>(db)`
    select id, promotion_id as promotion, bettor_id as bettor, cause, amount, cost, given_for as "givenFor",
      decided_at + make_interval(days => ${dueDays}::int) < platform.now() as lapses
    from promotions.reward where state = 'due' and next_at <= platform.now()
      and (${place?.promotion ?? null}::bigint is null
        or (promotion_id = ${place?.promotion ?? null}::bigint and bettor_id = ${place?.bettor ?? null}::bigint))
    order by next_at, id limit ${most}::int`
}

/** Locks a reward; false if it is not due any more, or if another transaction has locked it. */
export async function lockDueReward(tx: Tx, id: bigint): Promise<boolean> {
  const rows = await queryRows(tx)`
    select from promotions.reward where id = ${id}::bigint and state = 'due' and next_at <= platform.now()
    for update skip locked`
  return rows.length > 0
}

/** Postpones a due reward by this number of seconds. */
export async function postpone(tx: Tx, { id, seconds }: { id: bigint; seconds: number }): Promise<void> {
  await sql`
    update promotions.reward set next_at = platform.now() + make_interval(secs => ${seconds}::int) where id = ${id}::bigint`.execute(
    tx,
  )
}

/** Ends a due reward. Its reserved cost is spent if it was given, and released if it lapsed. */
export async function endReward(tx: Tx, { id, promotion, cost }: DueReward, state: 'given' | 'lapsed'): Promise<void> {
  await sql`
    update promotions.reward set state = ${state}, ended_at = platform.now() where id = ${id}::bigint`.execute(tx)
  await sql`
    update promotions.cost set reserved = reserved - ${cost}::bigint, given = given + ${state === 'given' ? cost : 0n}::bigint
    where promotion_id = ${promotion}::bigint`.execute(tx)
}

/**
 * Ends places whose time was over `afterS` seconds ago, and at `unread`, the time of the oldest settlement that was not read. Releases their
 * reserved cost. Returns their number.
 */
export async function lapsePlaces(
  tx: Tx,
  { unread, afterS, most }: { unread: Date | undefined; afterS: number; most: number },
): Promise<number> {
  const rows = await queryRows<{ promotion: bigint; reserved: bigint }>(tx)`
    with over as (
      select promotion_id, bettor_id, reserved from promotions.place
      where state = 'joined' and until < platform.now() - make_interval(secs => ${afterS}::int)
        and until < coalesce(${unread ?? null}::timestamptz, 'infinity')
        and not exists (
          select from promotions.waiting_bet w join promotions.promotion i on i.id = place.promotion_id and i.kind = 'insurance'
          where w.bettor_id = place.bettor_id)
      order by promotion_id, bettor_id limit ${most}::int for update skip locked)
    update promotions.place p set state = case when p.earned > 0 then 'used' else 'lapsed' end, reserved = 0 from over
    where p.promotion_id = over.promotion_id and p.bettor_id = over.bettor_id
    returning p.promotion_id as promotion, over.reserved`
  const freed = new Map<bigint, bigint>()
  for (const { promotion, reserved } of rows) freed.set(promotion, (freed.get(promotion) ?? 0n) + reserved)
  await freeCost(tx, freed)
  return rows.length
}

/** The causes among these that already have a reward, as "promotion/bettor/cause". */
export async function rewardedCauses(
  tx: Tx,
  bettors: readonly bigint[],
  causes: readonly string[],
): Promise<Set<string>> {
  const rows = await queryRows<{ promotion: bigint; bettor: bigint; cause: string }>(tx)`
    select promotion_id as promotion, bettor_id as bettor, cause from promotions.reward
    where bettor_id = any(${bettors}::bigint[]) and cause = any(${causes}::text[])`
  return new Set(rows.map(({ promotion, bettor, cause }) => `${promotion}/${bettor}/${cause}`))
}
