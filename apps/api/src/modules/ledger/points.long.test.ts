import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { makeDatabase } from '#platform/database'
import { openDb } from '#platform/db'
import { openLog } from '#platform/log'
import { migrate } from '#platform/migrate'
import { openLedger } from './ledger.ts'

const shipped = new URL('../../../../../db/migrations', import.meta.url).pathname

/** A database from before points had a separate currency, and a function that runs the missing migrations. */
async function olderDatabase(name: string) {
  const folder = await mkdtemp(join(tmpdir(), 'nare-migrations-'))
  const older = (await readdir(shipped)).filter((file) => file < '0020')
  await Promise.all(older.map((file) => cp(join(shipped, file), join(folder, file))))
  const server = inject('connection')
  await makeDatabase(server, `test_${process.pid}_${name}`)
  const connection = { ...server, database: `test_${process.pid}_${name}` }
  await migrate(connection, folder)
  const { db } = openDb(connection, { size: 2, log: openLog('error') })
  onTestFinished(async () => {
    await db.destroy()
    await rm(folder, { recursive: true })
  })
  await sql`
    insert into ledger.account (name, kind, owner, currency, bounded)
    select kind || ':1', kind, 1, 'KES', true from unnest(array['cash', 'bonus', 'points', 'debt']) kind`.execute(db)
  return { db, update: () => migrate(connection, shipped) }
}

test('the migration gives existing points accounts the points currency and does not change the others', async () => {
  const { db, update } = await olderDatabase('points')
  await update()
  const rows = await sql<{ kind: string; currency: string }>`
    select kind, currency from ledger.account where owner = 1 order by id`.execute(db)
  expect(rows.rows.map((row) => [row.kind, row.currency])).toEqual([
    ['cash', 'KES'],
    ['bonus', 'KES'],
    ['points', 'PTS'],
    ['debt', 'KES'],
  ])
  expect((await (await openLedger({ db, currency: 'KES' })).balances(1n)).currency).toBe('KES')
  await expect(sql`update ledger.account set currency = 'KES' where kind = 'points'`.execute(db)).rejects.toThrow(
    /account_owner_currency/,
  )
})

test('the migration stops where points were moved as money, because their transfers would no longer balance', async () => {
  const { db, update } = await olderDatabase('moved_points')
  await sql`update ledger.account set balance = 5, version = 1 where kind = 'points'`.execute(db)
  await expect(update()).rejects.toThrow(/points were posted as money/)
})
