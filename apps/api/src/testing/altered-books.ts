import { sql } from 'kysely'
import type { Check } from '#modules/ledger/ledger'
import { openDb, type Connection, type Tx } from '#platform/db'
import { openLog } from '#platform/log'

type Altering = {
  readonly connection: Connection
  readonly verify: (tx: Tx) => Promise<Check[]>
  /** Run with the rights of the database owner, and rolled back; `$name` in it stands for an id. */
  readonly statement: string
  readonly ids: Readonly<Record<string, string>>
}

/** The names of the checks that fail after a statement has altered the books. */
export async function brokenAfter({ connection, verify, statement, ids }: Altering): Promise<string[]> {
  const owner = openDb(connection, { size: 1, log: openLog('error'), role: 'none' }).db
  const tx = await owner.startTransaction().execute()
  try {
    for (const [schema, table] of [
      ['ledger', 'entry'],
      ['ledger', 'transfer'],
      ['betting', 'win_tax'],
    ] as const)
      await sql.raw(`alter table ${schema}.${table} disable trigger ${table}_stays`).execute(tx)
    await sql.raw(statement.replace(/\$(\w+)/g, (_all, name: string) => ids[name] ?? '')).execute(tx)
    return (await verify(tx)).filter((check) => check.broken > 0).map((check) => check.name)
  } finally {
    await tx.rollback().execute()
    await owner.destroy()
  }
}
