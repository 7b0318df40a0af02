import { sql } from 'kysely'
import { openDb, transact, type Connection } from '../db.ts'
import { openLog } from '../log.ts'
import { openOwners, sleepUnlessAborted } from '../owners.ts'

/**
 * Owns "counter" and adds rows to public.turn, for tests that kill or freeze this process. With HOLD=1 it stays inside its first
 * transaction. Prints "owns", "holds" (inside that transaction), "refused" and "lost".
 */
const connection = JSON.parse(process.env['CONNECTION'] ?? '{}') as Connection
const { db } = openDb(connection, { size: 2, log: openLog('silent') })
const owners = openOwners({ connection, log: openLog('silent') })

owners.ownAlone('counter', async (own) => {
  console.log('owns')
  try {
    while (!own.signal.aborted) {
      await transact(db, async (tx) => {
        await own.check(tx)
        await sql`insert into public.turn (who, epoch) values ('child', ${own.epoch}::bigint)`.execute(tx)
        if (process.env['HOLD'] !== '1') return
        console.log('holds')
        await sleepUnlessAborted(60_000, own.signal)
      })
      await sleepUnlessAborted(5, own.signal)
    }
  } catch {
    console.log('refused')
  }
  console.log('lost')
})
process.on('disconnect', () => process.exit(0))
