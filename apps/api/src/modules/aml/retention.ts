import { sql, type RawBuilder } from 'kysely'
import { queryRow, type Db } from '#platform/db'
import type { RowDeletion } from '#platform/retention'

const rowsInChunk = 500

/** What the rules read is kept for 90 days at least, however few RETENTION_DAYS has: they look back 63. */
const readBefore = (before: Date): RawBuilder<unknown> =>
  sql`least(${before}::timestamptz, platform.now() - interval '90 days')`
/** Cases and alerts are kept for 7 years at least, however few RETENTION_YEARS has. */
const sevenYears = (before: Date): RawBuilder<unknown> =>
  sql`least(${before}::timestamptz, platform.now() - interval '7 years')`

const oldCases = (before: Date) => sql`state = 'closed' and closed_at < ${sevenYears(before)}`
const oldAlerts = (before: Date) => sql`state = 'closed' and ended_at < ${sevenYears(before)}`

/** What is deleted: what the rules have read, alerts without a case, and closed cases with all in them, seven years after their end. */
export const amlRetention: readonly RowDeletion[] = [
  {
    what: 'payments that the rules of money laundering read',
    chunk: (owner, before) =>
      rowsOf(
        owner,
        sql`delete from aml.movement where transfer_no in (
        select transfer_no from aml.movement where at < ${readBefore(before)} limit ${rowsInChunk}::int) returning 1 as one`,
      ),
    count: (owner, before) => rowsOf(owner, sql`select 1 as one from aml.movement where at < ${readBefore(before)}`),
  },
  {
    what: 'days that the rules of money laundering read',
    chunk: (owner, before) =>
      rowsOf(
        owner,
        sql`delete from aml.day where (bettor_id, day) in (
        select bettor_id, day from aml.day where day < (${readBefore(before)})::date limit ${rowsInChunk}::int) returning 1 as one`,
      ),
    count: (owner, before) =>
      rowsOf(owner, sql`select 1 as one from aml.day where day < (${readBefore(before)})::date`),
  },
  {
    what: 'alerts of money laundering without a case',
    after: 'years',
    chunk: (owner, before) =>
      rowsOf(
        owner,
        sql`delete from aml.alert where alert_id in (
        select alert_id from aml.alert where ${oldAlerts(before)} limit ${rowsInChunk}::int) returning 1 as one`,
      ),
    count: (owner, before) => rowsOf(owner, sql`select 1 as one from aml.alert where ${oldAlerts(before)}`),
  },
  {
    what: 'closed cases of money laundering',
    after: 'years',
    chunk: deleteCases,
    count: (owner, before) => rowsOf(owner, sql`select 1 as one from aml.case_file where ${oldCases(before)}`),
  },
]

async function deleteCases(owner: Db, before: Date): Promise<number> {
  return owner.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: bigint }>`
      select case_id as id from aml.case_file where ${oldCases(before)} order by case_id limit 20 for update`.execute(
      tx,
    )
    const ids = rows.map(({ id }) => id)
    await sql`delete from aml.note where case_id = any(${ids}::bigint[])`.execute(tx)
    await sql`delete from aml.assignment where case_id = any(${ids}::bigint[])`.execute(tx)
    await sql`delete from aml.filed_report where case_id = any(${ids}::bigint[])`.execute(tx)
    await sql`delete from aml.case_payment where case_id = any(${ids}::bigint[])`.execute(tx)
    await sql`delete from aml.evidence where case_id = any(${ids}::bigint[])`.execute(tx)
    await sql`delete from aml.alert where case_id = any(${ids}::bigint[])`.execute(tx)
    await sql`delete from aml.case_file where case_id = any(${ids}::bigint[])`.execute(tx)
    return ids.length
  })
}

async function rowsOf(owner: Db, statement: RawBuilder<unknown>): Promise<number> {
  const row = await queryRow<{ rows: number }>(
    owner,
  )`with touched as (${statement}) select count(*)::int as rows from touched`
  return row?.rows ?? 0
}
