import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig, type Config } from '#config'
import { documentNames } from './documents.ts'
import { keysOf } from './keys.ts'
import { backUpDocuments, lastDatabaseBackup, restoreDocumentsBeside } from './own-postgres.ts'

const document = '0b5f6e0a-1111-4222-8333-444455556666'
const other = '0b5f6e0a-1111-4222-8333-444455557777'
let folder: string
let root: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nare-own-'))
  root = join(folder, 'backups')
  await mkdir(join(folder, 'data', 'documents'), { recursive: true })
  for (const name of [document, other]) await writeFile(join(folder, 'data', 'documents', name), `sealed ${name}`)
  await writeFile(join(folder, 'data', 'games.key'), Buffer.alloc(32, 7))
})
afterEach(() => rm(folder, { recursive: true }))

const configOf = (name: string): Config =>
  readConfig({ NODE_ENV: 'test', DATA_DIR: join(folder, name), DATABASE_URL: 'postgres://nare@localhost/nare' })

test('documents and keys of a lost machine come back, and a second restore changes nothing', async () => {
  const keysTo = join(folder, 'keys')
  const taken = await backUpDocuments({ config: configOf('data'), root, keysTo })
  expect(taken).toEqual({ documents: 2, keys: ['games.key'] })
  const restore = () => restoreDocumentsBeside({ config: configOf('new'), from: root, keys: keysTo })
  expect(await restore()).toEqual({ documentsLost: [], keysMissing: [] })
  expect(await restore()).toEqual({ documentsLost: [], keysMissing: [] })
  expect((await documentNames(join(folder, 'new', 'documents'))).sort()).toEqual([document, other])
  expect(await keysOf(join(folder, 'new'))).toEqual(await keysOf(join(folder, 'data')))
})

test('a restore names damaged and missing documents and the keys that nobody gave', async () => {
  await backUpDocuments({ config: configOf('data'), root })
  await writeFile(join(root, 'documents', document), 'altered')
  await rm(join(root, 'documents', other))
  const restored = await restoreDocumentsBeside({ config: configOf('new'), from: root })
  expect(restored.documentsLost.toSorted()).toEqual([document, other])
  expect(restored.keysMissing).toEqual(['games.key'])
})

test('keys of another house, keys beside the backup and a folder without a backup are refused before anything is copied', async () => {
  const inside = backUpDocuments({ config: configOf('data'), root, keysTo: join(root, 'keys') })
  await expect(inside).rejects.toThrow('keys must not be stored next to their backups')
  const nothing = restoreDocumentsBeside({ config: configOf('new'), from: join(folder, 'data') })
  await expect(nothing).rejects.toThrow('it is not a folder of nare backup')
  await backUpDocuments({ config: configOf('data'), root })
  await mkdir(join(folder, 'new'))
  await writeFile(join(folder, 'new', 'games.key'), Buffer.alloc(32, 8))
  const wrong = restoreDocumentsBeside({ config: configOf('new'), from: root })
  await expect(wrong).rejects.toThrow(`games.key of ${join(folder, 'new')} is not the key of this backup`)
  expect(await documentNames(join(folder, 'new', 'documents')).catch(() => [])).toEqual([])
})

test('the last backup of the database is the newest complete one that pgBackRest lists', async () => {
  await mkdir(root)
  const listed = async (text: string) => {
    await writeFile(join(root, 'pgbackrest.json'), text)
    return lastDatabaseBackup(root)
  }
  expect(await lastDatabaseBackup(root)).toBeUndefined()
  expect(await listed('{"half":')).toBeUndefined()
  expect(await listed('[{"backup":[],"name":"nare","status":{"code":2}}]')).toBeUndefined()
  const [first, second, failed] = [1_764_400_000, 1_764_486_400, 1_764_572_800].map((stop, at) => ({
    error: at === 2,
    timestamp: { start: stop - 60, stop },
  }))
  expect(await listed(JSON.stringify([{ backup: [first, second, failed], name: 'nare' }]))).toEqual(
    new Date(1_764_486_400_000),
  )
})
