import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact, type Db } from '#platform/db'
import type { Live } from '#platform/live'
import { testDatabase, type TestDatabase } from '#testing/database'
import { openBalances } from './balances.ts'
import { openLedger } from './ledger.ts'

let base: TestDatabase
beforeAll(async () => {
  base = await testDatabase()
})
afterAll(() => base.close())

test('a balance that cannot be read does not keep the others from being published, and is published later', async () => {
  const { openBettor } = await openLedger({ db: base.db, currency: 'KES' })
  for (const bettor of [1n, 2n, 3n]) await transact(base.db, (tx) => openBettor(tx, bettor))
  let faults = 0
  const getExecutor = () => {
    if (faults-- > 0) throw new Error('the database is away')
    return base.db.getExecutor()
  }
  const published: bigint[] = []
  const publishTo = (bettor: bigint): void => void published.push(bettor)
  const live = { hasSubscribers: (_topic: string, bettor: bigint) => bettor !== 2n, publishTo } as unknown as Live
  const { publishBalances } = openBalances({ db: { getExecutor } as unknown as Db, currency: 'KES' })
  faults = 1
  await publishBalances(live, [1n, 2n, 3n])
  expect(published).toEqual([3n])
  await expect.poll(() => published).toEqual([3n, 1n])
})
