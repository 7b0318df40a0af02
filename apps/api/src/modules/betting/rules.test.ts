import { expect, test } from 'vitest'
import { money } from '@nare/money/money'
import { ke } from '#country/ke'
import { openDb, transact } from '#platform/db'
import { openLog } from '#platform/log'
import { testDatabase } from '#testing/database'
import { openRules } from './rules.ts'

test('older rules are read over the connection that has the locks of the settlement', async () => {
  const base = await testDatabase()
  const { db } = openDb(base.connection, { size: 1, log: openLog('silent') })
  const before = await openRules(db, { ...ke, maxPayout: money(100n) })
  const book = await openRules(db, { ...ke, maxPayout: money(200n) })
  expect(await transact(db, (tx) => book.of(tx, before.version))).toMatchObject({ cap: 100n })
  await db.destroy()
  await base.close()
})
