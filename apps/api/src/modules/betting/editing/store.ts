import { sql } from 'kysely'
import { queryRow, type Db, type Tx } from '#platform/db'
import { countsOf } from '../placing/reservations.ts'

/** An edit that waits for the delay of live bets. `isOver`: its process left it behind, and it counts no more. */
export type WaitingEdit = {
  readonly betId: bigint
  readonly bettor: bigint
  readonly id: string
  readonly hash: string
  readonly delayS: number
  readonly interruptions: ReadonlyMap<number, number>
  /** What it will stake. Until it is decided this counts towards the bettor's stake limits. */
  readonly stake: bigint
}

/** Seconds after the end of the delay during which a waiting edit still counts. */
const graceS = 60

/** The edit of a bet, which the caller has locked, that waits. */
export async function waitingEditOf(tx: Tx, betId: bigint): Promise<WaitingEdit | undefined> {
  const row = await queryRow<Omit<WaitingEdit, 'interruptions'> & { interruptions: Record<string, number> }>(tx)`
    select bet_id as "betId", bettor_id as bettor, id::text as id, encode(hash, 'hex') as hash, delay_s as "delayS", interruptions, stake
    from betting.edit_wait where bet_id = ${betId}::bigint and until > platform.real_now()`
  return row && { ...row, interruptions: new Map(countsOf(row.interruptions)) }
}

/** Stores that an edit of a bet, which the caller has locked, waits; replaces one that was left behind. */
export async function storeWaitingEdit(tx: Tx, edit: WaitingEdit): Promise<void> {
  await sql`
    insert into betting.edit_wait (bet_id, bettor_id, id, hash, delay_s, interruptions, stake, until)
    values (${edit.betId}::bigint, ${edit.bettor}::bigint, ${edit.id}::uuid, decode(${edit.hash}::text, 'hex'), ${edit.delayS}::float8,
      ${JSON.stringify(Object.fromEntries(edit.interruptions))}::jsonb, ${edit.stake}::bigint,
      platform.real_now() + make_interval(secs => ${edit.delayS + graceS}::float8))
    on conflict (bet_id) do update set bettor_id = excluded.bettor_id, id = excluded.id, hash = excluded.hash, delay_s = excluded.delay_s,
      interruptions = excluded.interruptions, stake = excluded.stake, until = excluded.until`.execute(tx)
}

/** Ends the wait of an edit. */
export async function endWaitingEdit(on: Db | Tx, { betId, id }: Pick<WaitingEdit, 'betId' | 'id'>): Promise<void> {
  await sql`delete from betting.edit_wait where bet_id = ${betId}::bigint and id = ${id}::uuid`.execute(on)
}

/** Deletes a bounded number of waiting edits whose process left them behind. They count no more, so nothing changes. */
export async function sweepWaitingEdits(db: Db): Promise<void> {
  await sql`
    delete from betting.edit_wait where bet_id in (
      select bet_id from betting.edit_wait where until < platform.real_now() limit 500)`.execute(db)
}

/** Stores which bet took the place of another one. */
export async function insertEdit(
  tx: Tx,
  { betId, newBetId, bettor }: { betId: bigint; newBetId: bigint; bettor: bigint },
): Promise<void> {
  await sql`
    insert into betting.edit (bet_id, new_bet_id, bettor_id)
    values (${betId}::bigint, ${newBetId}::bigint, ${bettor}::bigint)`.execute(tx)
}

type Outcome = { readonly matchId: number; readonly marketId: string; readonly oddKey: string }

/** Locks the exposure of these outcomes in key order, for a transaction that first releases some of it and then adds some. */
export async function lockExposure(tx: Tx, outcomes: readonly Outcome[]): Promise<void> {
  await sql`
    select from betting.exposure e
      join unnest(${outcomes.map((one) => one.matchId)}::int[], ${outcomes.map((one) => one.marketId)}::text[],
        ${outcomes.map((one) => one.oddKey)}::text[]) as o (match_id, market_id, odd_key) using (match_id, market_id, odd_key)
    order by e.match_id, e.market_id collate "C", e.odd_key collate "C" for update of e`.execute(tx)
}
