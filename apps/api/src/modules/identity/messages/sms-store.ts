import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db'

/** The delivery state of a number from its last reports. */
export type NumberMark = { readonly unreachable?: boolean; readonly optedOut?: boolean; readonly reason: string | null }

/** Marks a number. Undefined fields keep their value. */
export async function markNumber(
  db: Db | Tx,
  msisdn: string,
  { unreachable, optedOut, reason }: NumberMark,
): Promise<void> {
  await sql`
    insert into identity.sms_number as n (msisdn, unreachable_at, opted_out_at, reason, changed_at)
    select ${msisdn}, case when ${unreachable ?? false} then at.now end, case when ${optedOut ?? false} then at.now end, ${reason}, at.now
    from (select platform.now() as now) at
    on conflict (msisdn) do update set
      unreachable_at = case when ${unreachable === undefined} then n.unreachable_at when ${unreachable ?? false} then coalesce(n.unreachable_at, excluded.unreachable_at) end,
      opted_out_at = coalesce(n.opted_out_at, excluded.opted_out_at),
      reason = coalesce(excluded.reason, n.reason), changed_at = excluded.changed_at`.execute(db)
}

/** The number of an account takes messages again. */
export async function clearOptOut(tx: Tx, bettor: bigint): Promise<void> {
  await sql`
    update identity.sms_number set opted_out_at = null, changed_at = platform.now()
    where msisdn = (select msisdn from identity.bettor where id = ${bettor}::bigint) and opted_out_at is not null`.execute(
    tx,
  )
}

/** Clears the unreachable mark of a number that received a message. */
export async function clearUnreachable(db: Db, msisdn: string): Promise<void> {
  await sql`
    update identity.sms_number set unreachable_at = null, changed_at = platform.now()
    where msisdn = ${msisdn} and unreachable_at is not null`.execute(db)
}

export type ReceivedSms = {
  readonly id: string
  readonly msisdn: string
  readonly to: string
  readonly text: string
  readonly linkId: string | null
}

/** Stores a received message once, however often the provider delivers it; whether it is new. */
export async function insertReceived(tx: Tx, { id, msisdn, to, text, linkId }: ReceivedSms): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into identity.received_sms (id, msisdn, sent_to, text, link_id, received_at)
    values (${id}, ${msisdn}, ${to}, ${text}, ${linkId}, platform.now()) on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

/** Removes a bounded number of messages that are older than `days`. */
export async function sweepReceived(db: Db, { days, most }: { days: number; most: number }): Promise<void> {
  await sql`
    delete from identity.received_sms where id in (
      select id from identity.received_sms where received_at < platform.now() - make_interval(days => ${days}::int)
      order by received_at limit ${most}::int)`.execute(db)
}
