import { sql, type RawBuilder } from 'kysely'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'

/**
 * Levels of the counts of scores, as shifts: at level n, key k counts the players with cents >> n = k. Each key has 64 keys of the next
 * lower level, so the players above a score are the sum of at most 63 rows a level, and a few more of the highest.
 */
const shifts = [24, 18, 12, 6, 0] as const
const [highest] = shifts
const fanOut = 64n

export type ScoreChange = {
  readonly season: number
  readonly bettor: bigint
  readonly cents: bigint
  readonly at: Date
}

type Score = { readonly season: number; readonly bettor: bigint; readonly cents: bigint }

/** Changes scores (negative amounts reduce them) and updates the counts. One transaction at a time does this. */
export async function changeScores(tx: Tx, changes: readonly ScoreChange[]): Promise<void> {
  const sums = new Map<string, { season: number; bettor: bigint; cents: bigint; at: Date }>()
  for (const one of changes) {
    const key = `${one.season}:${one.bettor}`
    const sum = sums.get(key)
    sums.set(key, { ...one, cents: one.cents + (sum?.cents ?? 0n), at: sum && sum.at > one.at ? sum.at : one.at })
  }
  const wanted = [...sums.values()].toSorted((a, b) => a.season - b.season || (a.bettor < b.bettor ? -1 : 1))
  if (wanted.length === 0) return
  const keys = sql`unnest(${wanted.map((one) => one.season)}::int[], ${wanted.map((one) => one.bettor)}::bigint[]) as k (season_id, bettor_id)`
  const found = await queryRows<Score>(tx)`
    select s.season_id as season, s.bettor_id as bettor, s.cents from boards.score s join ${keys} using (season_id, bettor_id)`
  const before = new Map(found.map((row) => [`${row.season}:${row.bettor}`, row.cents]))
  const moved = wanted.map((one) => {
    const old = before.get(`${one.season}:${one.bettor}`) ?? 0n
    const now = old + one.cents
    return { ...one, old, now: now > 0n ? now : 0n }
  })
  await sql`
    insert into boards.score as s (season_id, bettor_id, cents, last_at, marked_at, mark_cents)
    select n.season, n.bettor, n.cents, n.at, season.marked_at, 0
    from unnest(${moved.map((one) => one.season)}::int[], ${moved.map((one) => one.bettor)}::bigint[], ${moved.map((one) => one.now)}::bigint[],
      ${moved.map((one) => one.at.toISOString())}::timestamptz[]) as n (season, bettor, cents, at)
      join boards.season season on season.id = n.season
    on conflict (season_id, bettor_id) do update set cents = excluded.cents, last_at = greatest(s.last_at, excluded.last_at),
      mark_cents = case when s.marked_at < excluded.marked_at then s.cents else s.mark_cents end, marked_at = excluded.marked_at`.execute(
    tx,
  )
  await moveSteps(tx, moved)
}

type Moved = { readonly season: number; readonly old: bigint; readonly now: bigint }

/** Counts each player at the new score instead of the old one. */
async function moveSteps(tx: Tx, moved: readonly Moved[]): Promise<void> {
  const deltas = new Map<string, { season: number; level: number; key: bigint; by: number }>()
  const add = (season: number, cents: bigint, by: number) => {
    if (cents <= 0n) return
    for (const level of shifts) {
      const key = cents >> BigInt(level)
      const at = `${season}:${level}:${key}`
      deltas.set(at, { season, level, key, by: (deltas.get(at)?.by ?? 0) + by })
    }
  }
  for (const { season, old, now } of moved) {
    add(season, old, -1)
    add(season, now, 1)
  }
  const all = [...deltas.values()].filter(({ by }) => by !== 0)
  if (all.length === 0) return
  // Two statements: with a negative amount, the insert would violate the check of the row before it detects the conflict.
  const given = sql`unnest(${all.map((one) => one.season)}::int[], ${all.map((one) => one.level)}::smallint[], ${all.map((one) => one.key)}::bigint[],
    ${all.map((one) => one.by)}::int[]) as d (season_id, level, key, by)`
  await sql`
    insert into boards.step (season_id, level, key, players, marked_at, mark_players)
    select d.season_id, d.level, d.key, 0, season.marked_at, 0 from ${given} join boards.season season on season.id = d.season_id
    where d.by > 0 on conflict do nothing`.execute(tx)
  await sql`
    update boards.step s set players = s.players + d.by,
      mark_players = case when s.marked_at < season.marked_at then s.players else s.mark_players end, marked_at = season.marked_at
    from ${given} join boards.season season on season.id = d.season_id
    where s.season_id = d.season_id and s.level = d.level and s.key = d.key`.execute(tx)
}

/** The counted players at each level above a score: at most 63 keys of a level, and the highest ones. */
const above = (cents: RawBuilder<unknown>, season: RawBuilder<unknown>, players: RawBuilder<unknown>) => sql`(
  select coalesce(sum(n), 0)::int from (${sql.join(
    shifts.map((shift, at) => {
      const upper = shifts[at - 1]
      const bound =
        upper === undefined ? sql`` : sql` and key < ((${cents} >> ${sql.lit(upper)}) + 1) * ${sql.lit(Number(fanOut))}`
      return sql`(select sum(${players}) as n from boards.step st
        where st.season_id = ${season} and st.level = ${sql.lit(shift)} and st.key > (${cents} >> ${sql.lit(shift)})${bound})`
    }),
    sql` union all `,
  )}) each_level)`

