import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#testing/database'
import { isReachable, codeOf, openDb, transact } from './db.ts'
import { openLog } from './log.ts'

let base: TestDatabase
const log = openLog('silent')
beforeAll(async () => {
  base = await testDatabase({ size: 2 })
})
afterAll(() => base.close())

test("each statement of a transaction sees earlier commits, whatever the database's default isolation", async () => {
  const owner = new pg.Client(base.connection)
  await owner.connect()
  const name = await owner.query<{ name: string }>('select current_database() as name')
  await owner.query(
    `alter database ${pg.escapeIdentifier(name.rows[0]?.name ?? '')} set default_transaction_isolation = 'serializable'`,
  )
  await owner.end()
  const { db } = openDb(base.connection, { size: 1, log })
  const shown = await transact(db, (tx) =>
    sql<{ level: string; role: string }>`
      select current_setting('transaction_isolation') as level, current_user::text as role`.execute(tx),
  )
  expect(shown.rows[0]).toEqual({ level: 'read committed', role: 'nare_app' })
  await db.destroy()
})

test('a deadlock is tried three times in all, another error once, and each try is a new transaction', async () => {
  const tries = async (code: string) => {
    let count = 0
    const faulty = transact(base.db, async (tx) => {
      count += 1
      await sql`select 1`.execute(tx)
      throw Object.assign(new Error('on purpose'), { code })
    })
    const thrown = await faulty.catch((error: unknown) => codeOf(error))
    return [count, thrown]
  }
  expect(await tries('40P01')).toEqual([3, '40P01'])
  expect(await tries('40001')).toEqual([3, '40001'])
  expect(await tries('23505')).toEqual([1, '23505'])
})

test('an unreachable database is reported as such', async () => {
  expect(await isReachable(base.db)).toBe(true)
  const { db } = openDb({ host: '127.0.0.1', port: 1 }, { size: 1, log })
  expect(await isReachable(db)).toBe(false)
  await db.destroy()
})
