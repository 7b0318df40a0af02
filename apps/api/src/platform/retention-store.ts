import { sql } from 'kysely'
import { queryRows, type Db, type Tx } from './db.ts'
import { invariant } from './invariant.ts'
import type { Content } from './part-files.ts'
import type { Part } from './parts.ts'

export type Written = Content & { readonly fileSha256: string }

/** Records the export of a partition to a file; a second export replaces the first. */
export async function recordExport(owner: Db, part: Part & Written & { table: string; file: string }): Promise<void> {
  await sql`
    insert into platform.part_export (part, parent, lower_bound, upper_bound, file, rows, sha256, file_sha256)
    values (${part.name}, ${part.table}, ${part.from}::timestamptz, ${part.to}::timestamptz, ${part.file}, ${part.rows}::bigint,
      ${part.sha256}, ${part.fileSha256})
    on conflict (part) do update set file = excluded.file, rows = excluded.rows, sha256 = excluded.sha256,
      file_sha256 = excluded.file_sha256, exported_at = excluded.exported_at, dropped_at = null`.execute(owner)
}

/** The recorded export of a partition that was not dropped yet. */
export async function recordOf(owner: Db, part: string): Promise<Written | undefined> {
  const rows = await sql<{ rows: bigint; sha256: string; file_sha256: string }>`
    select rows, sha256, file_sha256 from platform.part_export where part = ${part} and dropped_at is null`.execute(
    owner,
  )
  const row = rows.rows[0]
  return row && { rows: Number(row.rows), sha256: row.sha256, fileSha256: row.file_sha256 }
}

/** The exported partitions of a table that were not dropped yet, oldest first. */
export function unfinished(owner: Db, table: string): Promise<Part[]> {
  return queryRows<Part>(owner)`
    select part as name, lower_bound::text as "from", upper_bound::text as "to", false as pending from platform.part_export
    where parent = ${table} and dropped_at is null order by lower_bound`
}

export async function markDropped(owner: Db | Tx, part: string): Promise<void> {
  await sql`update platform.part_export set dropped_at = platform.now() where part = ${part}`.execute(owner)
}

/** The times `days` days ago and `years` years ago, in real time. */
export async function ago(owner: Db, { days, years }: { days: number; years: number }) {
  const rows = await queryRows<{ days: Date; years: Date }>(owner)`
    select platform.unmoved_now() - make_interval(days => ${days}::int) as days,
      platform.unmoved_now() - make_interval(years => ${years}::int) as years`
  invariant(rows[0], 'the database returned no time')
  return rows[0]
}
