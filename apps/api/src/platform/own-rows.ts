import { sql, type RawBuilder } from 'kysely'
import type { Db } from './db.ts'

/** The rows of one page, and where the next page begins; undefined after the last row. */
export type OwnPage = { readonly rows: readonly unknown[]; readonly next: string | undefined }

/** What an area keeps about a bettor, as a part of the bettor's download of all own data. */
export type OwnRows = {
  readonly table: string
  /** What the rows are, in the download's index. */
  readonly about: string
  readonly read: (db: Db, of: { bettor: bigint; after: string | undefined; most: number }) => Promise<OwnPage>
}

type KeyColumn = readonly [name: string, type: 'bigint' | 'int' | 'text' | 'uuid' | 'timestamptz' | 'date']

/** Never in a download: secrets, hashes, names of staff and the server's own bookkeeping. */
const neverShown = [
  ...[
    'hash',
    'token_hash',
    'launch_hash',
    'password_hash',
    'signing_key',
    'sealed',
    'session_mark',
    'device_mark',
    'mark',
  ],
  ...[
    'by',
    'decided_by',
    'answered_by',
    'proposed_by',
    'confirmed_by',
    'credited_by',
    'closed_by',
    'locked_by',
    'percent_by',
  ],
  ...[
    'no',
    'next_check_at',
    'checks',
    'sends',
    'approvers',
    'attempt',
    'because',
    'audit_id',
    'conversation',
    'claimed_at',
    'party',
  ],
  ...['times_settled', 'times_staked', 'times_cashed', 'handed_at', 'next_at', 'cost', 'file'],
]

/**
 * The rows of a table that belong to a bettor, in the order of a unique key, which an index on the bettor's column and the key's first column
 * should serve. `leave` names further columns that are left out.
 */
export function ownRows(
  table: string,
  {
    about,
    key,
    bettor = 'bettor_id',
    leave = [],
  }: {
    about: string
    key: readonly KeyColumn[]
    bettor?: string
    leave?: readonly string[]
  },
): OwnRows {
  const [first] = key
  if (!first) throw new Error(`${table} has no key`)
  const columns = sql.join(key.map(([name]) => sql.ref(name)))
  const left = [...neverShown, ...leave]
  const from = (after: string | undefined): RawBuilder<unknown> =>
    after === undefined
      ? sql`true`
      : sql`(${columns}) > (${sql.join(key.map(([, type], n) => sql`(${after}::jsonb ->> ${sql.lit(n)})::${sql.raw(type)}`))})`
  return {
    table,
    about,
    async read(db, { bettor: id, after, most }) {
      const { rows } = await sql<{ row: unknown; place: string }>`
        select to_jsonb(t) - ${left}::text[] as row, jsonb_build_array(${columns})::text as place from ${sql.table(table)} t
        where ${sql.ref(bettor)} = ${id}::bigint and ${from(after)} order by ${columns} limit ${most}::int`.execute(db)
      return { rows: rows.map(({ row }) => row), next: rows.length < most ? undefined : rows.at(-1)?.place }
    },
  }
}
