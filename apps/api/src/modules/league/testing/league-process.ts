import { sql } from 'kysely'
import { untilAborted } from '#platform/owners'
import { openDb, type Connection } from '#platform/db'
import { openLog } from '#platform/log'
import { leagueWorld } from './league-world.ts'

/**
 * Runs the league in a separate process, for tests that kill it. Writes settled rounds to public.settled; with HOLD=1 it never finishes a
 * settlement. Prints "plays".
 */
const connection = JSON.parse(process.env['CONNECTION'] ?? '{}') as Connection
const { db } = openDb(connection, { size: 4, log: openLog('silent') })
const forever = new AbortController()
const cycle = { bettingMs: 2500, lockMs: 1500, playMs: 3000, resultMs: 500, pauseMs: 0, staggerMs: 0 }

await leagueWorld(
  { db, connection, close: async () => undefined },
  {
    folder: process.env['FOLDER'] ?? '',
    cycle,
    async settleRound({ roundId, kind }) {
      if (process.env['HOLD'] === '1') await untilAborted(forever.signal)
      await sql`insert into public.settled (round_id, kind) values (${roundId}, ${kind}) on conflict do nothing`.execute(
        db,
      )
    },
  },
)
console.log('plays')
process.on('disconnect', () => process.exit(0))
