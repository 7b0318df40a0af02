import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '#config'
import { testDatabase, type TestDatabase } from '#testing/database'
import { documentNames } from './documents.ts'
import { wholeBackups } from './folder.ts'
import { takeBackup } from './take.ts'

const document = '0b5f6e0a-1111-4222-8333-444455556666'
let base: TestDatabase
let folder: string
let tools: string

beforeAll(async () => {
  base = await testDatabase({ size: 2 })
  folder = await mkdtemp(join(tmpdir(), 'nare-own-'))
  tools = join(folder, 'tools')
  await mkdir(tools)
  await symlink('/bin/sh', join(tools, 'sh'))
  await mkdir(join(folder, 'documents'))
  await writeFile(join(folder, 'documents', document), 'sealed')
  vi.stubEnv('PATH', tools)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await base.close()
  await rm(folder, { recursive: true })
})

function take(root: string) {
  const { host, port, user, password, database } = base.connection
  const url = `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder, DATABASE_URL: url })
  return takeBackup({ config, root, onProgress: () => undefined })
}

test('if pg_basebackup is missing or too old, the error names its package, and the documents are copied nevertheless', async () => {
  const root = join(folder, 'backups')
  await expect(take(root)).rejects.toThrow(
    "pg_basebackup is not installed. Install Debian's package postgresql-client-18",
  )
  await writeFile(
    join(tools, 'pg_basebackup'),
    '#!/bin/sh\necho "pg_basebackup (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)"\n',
  )
  await chmod(join(tools, 'pg_basebackup'), 0o755)
  await expect(take(root)).rejects.toThrow('pg_basebackup has version 15, but the server has version 18')
  expect(await documentNames(join(root, 'documents'))).toEqual([document])
  expect(await wholeBackups(root)).toEqual([])
})
