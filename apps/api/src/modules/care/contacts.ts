import { sql } from 'kysely'
import type { contactChannels, contactMeasures } from '@nare/contract/care'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import { readPage, type Page, type Paged } from '#platform/paging'
import { isBefore, microsOf, type Place, type Stretch } from '#platform/timeline'

type Channel = (typeof contactChannels)[number]
type Measure = (typeof contactMeasures)[number]

export type ContactRow = {
  readonly id: bigint
  readonly bettor: bigint
  readonly marker: bigint | null
  readonly at: Date
  readonly by: string
  readonly channel: Channel
  readonly said: string
  readonly measure: Measure
  readonly followUpOn: string | null
  readonly isDue: boolean
  readonly followedUpAt: Date | null
}

const isDue = sql`(follow_up_at <= platform.now() and followed_up_at is null)`
const columns = sql`contact_id as id, bettor_id as bettor, marker_id as marker, at, by, channel, said, measure,
  follow_up_on::text as "followUpOn", coalesce(${isDue}, false) as "isDue", followed_up_at as "followedUpAt"`

export type NewContact = Pick<ContactRow, 'bettor' | 'by' | 'channel' | 'said' | 'measure'> & {
  readonly marker: bigint | undefined
  readonly followUpOn: string | undefined
}

/** Whether a day of the zone is one of the next 366. */
export async function isSoon(tx: Tx, day: string, zone: string): Promise<boolean> {
  const row = await queryRow<{ soon: boolean }>(tx)`
    select ${day}::date between t.day + 1 and t.day + 366 as soon from (select (platform.now() at time zone ${zone}::text)::date as day) t`
  return row?.soon ?? false
}

/** Writes a contact down. Its follow-up is due when its day begins in the zone. */
export async function insertContact(tx: Tx, of: NewContact, zone: string): Promise<ContactRow> {
  const { bettor, marker, by, channel, said, measure, followUpOn } = of
  const rows = await queryRows<ContactRow>(tx)`
    insert into care.contact (bettor_id, marker_id, at, by, channel, said, measure, follow_up_on, follow_up_at)
    values (${bettor}::bigint, ${marker ?? null}::bigint, platform.now(), ${by}, ${channel}, ${said}, ${measure}, ${followUpOn ?? null}::date,
      ${followUpOn ?? null}::date::timestamp at time zone ${zone}::text)
    returning ${columns}`
  const [made] = rows
  if (!made) throw new Error('the contact was not stored')
  return made
}

/** Ends the follow-up of a contact of this bettor. False if there is none. */
export async function endFollowUp(tx: Tx, contact: bigint, bettor: bigint): Promise<boolean> {
  const rows = await queryRows(tx)`
    update care.contact set followed_up_at = coalesce(followed_up_at, platform.now())
    where contact_id = ${contact}::bigint and bettor_id = ${bettor}::bigint and follow_up_at is not null returning 1`
  return rows.length > 0
}

type Filter = { readonly bettor?: bigint | undefined; readonly marker?: bigint | undefined; readonly isDue: boolean }

/** Contacts with the newest first, or those that are due with the longest due first. */
export function contactPage(
  db: Db,
  { bettor, marker, isDue: dueOnly }: Filter,
  page: Page,
): Promise<Paged<ContactRow>> {
  const conditions = [
    sql`true`,
    ...(dueOnly ? [isDue] : []),
    ...(bettor === undefined ? [] : [sql`bettor_id = ${bettor}::bigint`]),
    ...(marker === undefined ? [] : [sql`marker_id = ${marker}::bigint`]),
  ]
  return readPage<ContactRow>(
    db,
    {
      columns,
      from: sql`care.contact where ${sql.join(conditions, sql` and `)}`,
      order: [{ by: sql`contact_id`, type: 'number', desc: !dueOnly }],
    },
    page,
  )
}

/** For the timeline: the contacts with a bettor, without what was said. */
export type ContactStep = Place & Pick<ContactRow, 'by' | 'channel' | 'measure' | 'followUpOn'>

export function contactSteps(
  db: Db,
  { bettor, before, most }: Stretch & { readonly bettor: bigint },
): Promise<ContactStep[]> {
  return queryRows<ContactStep>(db)`
    select contact_id as id, ${microsOf(sql`at`)} as at, by, channel, measure, follow_up_on::text as "followUpOn" from care.contact
    where bettor_id = ${bettor}::bigint and ${isBefore(sql`at`, sql`contact_id`, before)}
    order by at desc, contact_id desc limit ${most}::int`
}
