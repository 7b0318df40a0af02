import { sql } from 'kysely'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import type { Facts, NoticeKind, Told } from './texts.ts'

/** Something to tell a bettor. */
export type Item = Told & { readonly bettor: bigint; readonly kind: NoticeKind }
export type Waiting = Item & { readonly since: Date }

/** How long a kind waits for more to say in one notice, and how long it is until the next one of the kind, in seconds. */
const pace: Readonly<Record<NoticeKind, { readonly gatherS: number; readonly gapS: number }>> = {
  bet_settled: { gatherS: 20, gapS: 300 },
  kickoff: { gatherS: 5, gapS: 0 },
  money: { gatherS: 0, gapS: 0 },
  sms_won: { gatherS: 60, gapS: 900 },
  sms_money: { gatherS: 0, gapS: 60 },
}

const gaps = JSON.stringify(Object.fromEntries(Object.entries(pace).map(([kind, { gapS }]) => [kind, gapS])))

/** Adds to what waits: the items of one bettor and kind become one row, however many they are. */
export async function addWaiting(tx: Tx, items: readonly Item[]): Promise<void> {
  const groups = [...Map.groupBy(items, ({ bettor, kind }) => `${bettor} ${kind}`).values()]
  const rows = groups
    .flatMap(([first, ...rest]) => (first ? [rest.reduce<Item>(sumOf, first)] : []))
    .toSorted((a, b) => (a.bettor === b.bettor ? (a.kind < b.kind ? -1 : 1) : a.bettor < b.bettor ? -1 : 1))
  if (rows.length === 0) return
  await sql`
    insert into notices.waiting as w (bettor_id, kind, count, won, amount, facts, since, due_at)
    select bettor, kind, count, won, amount, facts, platform.now(), platform.now() + make_interval(secs => gather)
    from unnest(${rows.map(({ bettor }) => bettor)}::bigint[], ${rows.map(({ kind }) => kind)}::text[],
        ${rows.map(({ count }) => count)}::int[], ${rows.map(({ won }) => won)}::int[],
        ${rows.map(({ amount }) => amount)}::bigint[], ${rows.map(({ facts }) => JSON.stringify(facts))}::jsonb[],
        ${rows.map(({ kind }) => pace[kind].gatherS)}::int[]) as r (bettor, kind, count, won, amount, facts, gather)
    on conflict (bettor_id, kind) do update set count = w.count + excluded.count, won = w.won + excluded.won,
      amount = w.amount + excluded.amount, facts = case when w.count = 0 then excluded.facts else w.facts end,
      since = case when w.count = 0 then excluded.since else w.since end,
      due_at = case when w.count > 0 then w.due_at
        else greatest(excluded.due_at, w.last_at + make_interval(secs => (${gaps}::jsonb ->> w.kind)::int)) end`.execute(
    tx,
  )
}

const sumOf = (sum: Item, { count, won, amount }: Item): Item => ({
  ...sum,
  ...{ count: sum.count + count, won: sum.won + won, amount: sum.amount + amount },
})

/** Locks what is due, the longest waiting first. Rows that another process works on are left out. */
export const dueWaiting = (tx: Tx, most: number): Promise<Waiting[]> =>
  queryRows<Waiting & { facts: Facts }>(tx)`
    select bettor_id as bettor, kind, count, won, amount, facts, since from notices.waiting
    where count > 0 and due_at <= platform.now() order by due_at limit ${most}::int for update skip locked`

/** What these rows waited for is told, or dropped. */
export async function endWaiting(
  tx: Tx,
  rows: readonly Pick<Waiting, 'bettor' | 'kind'>[],
  told: boolean,
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update notices.waiting w set count = 0, won = 0, amount = 0, facts = '{}',
      last_at = case when ${told}::boolean or w.last_at is null then platform.now() else w.last_at end
    from unnest(${rows.map(({ bettor }) => bettor)}::bigint[], ${rows.map(({ kind }) => kind)}::text[]) as r (bettor, kind)
    where w.bettor_id = r.bettor and w.kind = r.kind`.execute(tx)
}

/** These rows wait until the quiet hours of their bettors end. */
export async function putOff(
  tx: Tx,
  rows: readonly (Pick<Waiting, 'bettor' | 'kind'> & { readonly seconds: number })[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update notices.waiting w set due_at = platform.now() + make_interval(secs => r.seconds)
    from unnest(${rows.map(({ bettor }) => bettor)}::bigint[], ${rows.map(({ kind }) => kind)}::text[],
      ${rows.map(({ seconds }) => seconds)}::int[]) as r (bettor, kind, seconds)
    where w.bettor_id = r.bettor and w.kind = r.kind`.execute(tx)
}

export type NewDelivery = {
  readonly subscription: bigint
  readonly kind: NoticeKind
  readonly payload: string
  /** After so many seconds it is not worth telling any more. */
  readonly lifeS: number
}

