import { sql } from 'kysely'
import type { RowDeletion } from '#platform/retention'
import { deleteRounds } from '#platform/rounds'
import { queryRows } from '#platform/db'

const roundsInChunk = 500

/** Rounds without bets that were settled before a time, except the last one of each chain. */
const unused = (before: Date) => sql`
  select r.round from games.crash_round r where r.empty and r.settled_at < ${before}::timestamptz
    and exists (select from games.crash_round later where later.chain_id = r.chain_id and later.game_no > r.game_no)
  order by r.settled_at`

/**
 * Crash rounds without bets, deleted after the retention period. A round with bets is kept as long as its bets. Deleted rounds can still be
 * checked: the hash of any later game of the chain gives the hash of each earlier one.
 */
export const crashRetention: RowDeletion = {
  what: 'crash rounds without bets',
  chunk: (owner, before) =>
    owner.transaction().execute(async (tx) => {
      const rows = await queryRows<{ round: number }>(tx)`
        with gone as (
          delete from games.crash_round where round in (${unused(before)} limit ${roundsInChunk}::int)
          returning round, chain_id, hash),
        counted as (
          update games.crash_chain c set listed = c.listed - g.listed
          from (select chain_id, count(hash)::int as listed from gone group by chain_id) g where g.chain_id = c.chain_id)
        select round from gone`
      await deleteRounds(
        tx,
        rows.map(({ round }) => round),
      )
      return rows.length
    }),
  async count(owner, before) {
    const rows = await queryRows<{ rounds: number }>(owner)`select count(*)::int as rounds from (${unused(before)}) r`
    return rows[0]?.rounds ?? 0
  },
}
