import { sql } from 'kysely'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import type { NewPasskey } from '#platform/passkeys'
import { newCredentials } from '../store.ts'
import { sweepInRounds } from '../sweep.ts'

export type PasskeyRow = {
  readonly no: bigint
  readonly id: string
  readonly bettor: bigint
  readonly name: string
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: readonly string[]
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

const columns = sql`no, id, bettor, name, public_key as "publicKey", counter::float8 as counter, transports,
  created_at as "createdAt", last_used_at as "lastUsedAt"`

/** The passkeys of a bettor that work, the newest first. */
export function passkeysOf(db: Db | Tx, bettor: bigint): Promise<PasskeyRow[]> {
  return queryRows<PasskeyRow>(db)`
    select ${columns} from identity.passkey where bettor = ${bettor}::bigint and ended_at is null order by no desc limit 100`
}

/** How many passkeys a bettor has added in the last 24 hours, with those that have ended. */
export async function addedLately(on: Db | Tx, bettor: bigint): Promise<number> {
  const row = await queryRow<{ count: number }>(on)`
    select count(*)::int as count from identity.passkey
    where bettor = ${bettor}::bigint and created_at > platform.now() - interval '24 hours'`
  return row?.count ?? 0
}

/** The passkey with this id, if it works. */
export function passkeyOf(db: Db | Tx, id: string): Promise<PasskeyRow | undefined> {
  return queryRow<PasskeyRow>(db)`select ${columns} from identity.passkey where id = ${id} and ended_at is null`
}

/** Adds a passkey; undefined if somebody has it. */
export async function insertPasskey(
  tx: Tx,
  { bettor, name, made }: { bettor: bigint; name: string; made: NewPasskey },
): Promise<PasskeyRow | undefined> {
  const { id, publicKey, counter, transports } = made
  return queryRow<PasskeyRow>(tx)`
    insert into identity.passkey (id, bettor, name, public_key, counter, transports, created_at)
    values (${id}, ${bettor}::bigint, ${name}, ${Buffer.from(publicKey)}, ${counter}::bigint, ${transports}::text[], platform.now())
    on conflict do nothing returning ${columns}`
}

/** Stores the count of an answer; false if the passkey has ended, or has counted as far in another request. */
export async function countPasskey(tx: Tx, { no, counter }: { no: bigint; counter: number }): Promise<boolean> {
  const counted = await queryRows(tx)`
    update identity.passkey set counter = ${counter}::bigint, last_used_at = platform.now()
    where no = ${no}::bigint and ended_at is null
      and (counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0)) returning 1`
  return counted.length > 0
}

/** Remembers that a challenge was answered; false if it was answered before. */
export async function useChallenge(tx: Tx, hash: Buffer): Promise<boolean> {
  const first = await queryRows(tx)`
    insert into identity.passkey_challenge (hash, answered_at) values (${hash}, platform.now())
    on conflict do nothing returning 1`
  return first.length > 0
}

/** Ends one passkey of a bettor; its number, or undefined if the bettor has none with this id that works. */
export async function endPasskey(tx: Tx, { bettor, id }: { bettor: bigint; id: string }): Promise<bigint | undefined> {
  const ended = await queryRow<{ no: bigint }>(tx)`
    update identity.passkey set ended_at = platform.now()
    where bettor = ${bettor}::bigint and id = ${id} and ended_at is null returning no`
  return ended?.no
}

/** Ends one passkey of a bettor by its number. */
export async function endPasskeyNo(tx: Tx, { bettor, no }: { bettor: bigint; no: bigint }): Promise<boolean> {
  const ended = await queryRows(tx)`
    update identity.passkey set ended_at = platform.now()
    where bettor = ${bettor}::bigint and no = ${no}::bigint and ended_at is null returning 1`
  return ended.length > 0
}

/** From now on for a day money leaves the account by a passkey that works now, as after a new password. Call it before such a passkey ends. */
export async function holdWithdrawals(tx: Tx, bettor: bigint): Promise<void> {
  await sql`update identity.bettor set ${newCredentials} where id = ${bettor}::bigint`.execute(tx)
}

/** Ends every passkey of a bettor. */
export async function endPasskeys(tx: Tx, bettor: bigint): Promise<void> {
  await sql`
    update identity.passkey set ended_at = platform.now() where bettor = ${bettor}::bigint and ended_at is null`.execute(
    tx,
  )
}

/**
 * How money leaves an account: `wanted` by the bettor's wish; `until`: since a new password or number, or since a passkey stopped guarding
 * withdrawals, by a passkey older than `before`, the first of such changes that followed one another.
 */
export type WithdrawalRule = {
  readonly wanted: boolean
  readonly held: { readonly before: Date; readonly until: Date } | undefined
}

/** The rule of withdrawals of a bettor now. An account without a passkey, now and at that change, has none. */
export async function withdrawalRule(on: Db | Tx, bettor: bigint, heldHours: number): Promise<WithdrawalRule> {
  const row = await queryRow<{ wanted: boolean; held: boolean; before: Date | null; until: Date | null }>(on)`
    select b.passkey_withdrawals and exists (
        select from identity.passkey p where p.bettor = b.id and p.ended_at is null) as wanted,
      b.credentials_since as before, b.credentials_at + make_interval(hours => ${heldHours}::int) as until,
      coalesce(b.credentials_at + make_interval(hours => ${heldHours}::int) > platform.now(), false) and exists (
        select from identity.passkey p where p.bettor = b.id and p.created_at <= b.credentials_since
          and (p.ended_at is null or p.ended_at >= b.credentials_since)) as held
    from identity.bettor b where b.id = ${bettor}::bigint`
  const held = row?.held && row.before && row.until ? { before: row.before, until: row.until } : undefined
  return { wanted: row?.wanted ?? false, held }
}

/** Whether a bettor wants to be asked for a passkey before withdrawals. */
export async function asksAtWithdrawals(on: Db | Tx, bettor: bigint): Promise<boolean> {
  const row = await queryRow<{ asks: boolean }>(on)`
    select passkey_withdrawals as asks from identity.bettor where id = ${bettor}::bigint`
  return row?.asks ?? false
}

/** Sets whether a bettor is asked for a passkey before withdrawals. */
export async function setAsksAtWithdrawals(tx: Tx, bettor: bigint, asks: boolean): Promise<void> {
  await sql`update identity.bettor set passkey_withdrawals = ${asks} where id = ${bettor}::bigint`.execute(tx)
}

/** Removes a bounded number of answered challenges of yesterday, and of passkeys that ended more than 60 days ago. */
export async function sweepPasskeys(db: Db): Promise<void> {
  await sweepInRounds(async (most) => {
    const swept = await queryRows(db)`
      delete from identity.passkey_challenge where ctid = any(array(
        select ctid from identity.passkey_challenge where answered_at < platform.now() - interval '1 day' limit ${most}::int))
      returning 1`
    return swept.length
  })
  await sweepInRounds(async (most) => {
    const swept = await queryRows(db)`
      delete from identity.passkey where ctid = any(array(
        select ctid from identity.passkey where ended_at < platform.now() - interval '60 days' limit ${most}::int))
      returning 1`
    return swept.length
  })
}
