import { sql } from 'kysely'
import { transact, type Db, type Tx } from './db.ts'

/** Reads one snapshot of the database: all statements see the same moment, and none can write or lock. */
export const inSnapshot = <T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> =>
  transact(db, async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx)
    return read(tx)
  })
