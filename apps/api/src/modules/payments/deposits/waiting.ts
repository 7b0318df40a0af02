import { sql } from 'kysely'
import type { Db } from '#platform/db'
import { waitingIn, type Waiting } from '#platform/waiting'

/** How many deposits are of unknown status, and since when the oldest exists. */
export const waitingDeposits = (db: Db): Promise<Waiting> =>
  waitingIn(db, sql`payments.deposit where state = 'unknown'`, sql`created_at`)
