import { sql } from 'kysely'
import { queryRows, type Db, type Tx } from './db.ts'
import { invariant } from './invariant.ts'
import { lockExclusive, lockSharedWhere } from './locks.ts'
import type { Ownership } from './owners.ts'

/** A round accepts stakes while it is open; its outcome is drawn and shown while it is locked. */
export type RoundState = 'open' | 'locked' | 'ended' | 'voided'

/**
 * One round of a game that has one owner. `id` is internal and `roundId` is public; `roundNo` counts from 1 without gaps. `locksAt` is the
 * time at which stakes close, null while it depends on another round.
 */
export type Round = {
  readonly id: number
  readonly name: string
  readonly roundNo: bigint
  readonly roundId: string
  readonly state: RoundState
  readonly locksAt: Date | null
  readonly openedAt: Date
  readonly lockedAt: Date | null
  readonly endedAt: Date | null
  readonly voidReason: string | null
}

type Owner = Pick<Ownership, 'name' | 'epoch' | 'check'>

const columns = sql`id, name, round_no as "roundNo", round_id as "roundId", state, locks_at as "locksAt", opened_at as "openedAt",
  locked_at as "lockedAt", ended_at as "endedAt", void_reason as "voidReason"`

/** Opens the owner's next round. Like every write below, throws `NotOwner` for a former owner. */
export async function openRound(
  tx: Tx,
  owner: Owner,
  { roundId, locksAt }: { roundId: string; locksAt: Date | null },
): Promise<Round> {
  await owner.check(tx)
  const made = await queryRows<Round>(tx)`
    insert into platform.round (name, round_no, round_id, epoch, locks_at)
    select ${owner.name}, coalesce(max(round_no), 0) + 1, ${roundId}, ${owner.epoch}::bigint, ${locksAt}::timestamptz
    from platform.round where name = ${owner.name}
    returning ${columns}`
  const [round] = made
  invariant(round, 'an inserted round is returned')
  return round
}

/** Sets the time at which the stakes of an open round close; false if the round is not open. */
export async function scheduleRound(tx: Tx, owner: Owner, id: number, locksAt: Date): Promise<boolean> {
  await owner.check(tx)
  const changed = await sql`
    update platform.round set locks_at = ${locksAt}::timestamptz, epoch = ${owner.epoch}::bigint
    where id = ${id}::int and name = ${owner.name} and state = 'open'`.execute(tx)
  return changed.numAffectedRows === 1n
}

/** Closes an open round to stakes: waits for stakes in progress; after its commit no stake is accepted. False if the round was not open. */
export async function lockRound(tx: Tx, owner: Owner, id: number): Promise<boolean> {
  await owner.check(tx)
  await lockExclusive(tx, 'round', [id])
  const changed = await sql`
    update platform.round set state = 'locked', locked_at = platform.now(), epoch = ${owner.epoch}::bigint
    where id = ${id}::int and name = ${owner.name} and state = 'open'`.execute(tx)
  return changed.numAffectedRows === 1n
}

/** Ends a locked round; false if it was not locked. */
export async function endRound(tx: Tx, owner: Owner, id: number): Promise<boolean> {
  await owner.check(tx)
  const changed = await sql`
    update platform.round set state = 'ended', ended_at = platform.now(), epoch = ${owner.epoch}::bigint
    where id = ${id}::int and name = ${owner.name} and state = 'locked'`.execute(tx)
  return changed.numAffectedRows === 1n
}

/** Voids a round that has not ended, under the same lock as `lockRound`; false if it has ended. */
export async function voidRound(tx: Tx, owner: Owner, id: number, reason: string): Promise<boolean> {
  await owner.check(tx)
  await lockExclusive(tx, 'round', [id])
  const changed = await sql`
    update platform.round set state = 'voided', ended_at = platform.now(), void_reason = ${reason}, epoch = ${owner.epoch}::bigint
    where id = ${id}::int and name = ${owner.name} and state in ('open', 'locked')`.execute(tx)
  return changed.numAffectedRows === 1n
}

/** Deletes ended or voided rounds, after the product has deleted its rows of them. Needs a connection of the database owner. */
export async function deleteRounds(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`delete from platform.round where id = any(${ids}::int[]) and state in ('ended', 'voided')`.execute(tx)
}

/** The rounds that have not ended, by number; a new owner continues with them. */
export function unfinishedRounds(db: Db | Tx, name: string): Promise<Round[]> {
  return queryRows<Round>(db)`
    select ${columns} from platform.round where name = ${name} and state in ('open', 'locked') order by round_no`
}

/**
 * Prevents these rounds from being locked, voided or stopped until the transaction ends, by shared locks in one statement. A later statement
 * reads which of them accept stakes.
 */
export async function lockRounds(tx: Tx, roundIds: readonly string[]): Promise<void> {
  await lockSharedWhere(tx, 'round', sql`select id from platform.round where round_id = any(${roundIds}::text[])`)
}

/**
 * Acquires the locks of `lockRounds` for the open rounds of a name and returns their ids. A returned round may have been closed while this
 * transaction waited for its lock, so a later statement reads which rounds are still open.
 */
export async function lockOpenRoundsOf(tx: Tx, name: string): Promise<number[]> {
  return lockSharedWhere(tx, 'round', sql`select id from platform.round where name = ${name} and state = 'open'`)
}
