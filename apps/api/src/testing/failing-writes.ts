import { sql } from 'kysely'
import { openDb } from '#platform/db'
import { openLog } from '#platform/log'
import type { TestDatabase } from './database.ts'

type Writes = { readonly on: 'insert' | 'update'; readonly table: string; readonly when: string }

/** Runs `work` while the database refuses these writes: each row for which `when`, an SQL condition on `new`, is true. */
export async function whileFailing(base: TestDatabase, writes: Writes, work: () => Promise<unknown>): Promise<void> {
  const { on, table, when } = writes
  const { db } = openDb(base.connection, { size: 1, log: openLog('silent'), role: 'none' })
  try {
    await sql
      .raw(
        `create or replace function public.refuse_write() returns trigger language plpgsql as
           'begin raise exception ''this write is broken''; end'`,
      )
      .execute(db)
    await sql
      .raw(
        `create trigger refused before ${on} on ${table} for each row when (${when}) execute function public.refuse_write()`,
      )
      .execute(db)
    try {
      await work()
    } finally {
      await sql.raw(`drop trigger refused on ${table}`).execute(db)
    }
  } finally {
    await db.destroy()
  }
}
