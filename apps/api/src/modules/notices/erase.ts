import { sql } from 'kysely'
import type { Erase } from '#platform/erase'

/** What this area erases of a person: everything. */
export const eraseNotices: readonly Erase[] = ['subscription', 'choice', 'waiting', 'sms_day'].map((name) => {
  const table = `notices.${name}`
  return { table, erase: ({ bettor }) => sql`delete from ${sql.table(table)} where bettor_id = ${bettor}::bigint` }
})
