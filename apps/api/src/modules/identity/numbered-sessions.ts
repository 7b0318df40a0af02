import { sql } from 'kysely'
import type { Db } from '#platform/db'
import type { NumberedRow, NumberRange } from '#platform/numbered-rows'

type Row = { readonly no: bigint; readonly bettor: bigint; readonly at: Date; readonly until: Date }

/** The sessions that bettors opened, of a range of numbers. Sessions that ended 60 days ago or earlier are not kept. */
export async function numberedSessions(db: Db, { after, upTo }: NumberRange): Promise<NumberedRow[]> {
  const { rows } = await sql<Row>`
    select no, bettor, opened_at as at, expires_at as until from identity.session
    where no > ${after}::bigint and no <= ${upTo}::bigint order by no`.execute(db)
  return rows.map(({ no, bettor, at, until }) => ({
    no,
    at,
    fields: { session_id: no.toString(), bettor_id: bettor.toString(), expires_at: until.toISOString() },
  }))
}
