import { sql, type RawBuilder } from 'kysely'
import { queryRow, type Db } from '#platform/db'
import type { RowDeletion } from '#platform/retention'
import { endedSums } from './messages-store.ts'

const peopleInChunk = 2_000

type Kind = {
  readonly what: string
  readonly after: 'days' | 'years'
  readonly of: (before: Date) => RawBuilder<unknown>
}

/** What went out is kept as long as complaints about it may come; of those to whom nothing went, the days show why. */
const kinds: readonly Kind[] = [
  {
    what: 'people who got messages to many',
    after: 'years',
    of: (before) => sql`state in ('sent', 'failed', 'unknown') and at < ${before}::timestamptz`,
  },
  {
    what: 'people to whom a message to many did not go',
    after: 'days',
    of: (before) => sql`state = 'refused' and at < ${before}::timestamptz`,
  },
  {
    what: 'people of messages to many that were stopped',
    after: 'days',
    of: (before) => sql`state = 'waiting' and message_id in (
      select id from content.message where stopped_at < ${before}::timestamptz)`,
  },
]

/** The people of messages to many are deleted when they are old; how many there were stays in `content.message_past`. */
export const messageRetention: readonly RowDeletion[] = kinds.map(({ what, after, of }) => ({
  what,
  after,
  chunk: async (owner, before) => {
    const row = await queryRow<{ rows: number }>(owner)`
      with old as (
        select message_id, bettor from content.message_to where ${of(before)} limit ${peopleInChunk}::int for update skip locked),
      gone as (
        delete from content.message_to t using old where (t.message_id, t.bettor) = (old.message_id, old.bettor)
        returning t.message_id, t.state, t.parts, t.delivery),
      kept as (
        insert into content.message_past as p (message_id, people, sent, failed, unknown, refused, parts, by_sms, delivered, undelivered)
        select message_id, count(*), ${endedSums} from gone group by message_id
        on conflict (message_id) do update set people = p.people + excluded.people, sent = p.sent + excluded.sent,
          failed = p.failed + excluded.failed, unknown = p.unknown + excluded.unknown, refused = p.refused + excluded.refused,
          parts = p.parts + excluded.parts, by_sms = p.by_sms + excluded.by_sms, delivered = p.delivered + excluded.delivered,
          undelivered = p.undelivered + excluded.undelivered)
      select count(*)::int as rows from gone`
    return row?.rows ?? 0
  },
  count: async (owner, before) => countOf(owner, of(before)),
}))

async function countOf(owner: Db, where: RawBuilder<unknown>): Promise<number> {
  const row = await queryRow<{ rows: number }>(owner)`
    select count(*)::int as rows from content.message_to where ${where}`
  return row?.rows ?? 0
}
