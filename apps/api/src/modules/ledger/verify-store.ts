import { sql } from 'kysely'
import { queryRow, queryRows, transact, type Db, type Tx } from '#platform/db'
import { lowestNo } from './checks.ts'
import { returnedOf, stakedOf } from './flows.ts'
import type { Range } from './verify-range.ts'

const rowsInDelete = 20_000

/** The run from whose checkpoint the next verification continues; the first run starts before the first transfer. */
export async function currentRun(db: Db): Promise<bigint> {
  await sql`
    insert into ledger.verification (is_current, transfer_no, changed_at)
    select true, ${lowestNo}::bigint, platform.now() where not exists (select from ledger.verification where is_current)
    on conflict do nothing`.execute(db)
  const row = await queryRow<{ run: bigint }>(db)`select run from ledger.verification where is_current`
  const run = row?.run
  if (run === undefined) throw new Error('the current verification run was replaced meanwhile: start again')
  return run
}

/** Opens a separate run that starts at the first transfer. */
export async function newRun(db: Db): Promise<bigint> {
  const row = await queryRow<{ run: bigint }>(db)`
    insert into ledger.verification (is_current, transfer_no, changed_at)
    values (false, ${lowestNo}::bigint, platform.now()) returning run`
  return row?.run ?? 0n
}

/** Makes a completed full run the current one. If several complete at the same time, the last one stays current. */
export async function makeCurrent(db: Db, run: bigint): Promise<void> {
  await transact(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('ledger.verification', 0))`.execute(tx)
    await sql`update ledger.verification set is_current = false, changed_at = platform.now() where is_current`.execute(
      tx,
    )
    await sql`update ledger.verification set is_current = true where run = ${run}::bigint`.execute(tx)
  })
}

/** Locks a run until the transaction ends, so that two processes never store one range twice. Returns its checkpoint. */
export async function lockCheckpoint(tx: Tx, run: bigint): Promise<bigint> {
  const row = await queryRow<{ no: bigint }>(tx)`
    select transfer_no as no from ledger.verification where run = ${run}::bigint for update`
  const no = row?.no
  if (no === undefined) throw new Error('this verification run was replaced by a full run: start again')
  return no
}

export async function checkpointOf(db: Db, run: bigint): Promise<bigint> {
  const row = await queryRow<{ no: bigint }>(db)`
    select transfer_no as no from ledger.verification where run = ${run}::bigint`
  return row?.no ?? lowestNo
}

/** The end of the next range of at most `most` transfers; undefined if none is left up to a final number. */
export async function endOfRange(
  tx: Tx,
  { from, upTo, most }: { from: bigint; upTo: bigint; most: number },
): Promise<bigint | undefined> {
  const row = await queryRow<{ transfers: number; last: bigint | null }>(tx)`
    select count(*)::int as transfers, max(no) as last from (
      select no from ledger.transfer where no > ${from}::bigint and no <= ${upTo}::bigint order by no limit ${most}::int) t`
  const { transfers = 0, last = null } = row ?? {}
  if (last === null) return undefined
  return transfers < most ? upTo : last
}

/** Adds the entries of a verified range to the state of their accounts and moves the checkpoint to its end. */
export async function storeVerified(tx: Tx, { run, from, to }: Range): Promise<void> {
  await sql`
    insert into ledger.verified_account as v (run, account_id, balance, entries, staked, returned)
    select ${run}::bigint, e.account_id, sum(e.amount), count(*), sum(${stakedOf}), sum(${returnedOf})
    from ledger.entry e join ledger.transfer t on t.no = e.transfer_no
    where e.transfer_no > ${from}::bigint and e.transfer_no <= ${to}::bigint and t.no > ${from}::bigint and t.no <= ${to}::bigint
    group by e.account_id
    on conflict (run, account_id) do update set balance = v.balance + excluded.balance, entries = v.entries + excluded.entries,
      staked = v.staked + excluded.staked, returned = v.returned + excluded.returned`.execute(tx)
  await sql`
    update ledger.verification set transfer_no = ${to}::bigint, changed_at = platform.now() where run = ${run}::bigint`.execute(
    tx,
  )
}

/** Removes runs that were replaced or interrupted more than a day ago. */
export async function dropOldRuns(db: Db): Promise<void> {
  const old = sql`select run from ledger.verification where not is_current and changed_at < platform.now() - interval '1 day'`
  for (;;) {
    const deleted = await queryRows(db)`
      delete from ledger.verified_account where ctid = any(array(
        select ctid from ledger.verified_account where run in (${old}) limit ${rowsInDelete}::int)) returning 1`
    if (deleted.length < rowsInDelete) break
  }
  await sql`delete from ledger.verification where run in (${old})`.execute(db)
}
