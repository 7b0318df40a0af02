import { sql } from 'kysely'
import { queryRows, type Db } from '#platform/db'
import { sweepInRounds } from '../sweep.ts'

/** Enough of a network's codes are entered if at least this share of the last numbers that got one were verified afterwards. */
const shareLeast = 0.3
const lastNumbers = 50

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

    /** Whether 30 % of the last 50 numbers of a network entered a code, on whatever device. Several codes to one number count once. */
    async areEntered(network: string): Promise<boolean> {
      const rows = await queryRows<{ numbers: number; entered: number }>(db)`
        select count(*)::int as numbers, count(b.id)::int as entered
        from (select msisdn, min(sent_at) as sent_at from identity.network_code where network = ${network.slice(0, 100)}
          group by msisdn order by max(id) desc limit ${lastNumbers}::int) c
        left join identity.bettor b on b.msisdn = c.msisdn and b.verified_at >= c.sent_at`
      const { numbers = 0, entered = 0 } = rows[0] ?? {}
      return numbers > 0 && entered >= numbers * shareLeast
    },

    /** Removes codes of more than a day ago, in bounded steps. */
    sweep: (): Promise<void> =>
      sweepInRounds(async (most) => {
        const swept = await queryRows(db)`
          delete from identity.network_code where id = any(array(
            select id from identity.network_code where sent_at < platform.now() - interval '1 day' limit ${most}::int))
          returning 1`
        return swept.length
      }),
  }
}
