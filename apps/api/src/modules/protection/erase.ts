import { sql } from 'kysely'
import { queryRow, queryRows, type Db } from '#platform/db'
import type { Erase } from '#platform/erase'

/** What this area erases of a person. The keyed hashes of excluded persons outlive the account: they recognise the person in another one. */
export const eraseProtection: readonly Erase[] = [
  {
    table: 'protection.closed',
    erase: ({ bettor }) => sql`
      update protection.closed set reason = null, erased_at = platform.now() where bettor_id = ${bettor}::bigint`,
  },
]

const due = (years: number) =>
  sql`erased_at is null and since < (select platform.now()) - make_interval(years => ${years}::int)`

/** Accounts that have been closed for this many years and are not erased, the oldest first. */
export async function closedFor(on: Db, { years, most }: { years: number; most: number }): Promise<bigint[]> {
  const rows = await queryRows<{ bettor: bigint }>(on)`
    select bettor_id as bettor from protection.closed where ${due(years)} order by since, bettor_id limit ${most}::int`
  return rows.map(({ bettor }) => bettor)
}

/** How many accounts `closedFor` would find. */
export async function countClosedFor(on: Db, years: number): Promise<number> {
  const row = await queryRow<{ count: number }>(on)`
    select count(*)::int as count from protection.closed where ${due(years)}`
  return row?.count ?? 0
}
