import { sql } from 'kysely'
import { queryRows, type Db } from '#platform/db'

/** Hides a bettor's name on all boards, or shows it again. */
export async function setHidden(db: Db, bettor: bigint, hidden: boolean): Promise<void> {
  await (
    hidden
      ? sql`insert into boards.hidden (bettor_id, since) values (${bettor}::bigint, platform.now()) on conflict do nothing`
      : sql`delete from boards.hidden where bettor_id = ${bettor}::bigint`
  ).execute(db)
}

/** The bettors among these who hide their names. */
export async function hiddenOf(db: Db, bettors: readonly bigint[]): Promise<ReadonlySet<bigint>> {
  const rows = await queryRows<{ bettor: bigint }>(db)`
    select bettor_id as bettor from boards.hidden where bettor_id = any(${bettors}::bigint[])`
  return new Set(rows.map(({ bettor }) => bettor))
}
