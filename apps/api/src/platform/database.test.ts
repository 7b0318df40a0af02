import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { testDatabase, type TestDatabase } from '#testing/database'
import { poolsOf } from './database.ts'

let base: TestDatabase
let max: number

beforeAll(async () => {
  base = await testDatabase({ size: 1 })
  const { rows } = await sql<{ max_connections: string }>`show max_connections`.execute(base.db)
  max = Number(rows[0]?.max_connections)
})
afterAll(() => base.close())

test('every pool of a process, including that of the replica, gets a share of the connections of PostgreSQL', async () => {
  const asked = { poolSize: max, moneyPoolSize: max / 2, replicaPoolSize: max }
  const one = await poolsOf(base.connection, asked, 1)
  const four = await poolsOf(base.connection, asked, 4)
  for (const [pools, processes] of [[one, 1] as const, [four, 4] as const]) {
    expect((pools.poolSize + pools.moneyPoolSize) * processes).toBeLessThan(max)
    expect(pools.replicaPoolSize * processes).toBeLessThan(max)
  }
  expect(four.replicaPoolSize).toBeGreaterThan(four.poolSize)
})

test('pools that fit keep their configured size, and no pool has less than two connections', async () => {
  const small = { poolSize: 4, moneyPoolSize: 3, replicaPoolSize: 5 }
  expect(await poolsOf(base.connection, small, 2)).toEqual(small)
  expect(await poolsOf(base.connection, small, max)).toEqual({ poolSize: 2, moneyPoolSize: 2, replicaPoolSize: 2 })
})
