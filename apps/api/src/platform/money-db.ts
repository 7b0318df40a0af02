import { openDb, type Connection } from './db.ts'
import { Overloaded } from './db-faults.ts'
import { withTimeout } from './timeout.ts'
import type { Log } from './log.ts'

/** A transaction that moves money stops waiting for a lock before its caller stops waiting for the transaction. */
const lockMsMax = 5000
const transactionMsMax = 10_000

/** Opens the pool for commands that move money. Reads do not use it, and no transaction keeps a connection for long. */
export const openMoneyDb = (connection: Connection, { size, log }: { size: number; log: Log }) =>
  openDb(connection, { size, log, lockMsMax, transactionMsMax })

/** Wraps a read that precedes a command: throws `Overloaded` if the read takes too long, so that the command never begins. */
export const withReadTimeout =
  <A extends unknown[], T>(read: (...args: A) => Promise<T>) =>
  (...args: A): Promise<T> =>
    withTimeout(read(...args), {
      ms: transactionMsMax,
      late: () => new Overloaded('the database does not respond'),
    })
