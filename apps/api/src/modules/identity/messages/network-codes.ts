import { sql } from 'kysely'
import type { Db } from '#platform/db'
import { sweepInRounds } from '../sweep.ts'

/** Enough of a network's codes are entered if at least this share of its last codes led to a verified number. */
const shareLeast = 0.3
const lastCodes = 50

export type NetworkCodes = ReturnType<typeof openNetworkCodes>

/** Remembers which codes to never verified numbers the callers behind each network address had sent. */
export function openNetworkCodes(db: Db) {
  return {
    /** Records a code to a number that was never verified. */
    async record(network: string, msisdn: string): Promise<void> {
      await sql`
        insert into identity.network_code (network, msisdn, sent_at)
        values (${network.slice(0, 100)}, ${msisdn}, platform.now())`.execute(db)
    },

    /** Whether 30 % of the last 50 codes of a network were entered, on whatever device. */
    async areEntered(network: string): Promise<boolean> {
      const { rows } = await sql<{ codes: number; entered: number }>`
        select count(*)::int as codes, count(b.id)::int as entered
        from (select msisdn, sent_at from identity.network_code where network = ${network.slice(0, 100)}
          order by id desc limit ${lastCodes}::int) c
        left join identity.bettor b on b.msisdn = c.msisdn and b.verified_at >= c.sent_at`.execute(db)
      const { codes = 0, entered = 0 } = rows[0] ?? {}
      return codes > 0 && entered >= codes * shareLeast
    },

    /** Removes codes of more than a day ago, in bounded steps. */
    sweep: (): Promise<void> =>
      sweepInRounds(async (most) => {
        const swept = await sql`
          delete from identity.network_code where id = any(array(
            select id from identity.network_code where sent_at < platform.now() - interval '1 day' limit ${most}::int))
          returning 1`.execute(db)
        return swept.rows.length
      }),
  }
}
