import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#testing/database'
import { DbClient } from './db-client.ts'
import { migrate, pendingMigrations } from './migrate.ts'
import { StartError } from './start-error.ts'

const shipped = new URL('../../../../db/migrations', import.meta.url).pathname
let base: TestDatabase
let folder: string
beforeAll(async () => {
  base = await testDatabase({ size: 1 })
  folder = await mkdtemp(join(tmpdir(), 'nare-migrations-'))
  await cp(shipped, folder, { recursive: true })
})
afterAll(async () => {
  await base.close()
  await rm(folder, { recursive: true })
})

const refusal = (from: string) =>
  migrate(base.connection, from).then(
    () => undefined,
    (error: unknown) => error,
  )

test('an older program does not start on a newer schema and explains why; the newer program starts', async () => {
  await writeFile(join(folder, '9000-later.sql'), 'create table platform.later (id int)')
  expect(await migrate(base.connection, folder)).toEqual(['9000-later.sql'])
  const error = await refusal(shipped)
  expect(error).toBeInstanceOf(StartError)
  expect(String(error)).toContain('The schema is newer than this program: another release ran 9000-later.sql')
  expect(await migrate(base.connection, folder)).toEqual([])
})

test('a migration that cannot get its lock gives way to statements behind it, and runs once the lock is free', async () => {
  await writeFile(join(folder, '9001-busy.sql'), 'alter table platform.later add column more int')
  expect(await pendingMigrations(base.connection, folder)).toEqual(['9001-busy.sql'])
  const reader = new DbClient(base.connection)
  const behind = new DbClient(base.connection)
  await reader.connect()
  await behind.connect()
  await reader.query('begin')
  await reader.query('select * from platform.later')
  const migrated = migrate(base.connection, folder)
  await expect
    .poll(async () => {
      const waiting = `select count(*)::int as n from pg_locks where not granted and relation = 'platform.later'::regclass`
      return (await behind.query<{ n: number }>(waiting)).rows[0]?.n
    })
    .toBe(1)
  // It would wait until the reader ends, which is after it.
  expect((await behind.query('select * from platform.later')).rows).toEqual([])
  await reader.query('commit')
  expect(await migrated).toEqual(['9001-busy.sql'])
  expect(await pendingMigrations(base.connection, folder)).toEqual([])
  await Promise.all([reader.end(), behind.end()])
})

test('a migration that was changed after it had run is refused with a sentence', async () => {
  await writeFile(join(folder, '9000-later.sql'), 'create table platform.later (id bigint)')
  const error = await refusal(folder)
  expect(error).toBeInstanceOf(StartError)
  expect(String(error)).toContain('9000-later.sql was changed after it had run')
})

test('a user who may not make roles or tables is told what an administrator has to run; after that the start succeeds', async () => {
  const names = { user: 'migrate_owner', database: 'migrate_new' }
  const admin = new DbClient(base.connection)
  await admin.connect()
  try {
    await admin.query(`create role ${names.user} login password 'x'`)
    await admin.query(`create database ${names.database}`)
    const owner = { ...base.connection, ...names, password: 'x' }
    const start = () => migrate(owner, shipped).catch(String)
    const grant = 'grant nare_app to migrate_owner;'
    expect(await start()).toBe(
      `StartError: migrate_owner may not make the roles that Nare needs. Let an administrator of PostgreSQL run once: ${grant}`,
    )
    await admin.query(grant)
    const own = 'alter database migrate_new owner to migrate_owner;'
    expect(await start()).toBe(
      `StartError: migrate_owner may not create tables in the database migrate_new. Let an administrator of PostgreSQL run once: ${own}`,
    )
    await admin.query(own)
    expect(await start()).toContain('0001-platform.sql')
  } finally {
    await admin.query(`drop database if exists ${names.database}`)
    await admin.query(`drop role if exists ${names.user}`)
    await admin.end()
  }
})
