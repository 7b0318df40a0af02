import { sql } from 'kysely'
import { runCheck, type Check, type Counts } from '#modules/ledger/ledger'
import type { Db } from '#platform/db'

/**
 * Verifies the audit log: that nobody has changed, removed or added a line or an outcome past its chain. Each hash is computed again, each
 * covers the one before, the ends are those of the chains, and every line covers an outcome that is there, and none that came after a later one.
 */
export async function verifyAudit(db: Db): Promise<Check[]> {
  return [
    await runCheck(db, 'every line of the audit log is the one that its chain covers', lines),
    await runCheck(db, 'every outcome of the audit log is the one that its chain covers', outcomes),
    await runCheck(db, 'every line of the audit log covers the outcomes before it', covered),
  ]
}

/** Where the last hash is not the end of the chain, the lines at the end were removed: one more is broken. */
const lines = sql<Counts>`
  select count(*) as scanned,
    count(*) filter (where hash <> own or previous <> before)
      + (case when coalesce((select hash from operator.audit order by id desc limit 1), '') = (select last_hash from operator.chain)
          then 0 else 1 end) as broken
  from (
    select a.hash, a.previous, operator.hash_of(a) as own, coalesce(lag(a.hash) over (order by a.id), '') as before
    from operator.audit a) line`

const outcomes = sql<Counts>`
  select count(*) as scanned,
    count(*) filter (where hash <> own or previous <> before or n <> place)
      + (case when coalesce((select hash from operator.audit_outcome order by n desc limit 1), '')
            = (select last_hash from operator.outcome_chain) then 0 else 1 end) as broken
  from (
    select o.n, o.hash, o.previous, operator.hash_of(o) as own, coalesce(lag(o.hash) over (order by o.n), '') as before,
      row_number() over (order by o.n) as place
    from operator.audit_outcome o) outcome`

/** Lines from before outcomes were chained cover none: `outcomes` is null. */
const covered = sql<Counts>`
  select count(*) as scanned, count(*) filter (where (outcomes <> '' and n is null) or n < latest) as broken
  from (
    select a.outcomes, o.n, max(o.n) over (order by a.id) as latest
    from operator.audit a left join operator.audit_outcome o on o.hash = a.outcomes) line`
