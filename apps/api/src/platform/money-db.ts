import { openDb, type Connection } from './db.ts'
import { Overloaded } from './db-faults.ts'
import { withTimeout } from './timeout.ts'
import type { Log } from './log.ts'

/** A transaction that moves money gives up waiting for a lock before its caller gives up waiting for it. */
const lockMsMost = 5000
const transactionMsMost = 10_000

/** Opens the connections that only commands moving money use: no read takes them, and no transaction keeps one for long. */
export const openMoneyDb = (connection: Connection, { size, log }: { size: number; log: Log }) =>
  openDb(connection, { size, log, lockMsMost, transactionMsMost })

/** Wraps what is read before a command begins: where it is not answered in time, it throws and the command never begins. */
export const withReadTimeout =
  <A extends unknown[], T>(read: (...asked: A) => Promise<T>) =>
  (...asked: A): Promise<T> =>
    withTimeout(read(...asked), {
      ms: transactionMsMost,
      late: () => new Overloaded('the database does not answer'),
    })
