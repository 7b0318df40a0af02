import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalog } from '@nare/contract/catalog'
import { sandbox } from '@nare/contract/sandbox'
import { openDb } from '#platform/db'
import { openLog } from '#platform/log'
import { testApp, type TestApp } from '#testing/app'
import { waitingForLocks } from '#testing/waiting'

let nare: TestApp
beforeAll(async () => {
  nare = await testApp({}, { size: 6 })
})
afterAll(() => nare.close())

test('while lists cannot be read, readers leave enough connections to suspend matches', async () => {
  const match = await nare.match()
  const { db } = openDb(nare.base.connection, { size: 1, log: openLog('silent'), role: 'none' })
  const asked: Promise<{ status: number }>[] = []
  await db.transaction().execute(async (tx) => {
    // Lists read this table; changes of a match do not.
    await sql`lock table catalog.sport in access exclusive mode`.execute(tx)
    for (let n = 0; n < 8; n++) {
      asked.push(nare.call(catalog.matches, { when: 'upcoming' }))
      await expect.poll(() => waitingForLocks(tx)).toBeGreaterThan(0)
      expect(await nare.call(sandbox.driveMatch, { match_id: match, suspend: n % 2 === 0 })).toMatchObject({
        status: 200,
      })
      expect(await waitingForLocks(tx)).toBeLessThanOrEqual(2)
    }
  })
  await Promise.all(asked)
  await db.destroy()
})
