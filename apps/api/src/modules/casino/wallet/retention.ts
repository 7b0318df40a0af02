import { sql } from 'kysely'
import type { RowDeletion } from '#platform/retention'
import { queryRows } from '#platform/db'

const roundsInChunk = 500
const movesInChunk = 2000

/**
 * Closed rounds of game providers, deleted with their transactions after the years for which histories are kept. Their tickets are kept,
 * with stake and returns. A payment without a ticket is kept too, because its transfer in the ledger refers to it.
 */
export const roundRetention: RowDeletion = {
  what: 'casino rounds',
  after: 'years',
  async chunk(owner, before) {
    const rows = await queryRows<{ rounds: number }>(owner)`
      with gone as (
        delete from casino.round where id in (
          select id from casino.round where closed_at < ${before}::timestamptz order by closed_at limit ${roundsInChunk}::int)
        returning provider, round_id, bettor_id),
      moves as (
        select t.id, t.kind, min(t.id) filter (where t.kind = 'debit' and t.amount > 0)
            over (partition by t.provider, t.round_id, t.bettor_id) as first_stake
        from gone g join casino.provider_tx t using (provider, round_id, bettor_id)),
      moved as (
        delete from casino.provider_tx t using moves m
        where m.id = t.id and (m.kind <> 'credit' or m.id > m.first_stake))
      select count(*)::int as rounds from gone`
    return rows[0]?.rounds ?? 0
  },
  async count(owner, before) {
    const rows = await queryRows<{ rounds: number }>(owner)`
      select count(*)::int as rounds from casino.round where closed_at < ${before}::timestamptz`
    return rows[0]?.rounds ?? 0
  },
}

const unmatched = sql`kind = 'tombstone' or kind = 'rollback' and amount = 0`

/** Rollbacks of debits that never arrived, with their tombstones. */
export const tombstoneRetention: RowDeletion = {
  what: 'rollbacks of debits that never came',
  after: 'years',
  async chunk(owner, before) {
    const rows = await queryRows<{ moves: number }>(owner)`
      with gone as (
        delete from casino.provider_tx where id in (
          select id from casino.provider_tx where (${unmatched}) and at < ${before}::timestamptz
          order by at limit ${movesInChunk}::int)
        returning id)
      select count(*)::int as moves from gone`
    return rows[0]?.moves ?? 0
  },
  async count(owner, before) {
    const rows = await queryRows<{ moves: number }>(owner)`
      select count(*)::int as moves from casino.provider_tx where (${unmatched}) and at < ${before}::timestamptz`
    return rows[0]?.moves ?? 0
  },
}
