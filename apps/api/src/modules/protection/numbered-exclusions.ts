import { sql } from 'kysely'
import type { Db } from '#platform/db'
import type { NumberedRow, NumberRange } from '#platform/numbered-rows'

type Row = {
  readonly no: bigint
  readonly bettor: bigint
  readonly kind: string
  readonly period: string
  readonly at: Date
  readonly until: Date | null
  readonly by: string | null
}

/** The breaks and exclusions of a range of numbers. */
export async function numberedExclusions(db: Db, { after, upTo }: NumberRange): Promise<NumberedRow[]> {
  const { rows } = await sql<Row>`
    select no, bettor_id as bettor, kind, period, since as at, case when period <> 'permanent' then until end as until, by from protection.exclusion
    where no > ${after}::bigint and no <= ${upTo}::bigint order by no`.execute(db)
  return rows.map(asRow)
}

/** The accounts that were closed, of a range of numbers: an exclusion without an end. */
export async function numberedClosings(db: Db, { after, upTo }: NumberRange): Promise<NumberedRow[]> {
  const { rows } = await sql<Row>`
    select no, bettor_id as bettor, 'closed' as kind, 'closed' as period, since as at, null::timestamptz as until, by from protection.closed
    where no > ${after}::bigint and no <= ${upTo}::bigint order by no`.execute(db)
  return rows.map(asRow)
}

const asRow = ({ no, bettor, kind, period, at, until, by }: Row): NumberedRow => ({
  no,
  at,
  fields: {
    bettor_id: bettor.toString(),
    kind,
    period,
    until: until?.toISOString() ?? null,
    by: by === null ? 'bettor' : 'house',
  },
})
