import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#testing/database'
import { migrate } from './migrate.ts'
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

test('a migration that was changed after it had run is refused with a sentence', async () => {
  await writeFile(join(folder, '9000-later.sql'), 'create table platform.later (id bigint)')
  const error = await refusal(folder)
  expect(error).toBeInstanceOf(StartError)
  expect(String(error)).toContain('9000-later.sql was changed after it had run')
})
