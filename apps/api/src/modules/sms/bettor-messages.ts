import { sql } from 'kysely'
import { queryRows, type Db, type Tx } from '#platform/db'
import type { Language } from './commands.ts'
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

/** The language of the last message with one from each of these numbers. */
export async function languagesOf(db: Db | Tx, numbers: readonly string[]): Promise<Map<string, Language>> {
  const rows = await queryRows<{ msisdn: string; language: Language }>(db)`
    select distinct on (msisdn) msisdn, language from sms.message
    where msisdn = any(${numbers}::text[]) and language is not null order by msisdn, received_at desc`
  return new Map(rows.map(({ msisdn, language }) => [msisdn, language]))
}
