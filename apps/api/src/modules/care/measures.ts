import { sql } from 'kysely'
import type { careMeasures } from '@nare/contract/care'
import { queryRows, type Db, type Tx } from '#platform/db'

export type MeasureKind = (typeof careMeasures)[number]
export type MeasureRow = {
  readonly at: Date
  readonly by: string
  readonly what: MeasureKind
  readonly facts: Record<string, string>
}

/** Notes a measure at the marker about which it was taken, and what was set. */
export async function insertMeasure(
  tx: Tx,
  { marker, by, what, facts }: Pick<MeasureRow, 'by' | 'what' | 'facts'> & { readonly marker: bigint },
): Promise<void> {
  await sql`
    insert into care.measure (marker_id, at, by, what, facts)
    values (${marker}::bigint, platform.now(), ${by}, ${what}, ${JSON.stringify(facts)}::jsonb)`.execute(tx)
}

const shownMax = 100

/** The measures that were taken about a marker, the newest first, at most 100. */
export const measuresOf = (db: Db, marker: bigint): Promise<MeasureRow[]> =>
  queryRows<MeasureRow>(db)`
    select at, by, what, facts from care.measure where marker_id = ${marker}::bigint
    order by at desc, measure_id desc limit ${shownMax}::int`
