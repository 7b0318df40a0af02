import { mkdtemp, readdir, readFile, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openVault } from './kyc-vault.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nare-vault-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a file is also copied to the backup folder, and is stored even if the copy fails', async () => {
  const copies = join(folder, 'backups', 'documents')
  const at = join(folder, 'vault')
  const vault = openVault({ folder: at, copies, from: { key: Buffer.alloc(32, 7) } })
  const name = vault.newName()
  await vault.write(name, Buffer.from('one'))
  expect(await readFile(join(copies, name))).toEqual(await readFile(join(at, name)))
  const failing = openVault({ folder: at, copies: join(copies, name), from: { key: Buffer.alloc(32, 7) } })
  const kept = failing.newName()
  await failing.write(kept, Buffer.from('two'))
  expect(Buffer.from((await failing.read(kept)) ?? []).toString()).toBe('two')
})

test('a file decrypts only under its own name, with its own key, and unaltered', async () => {
  const at = join(folder, 'vault')
  const vault = openVault({ folder: at, from: { keyFile: join(folder, 'vault.key') } })
  const [first, second] = [vault.newName(), vault.newName()]
  await vault.write(first, Buffer.from('one'))
  await vault.write(second, Buffer.from('two'))
  expect(Buffer.from((await vault.read(first)) ?? []).toString()).toBe('one')
  const again = openVault({ folder: at, from: { keyFile: join(folder, 'vault.key') } })
  expect(Buffer.from((await again.read(second)) ?? []).toString()).toBe('two')
  const other = openVault({ folder: at, from: { key: Buffer.alloc(32, 7) } })
  expect(await other.read(first)).toBeUndefined()
  await truncate(join(at, second), 30)
  expect(await vault.read(second)).toBeUndefined()
  expect(await vault.read(vault.newName())).toBeUndefined()
})

test('a new key opens what the earlier one has sealed, and after resealing stands alone', async () => {
  const [at, copies] = [join(folder, 'turned'), join(folder, 'copies')]
  const [old, key] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]
  const before = openVault({ folder: at, copies, from: { key: old } })
  const name = before.newName()
  await before.write(name, Buffer.from('one'))
  const turned = openVault({ folder: at, copies, from: { key, earlier: [old] } })
  expect(Buffer.from((await turned.read(name)) ?? []).toString()).toBe('one')
  const fresh = turned.newName()
  await turned.write(fresh, Buffer.from('two'))
  expect(await before.read(fresh)).toBeUndefined()
  expect(await turned.reseal(name)).toBe(true)
  for (const where of [at, copies]) {
    const alone = openVault({ folder: where, from: { key } })
    expect(Buffer.from((await alone.read(name)) ?? []).toString()).toBe('one')
    expect((await readdir(where)).filter((file) => file.endsWith('.new'))).toEqual([])
  }
  const stranger = openVault({ folder: at, copies, from: { key: Buffer.alloc(32, 9) } })
  expect(await stranger.reseal(name)).toBe(false)
  expect(Buffer.from((await turned.read(name)) ?? []).toString()).toBe('one')
})
