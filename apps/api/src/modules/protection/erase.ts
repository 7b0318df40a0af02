import { sql } from 'kysely'
import { queryRow, queryRows, type Db } from '#platform/db'
import type { Erase, KeptWhole } from '#platform/erase'

/** What this area erases of a person. The keyed hashes of excluded persons outlive the account: they recognise the person in another one. */
export const eraseProtection: readonly Erase[] = [
  {
    table: 'protection.closed',
    erase: ({ bettor }) => sql`
      update protection.closed set reason = null, erased_at = platform.now() where bettor_id = ${bettor}::bigint`,
  },
]

type Due = { readonly years: number; readonly kept: readonly KeptWhole[] }

const due = ({ years, kept }: Due) => sql`
  erased_at is null and since < (select platform.now()) - make_interval(years => ${years}::int)
  and not (${sql.join([sql`false`, ...kept.map((is) => is(sql`bettor_id`))], sql` or `)})`

/** Accounts that have been closed for this many years, are not erased and need not be kept whole, the oldest first. */
export async function closedFor(on: Db, { most, ...of }: Due & { readonly most: number }): Promise<bigint[]> {
  const rows = await queryRows<{ bettor: bigint }>(on)`
    select bettor_id as bettor from protection.closed where ${due(of)} order by since, bettor_id limit ${most}::int`
  return rows.map(({ bettor }) => bettor)
}

/** How many accounts `closedFor` would find. */
export async function countClosedFor(on: Db, of: Due): Promise<number> {
  const row = await queryRow<{ count: number }>(on)`
    select count(*)::int as count from protection.closed where ${due(of)}`
  return row?.count ?? 0
}
