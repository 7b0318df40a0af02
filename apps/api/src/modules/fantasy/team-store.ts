import { sql } from 'kysely'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'

export type TeamRow = {
  readonly players: readonly number[]
  readonly captain: number
  readonly bench: readonly number[]
  readonly points: number
  readonly savedAt: Date
}

export function teamOf(on: Db | Tx, weekNo: number, bettor: bigint): Promise<TeamRow | undefined> {
  return queryRow<TeamRow>(on)`
    select players, captain, bench, points, saved_at as "savedAt" from fantasy.team
    where week_no = ${weekNo}::int and bettor_id = ${bettor}::bigint`
}

/** Stores a bettor's team, which replaces an earlier one. Returns false if the week is no longer open. */
export async function putTeam(
  tx: Tx,
  {
    weekNo,
    bettor,
    players,
    captain,
    bench,
  }: Pick<TeamRow, 'players' | 'captain' | 'bench'> & { weekNo: number; bettor: bigint },
): Promise<boolean> {
  const stored = await sql`
    insert into fantasy.team (week_no, bettor_id, players, captain, bench)
    select week_no, ${bettor}::bigint, ${players}::smallint[], ${captain}::smallint, ${bench}::smallint[] from fantasy.week
    where week_no = ${weekNo}::int and state = 'open' and closed_by is null and deadline > platform.now()
    on conflict (week_no, bettor_id) do update
      set players = excluded.players, captain = excluded.captain, bench = excluded.bench, saved_at = platform.now()`.execute(
    tx,
  )
  return stored.numAffectedRows === 1n
}

/** Locks the commands of a bettor until the transaction ends, so that they run one after the other. */
export async function lockCommands(tx: Tx, bettor: bigint): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('fantasy.command'), hashtext(${bettor.toString()}))`.execute(tx)
}

/** Whether a command was done before, read under `lockCommands`: 'same' with this content, 'other' with other content, otherwise 'new'. */
export async function findCommand(
  tx: Tx,
  { bettor, id, content }: { bettor: bigint; id: string; content: string },
): Promise<'new' | 'same' | 'other'> {
  const rows = await queryRows<{ content: string }>(tx)`
    select content from fantasy.command where bettor_id = ${bettor}::bigint and id = ${id}::uuid`
  const [known] = rows
  if (!known) return 'new'
  return known.content === content ? 'same' : 'other'
}

export async function insertCommand(
  tx: Tx,
  { bettor, id, content }: { bettor: bigint; id: string; content: string },
): Promise<void> {
  await sql`
    insert into fantasy.command (bettor_id, id, content) values (${bettor}::bigint, ${id}::uuid, ${content})`.execute(
    tx,
  )
}

export type TableRow = { readonly rank: number; readonly bettor: bigint; readonly points: number }
export type Page = { readonly weekNo: number; readonly limit: number; readonly offset: number }

/** A page of a week's table. The rank of a team is one more than the number of teams with more points. */
export async function tablePage(db: Db, { weekNo, limit, offset }: Page): Promise<TableRow[]> {
  const rows = await queryRows<{ bettor: bigint; points: number }>(db)`
    select bettor_id as bettor, points from fantasy.team where week_no = ${weekNo}::int
    order by points desc, bettor_id limit ${limit}::int offset ${offset}::int`
  const [first] = rows
  if (!first) return []
  let rank = 1 + (offset === 0 ? 0 : await teamsAbove(db, { weekNo, points: first.points }))
  let { points } = first
  return rows.map((row, at) => {
    if (row.points !== points) [rank, points] = [offset + at + 1, row.points]
    return { ...row, rank }
  })
}

async function teamsAbove(db: Db, { weekNo, points }: { weekNo: number; points: number }): Promise<number> {
  const rows = await queryRows<{ teams: number }>(db)`
    select count(*)::int as teams from fantasy.team where week_no = ${weekNo}::int and points > ${points}::int`
  return rows[0]?.teams ?? 0
}

/** A page of the table of a mini-league's members who have a team in the week. It ranks all members, whose number is limited. */
export async function leaguePage(
  db: Db,
  { weekNo, limit, offset, code }: Page & { code: string },
): Promise<{ rows: TableRow[]; total: number }> {
  const rows = await queryRows<TableRow & { total: number }>(db)`
    select (rank() over (order by t.points desc))::int as rank, t.bettor_id as bettor, t.points, (count(*) over ())::int as total
    from fantasy.member m join fantasy.team t on t.bettor_id = m.bettor_id and t.week_no = ${weekNo}::int
    where m.code = ${code} order by t.points desc, t.bettor_id limit ${limit}::int offset ${offset}::int`
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/** A bettor's row in the table of a week or of a mini-league; undefined without a team. */
export function placeOf(
  db: Db,
  { weekNo, bettor, code }: { weekNo: number; bettor: bigint; code?: string | undefined },
): Promise<TableRow | undefined> {
  const among =
    code === undefined ? sql`` : sql`and bettor_id in (select bettor_id from fantasy.member where code = ${code})`
  return queryRow<TableRow>(db)`
    select mine.bettor_id as bettor, mine.points, (1 + (
      select count(*) from fantasy.team where week_no = ${weekNo}::int and points > mine.points ${among}))::int as rank
    from (select bettor_id, points from fantasy.team where week_no = ${weekNo}::int and bettor_id = ${bettor}::bigint ${among}) mine`
}

/** The number of teams of each open week. Running and finished weeks store theirs. */
export async function openTeamCounts(db: Db): Promise<Map<number, number>> {
  const rows = await queryRows<{ weekNo: number; teams: number }>(db)`
    select week_no as "weekNo", count(*)::int as teams from fantasy.team
    where week_no = any(array(select week_no from fantasy.week where state = 'open')) group by week_no`
  return new Map(rows.map(({ weekNo, teams }) => [weekNo, teams]))
}

export async function forgetCommands(db: Db): Promise<void> {
  await sql`delete from fantasy.command where at < platform.now() - interval '90 days'`.execute(db)
}
