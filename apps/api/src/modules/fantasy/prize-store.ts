import { sql } from 'kysely'
import { prizeOf, prizeRanks } from '@nare/fantasy/prizes'
import type { Db, Tx } from '#platform/db'

export type Prize = {
  readonly weekNo: number
  readonly weekId: string
  readonly bettor: bigint
  readonly points: number
}

/** Notes what the best teams of a week have won. Teams with the same points share. */
export async function notePrizes(tx: Tx, weekNo: number): Promise<void> {
  const { rows } = await sql<{ rank: number; tied: number; points: number }>`
    select (sum(tied) over (order by points desc) - tied + 1)::int as rank, tied, points from (
      select points, count(*)::int as tied from fantasy.team where week_no = ${weekNo}::int and points > 0
      group by points order by points desc limit ${prizeRanks}::int) best
    order by points desc`.execute(tx)
  const won = rows.map((row) => ({ ...row, prize: prizeOf(row) })).filter(({ prize }) => prize > 0)
  await sql`
    insert into fantasy.prize (week_no, bettor_id, rank, points)
    select t.week_no, t.bettor_id, w.rank, w.prize
    from unnest(${won.map(({ rank }) => rank)}::int[], ${won.map(({ points }) => points)}::int[], ${won.map(({ prize }) => prize)}::int[])
      w (rank, points, prize) join fantasy.team t on t.week_no = ${weekNo}::int and t.points = w.points`.execute(tx)
}

/** Takes the next unpaid prize for payment in this transaction, beside others who pay; undefined where none is left. */
export async function takePrize(tx: Tx): Promise<Prize | undefined> {
  const { rows } = await sql<Prize>`
    update fantasy.prize p set paid_at = platform.now()
    from (select week_no, bettor_id from fantasy.prize where paid_at is null order by week_no, bettor_id limit 1 for update skip locked) next
      join fantasy.week w using (week_no)
    where p.week_no = next.week_no and p.bettor_id = next.bettor_id and p.paid_at is null
    returning p.week_no as "weekNo", w.week_id as "weekId", p.bettor_id as bettor, p.points`.execute(tx)
  return rows[0]
}

/** What a bettor was paid in these weeks. */
export async function prizesOf(db: Db, bettor: bigint, weekNos: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ weekNo: number; points: number }>`
    select week_no as "weekNo", points from fantasy.prize
    where bettor_id = ${bettor}::bigint and week_no = any(${weekNos}::int[]) and paid_at is not null`.execute(db)
  return new Map(rows.map(({ weekNo, points }) => [weekNo, points]))
}
