import { sql } from 'kysely'
import { queryRows, type Db } from '#platform/db'
import { isBefore, microsOf, type Place, type Stretch } from '#platform/timeline'

/** For the timeline: messages to many that a bettor did not get, to protect them, newest first. */
export type WithheldStep = Place

export const withheldFrom = (
  db: Db,
  { bettor, before, most }: Stretch & { readonly bettor: bigint },
): Promise<WithheldStep[]> =>
  queryRows<WithheldStep>(db)`
    select message_id as id, ${microsOf(sql`at`)} as at from content.message_to
    where bettor = ${bettor}::bigint and why = 'protected' and ${isBefore(sql`at`, sql`message_id`, before)}
    order by at desc, message_id desc limit ${most}::int`
