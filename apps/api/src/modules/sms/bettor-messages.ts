import { sql } from 'kysely'
import { queryRows, type Db } from '#platform/db'
import { isBefore, microsOf, type Place, type Stretch } from '#platform/timeline'

/** A message that a number sent to us, and our reply if there is one. */
export type ReceivedMessage = Place & { readonly text: string; readonly reply: string | null }

/** The messages from a number, newest first. They are kept for half a year. */
export function messagesFrom(
  db: Db,
  { msisdn, before, most }: Stretch & { readonly msisdn: string },
): Promise<ReceivedMessage[]> {
  return queryRows<ReceivedMessage>(db)`
    select m.id, ${microsOf(sql`m.received_at`)} as at, m.text, m.reply from (
      select (hashtextextended(id, 0) & 4611686018427387903) + 1 as id, received_at, body as text, reply
      from sms.message where msisdn = ${msisdn}) m
    where ${isBefore(sql`m.received_at`, sql`m.id`, before)}
    order by m.received_at desc, m.id desc limit ${most}::int`
}
