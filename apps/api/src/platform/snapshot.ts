import type { FailureCode } from '@nare/contract/failures'
import { done, type Outcome } from '@nare/contract/outcome'
import { sql } from 'kysely'
import { transact, type Db, type Tx } from './db.ts'

/** Reads one snapshot of the database: all statements see the same moment, and none can write or lock. */
export const inSnapshot = <T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> =>
  transact(db, async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx)
    return read(tx)
  })

/** The answer to a preview: what would happen, or why nothing would. */
export const previewOf = <E, F extends FailureCode>(
  effect: Outcome<E, F>,
): Outcome<{ readonly state: 'preview'; readonly effect: E }, F> =>
  effect.ok ? done({ state: 'preview', effect: effect.value }) : effect
