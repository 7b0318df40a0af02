import type { messageKinds } from '@nare/contract/messages'
import { sql } from 'kysely'
import { queryRows, type Db } from '#platform/db'
import { isBefore, microsOf, type Place, type Stretch } from '#platform/timeline'

type MessageKind = (typeof messageKinds)[number]

/** A message to many as one bettor got it. */
export type MailingStep = Place & {
  readonly kind: MessageKind
  readonly bySms: boolean
  readonly inApp: boolean
  readonly state: 'handed' | 'sent' | 'failed' | 'unknown'
  readonly delivery: 'delivered' | 'failed' | null
  readonly text: string
  readonly by: string
}

/** The messages to many that went out to a bettor, newest first. */
export function mailingSteps(
  db: Db,
  { bettor, before, most }: Stretch & { readonly bettor: bigint },
): Promise<MailingStep[]> {
  return queryRows<MailingStep>(db)`
    select t.message_id as id, ${microsOf(sql`t.at`)} as at, m.kind, t.parts > 0 as "bySms", m.channel <> 'sms' and t.in_app as "inApp",
      t.state, t.delivery, coalesce(t.text, '') as text, m.author as by
    from content.message_to t join content.message m on m.id = t.message_id
    where t.bettor = ${bettor}::bigint and t.state not in ('waiting', 'refused') and ${isBefore(sql`t.at`, sql`t.message_id`, before)}
    order by t.at desc, t.message_id desc limit ${most}::int`
}
