import { sql } from 'kysely'
import type { Db } from '#platform/db'

/** How many rows hold money, tickets' ends and waiting decisions: a preview adds none. */
export async function movedRows(db: Db): Promise<unknown> {
  const { rows } = await sql`
    select (select count(*) from ledger.transfer) as transfers, (select count(*) from ledger.entry) as entries,
      (select count(*) from operator.proposal) as proposals, (select count(*) from boards.season where ended_at is not null) as ended,
      (select count(*) from jackpot.pool where plan is not null) as plans, (select count(*) from jackpot.pool where state = 'closed') as pools,
      (select count(*) from boards.season where closed_at is not null) as closed, (select count(*) from boards.day) as days,
      (select count(*) from bonus.grant) as grants, (select count(*) from points.adjustment) as adjusted`.execute(db)
  return rows[0]
}