export async function insertDeliveries(tx: Tx, rows: readonly NewDelivery[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into notices.delivery (subscription_id, kind, payload, at, next_at, expires_at)
    select id, kind, payload, platform.now(), platform.now(), platform.now() + make_interval(secs => life)
    from unnest(${rows.map(({ subscription }) => subscription)}::bigint[], ${rows.map(({ kind }) => kind)}::text[],
      ${rows.map(({ payload }) => payload)}::text[], ${rows.map(({ lifeS }) => lifeS)}::int[]) as r (id, kind, payload, life)`.execute(
    tx,
  )
}

export type Delivery = {
  readonly id: bigint
  readonly subscription: bigint
  readonly kind: NoticeKind
  readonly payload: string
  readonly tries: number
  /** The seconds until it is not worth telling any more. */
  readonly leftS: number
  readonly endpoint: string
  readonly p256dh: Buffer
  readonly auth: Buffer
}

/** Hands the next due deliveries to this process, for good: what it does not finish is not sent again. */
export const claimDeliveries = (db: Db, most: number): Promise<Delivery[]> =>
  queryRows<Delivery>(db)`
    with next as (
      select id from notices.delivery where state = 'waiting' and next_at <= platform.now() and expires_at > platform.now()
      order by next_at, id limit ${most}::int for update skip locked)
    update notices.delivery d set state = 'handed', next_at = platform.now(), tries = d.tries + 1
    from notices.subscription s where d.id in (select id from next) and s.id = d.subscription_id
    returning d.id, d.subscription_id as subscription, d.kind, d.payload, d.tries, s.endpoint, s.p256dh, s.auth,
      greatest(1, extract(epoch from d.expires_at - platform.now()))::int as "leftS"`

/** A delivery has ended. */
export async function endDelivery(db: Db, id: bigint): Promise<void> {
  await sql`delete from notices.delivery where id = ${id}::bigint`.execute(db)
}

/** A delivery is tried again after some seconds, if it is still worth telling then. Returns whether it waits. */
export async function retryDelivery(db: Db, id: bigint, afterS: number): Promise<boolean> {
  const row = await queryRow(db)`
    update notices.delivery set state = 'waiting', next_at = platform.now() + make_interval(secs => ${afterS}::int)
    where id = ${id}::bigint and state = 'handed' and expires_at > platform.now() + make_interval(secs => ${afterS}::int) returning id`
  return row !== undefined
}

/** Counts a refusal of a browser's push service; returns how many there are in a row. */
export async function countRefusal(db: Db, subscription: bigint): Promise<number> {
  const row = await queryRow<{ refusals: number }>(db)`
    update notices.subscription set refusals = refusals + 1 where id = ${subscription}::bigint returning refusals`
  return row?.refusals ?? 0
}

export async function forgetRefusals(db: Db, subscription: bigint): Promise<void> {
  await sql`update notices.subscription set refusals = 0 where id = ${subscription}::bigint and refusals > 0`.execute(
    db,
  )
}

/** Counts an SMS of a bettor on a day; false if there were already so many. */
export async function countSms(
  tx: Tx,
  { bettor, day, most }: { bettor: bigint; day: string; most: number },
): Promise<boolean> {
  if (most <= 0) return false
  const row = await queryRow(tx)`
    insert into notices.sms_day as s (bettor_id, day, count) values (${bettor}::bigint, ${day}::date, 1)
    on conflict (bettor_id, day) do update set count = s.count + 1 where s.count < ${most}::int returning count`
  return row !== undefined
}

/** Marks a match as told; false if it was already. */
export async function markMatch(tx: Tx, match: number): Promise<boolean> {
  const row = await queryRow(tx)`
    insert into notices.match_told (match_id, at) values (${match}::int, platform.now()) on conflict do nothing returning match_id`
  return row !== undefined
}

/** The matches among these whose bettors were told. */
export async function toldMatches(db: Db, matches: readonly number[]): Promise<Set<number>> {
  const rows = await queryRows<{ id: number }>(db)`
    select match_id as id from notices.match_told where match_id = any(${matches}::int[])`
  return new Set(rows.map(({ id }) => id))
}

const handedS = 600
const sweptMax = 10_000

/** Removes a bounded number of old rows. Returns how many deliveries ended without being told. */
export async function sweepQueue(db: Db): Promise<number> {
  const row = await queryRow<{ count: number }>(db)`
    with old as (
      delete from notices.delivery where id in (
        select id from notices.delivery where expires_at <= platform.now()
          or (state = 'handed' and next_at < platform.now() - make_interval(secs => ${handedS}::int))
        limit ${sweptMax}::int) returning 1)
    select count(*)::int as count from old`
  await sql`
    delete from notices.waiting where (bettor_id, kind) in (
      select bettor_id, kind from notices.waiting where count = 0 and last_at < platform.now() - interval '1 day' limit ${sweptMax}::int)`.execute(
    db,
  )
  await sql`
    delete from notices.match_told where match_id in (
      select match_id from notices.match_told where at < platform.now() - interval '30 days' limit ${sweptMax}::int)`.execute(
    db,
  )
  await sql`
    delete from notices.sms_day where (bettor_id, day) in (
      select bettor_id, day from notices.sms_day where day < platform.now()::date - 2 limit ${sweptMax}::int)`.execute(
    db,
  )
  return row?.count ?? 0
}

/** How many notices wait, by where: not yet put into words, and on their way. And the browsers. */
export async function sizes(db: Db): Promise<Record<'gathered' | 'sending' | 'browsers', number>> {
  const row = await queryRow<Record<'gathered' | 'sending' | 'browsers', number>>(db)`
    select (select count(*)::int from notices.waiting where count > 0) as gathered,
      (select count(*)::int from notices.delivery) as sending, (select count(*)::int from notices.subscription) as browsers`
  return row ?? { gathered: 0, sending: 0, browsers: 0 }
}
