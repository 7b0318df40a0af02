import { sql } from 'kysely'
import { prizeOf, prizeRanks } from '@nare/fantasy/prizes'
import { queryRows, type Db, type Tx } from '#platform/db'

/** A prize of a bettor in a week. A correction adds the difference as another `part`. */
export type Prize = {
  readonly weekNo: number
  readonly weekId: string
  readonly bettor: bigint
  readonly part: number
  readonly points: number
}

/**
 * Stores the prizes of the best teams of a week, less the prizes already stored. Teams with equal points share. Returns the number of
 * prizes added.
 */
export async function storePrizes(tx: Tx, weekNo: number): Promise<number> {
  const rows = await queryRows<{ rank: number; tied: number; points: number }>(tx)`
    select (sum(tied) over (order by points desc) - tied + 1)::int as rank, tied, points from (
      select points, count(*)::int as tied from fantasy.team where week_no = ${weekNo}::int and points > 0
      group by points order by points desc limit ${prizeRanks}::int) best
    order by points desc`
  const won = rows.map((row) => ({ ...row, prize: prizeOf(row) })).filter(({ prize }) => prize > 0)
  const noted = await sql`
    insert into fantasy.prize (week_no, bettor_id, part, rank, points)
    select t.week_no, t.bettor_id, had.parts, w.rank, w.prize - had.points
    from unnest(${won.map(({ rank }) => rank)}::int[], ${won.map(({ points }) => points)}::int[], ${won.map(({ prize }) => prize)}::int[])
      w (rank, points, prize) join fantasy.team t on t.week_no = ${weekNo}::int and t.points = w.points
      cross join lateral (select count(*)::smallint as parts, coalesce(sum(p.points), 0)::int as points from fantasy.prize p
        where p.week_no = t.week_no and p.bettor_id = t.bettor_id) had
    where w.prize > had.points`.execute(tx)
  return Number(noted.numAffectedRows ?? 0n)
}

/** The next unpaid prizes after one. */
export function unpaidPrizes(db: Db, { after, most }: { after: Prize | undefined; most: number }): Promise<Prize[]> {
  const { weekNo = 0, bettor = 0n, part = 0 } = after ?? {}
  return queryRows<Prize>(db)`
    select week_no as "weekNo", w.week_id as "weekId", bettor_id as bettor, part, points
    from fantasy.prize join fantasy.week w using (week_no)
    where paid_at is null and (week_no, bettor_id, part) > (${weekNo}::int, ${bettor}::bigint, ${part}::int)
    order by week_no, bettor_id, part limit ${most}::int`
}

/** Marks a prize as paid; false if another transaction has done so. */
export async function markPaid(tx: Tx, { weekNo, bettor, part }: Prize): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update fantasy.prize set paid_at = platform.now()
    where week_no = ${weekNo}::int and bettor_id = ${bettor}::bigint and part = ${part}::int and paid_at is null`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

/** The promo points paid to a bettor in each of these weeks. */
export async function prizesOf(db: Db, bettor: bigint, weekNos: readonly number[]): Promise<Map<number, number>> {
  const rows = await queryRows<{ weekNo: number; points: number }>(db)`
    select week_no as "weekNo", sum(points)::int as points from fantasy.prize
    where bettor_id = ${bettor}::bigint and week_no = any(${weekNos}::int[]) and paid_at is not null group by week_no`
  return new Map(rows.map(({ weekNo, points }) => [weekNo, points]))
}