const markedPlayers = sql`case when st.marked_at < sn.marked_at then st.players else st.mark_players end`

/** A player of a page. `rank` counts those with more points; `before` is the rank at the mark, null without points then. */
export type Placed = {
  readonly bettor: bigint
  readonly cents: bigint
  readonly rank: number
  readonly before: number | null
  /** The number of players with these points. */
  readonly tied: number
}

const placed = (season: number, from: RawBuilder<unknown>, rank: RawBuilder<unknown>) => sql<Placed>`
  select p.bettor_id as bettor, p.cents, ${rank} as rank,
    case when m.cents > 0 then 1 + ${above(sql`m.cents`, sql`sn.id`, markedPlayers)} end as before,
    (select st.players from boards.step st where st.season_id = sn.id and st.level = 0 and st.key = p.cents) as tied
  from boards.season sn, (${from}) p
    cross join lateral (select case when p.marked_at < sn2.marked_at then p.cents else p.mark_cents end as cents
      from boards.season sn2 where sn2.id = ${season}::int) m
  where sn.id = ${season}::int
  order by p.cents desc, p.last_at, p.bettor_id`

const scoreColumns = sql`bettor_id, cents, last_at, marked_at, mark_cents`

/** Players of a season from an offset, best first. Among equal points, the player who reached them first is first. */
export async function placesFrom(
  db: Db,
  { season, offset, limit }: { season: number; offset: number; limit: number },
): Promise<Placed[]> {
  const start = await startOf(db, season, offset)
  if (!start) return []
  const { rows } = await placed(
    season,
    sql`select ${scoreColumns} from boards.score where season_id = ${season}::int and cents > 0 and cents <= ${start.cents}::bigint
      order by cents desc, last_at, bettor_id limit ${limit}::int offset ${offset - start.before}::int`,
    sql`0`,
  ).execute(db)
  let rank = start.before + 1
  return rows.map((row, n) => {
    // All players before a new score in the list have more points.
    if (row.cents !== (rows[n - 1]?.cents ?? start.cents)) rank = offset + n + 1
    return { ...row, rank }
  })
}

/** The score at an offset, and the number of players above it. Searches level by level, so that no player before it is read. */
async function startOf(db: Db, season: number, offset: number): Promise<{ cents: bigint; before: number } | undefined> {
  let key = 0n
  let before = 0
  for (const level of shifts) {
    const within =
      level === highest ? sql`` : sql` and key >= ${key * fanOut}::bigint and key < ${(key + 1n) * fanOut}::bigint`
    const rows = await queryRows<{ key: bigint; before: number }>(db)`
      select key, (upto - players)::int as before from (
        select key, players, sum(players) over (order by key desc) as upto from boards.step
        where season_id = ${season}::int and level = ${level}::smallint and players > 0${within}) running
      where upto > ${offset - before}::int order by key desc limit 1`
    const [row] = rows
    if (!row) return undefined
    key = row.key
    before += row.before
  }
  return { cents: key, before }
}

/** The place of a bettor, and the number of players before it in the list. */
export async function ownPlace(
  db: Db,
  season: number,
  bettor: bigint,
): Promise<(Placed & { readonly listed: number }) | undefined> {
  const own = sql`select ${scoreColumns} from boards.score where season_id = ${season}::int and bettor_id = ${bettor}::bigint and cents > 0`
  const { rows } = await placed(season, own, sql`1 + ${above(sql`p.cents`, sql`sn.id`, sql`st.players`)}`).execute(db)
  const [place] = rows
  if (!place) return undefined
  const ties = await queryRow<{ n: number }>(db)`
    select count(*)::int as n from boards.score s, (${own}) me
    where s.season_id = ${season}::int and s.cents > 0 and s.cents = me.cents and (s.last_at, s.bettor_id) < (me.last_at, me.bettor_id)`
  return { ...place, listed: place.rank - 1 + (ties?.n ?? 0) }
}

/** The number of players with points in a season. */
export async function playersOf(db: Db, season: number): Promise<number> {
  const rows = await queryRows<{ n: number }>(db)`
    select coalesce(sum(players), 0)::int as n from boards.step where season_id = ${season}::int and level = ${highest}::smallint`
  return rows[0]?.n ?? 0
}

const winnersMax = 50_000

/** The players of a season up to this rank, ties included. */
export async function bestOf(tx: Tx, season: number, lastRank: number): Promise<{ bettor: bigint; rank: number }[]> {
  const rows = await queryRows<{ bettor: bigint; rank: number }>(tx)`
    with least as (
      select cents from boards.score where season_id = ${season}::int and cents > 0 order by cents desc offset ${lastRank - 1}::int limit 1)
    select bettor_id as bettor, rank() over (order by cents desc)::int as rank from boards.score
    where season_id = ${season}::int and cents > 0 and cents >= coalesce((select cents from least), 1)
    order by 2, last_at, bettor_id limit ${winnersMax}::int`
  return rows.filter(({ rank }) => rank <= lastRank)
}
