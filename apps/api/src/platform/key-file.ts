import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { random } from './random.ts'

const keyBytes = 32

/** A 32-byte key of the environment, and those that it replaced: they still decrypt, and encrypt nothing any more. */
export type GivenKey = { readonly key: Uint8Array; readonly earlier?: readonly Uint8Array[] }
/** The source of a key: the environment, or a file that is created if it is missing. */
export type KeySource = GivenKey | { readonly keyFile: string }

/** Opens a key; its file is read or created on first use. Throws if the file contains no key. */
export function openKey(from: KeySource): () => Promise<Uint8Array> {
  let key: Promise<Uint8Array> | undefined
  return () => (key ??= 'key' in from ? Promise.resolve(from.key) : keyInFile(from.keyFile))
}

/** Opens a key and those that it replaced, the current one first. */
export function openKeys(from: KeySource): () => Promise<readonly Uint8Array[]> {
  const keyOf = openKey(from)
  const earlier = 'key' in from ? (from.earlier ?? []) : []
  return async () => [await keyOf(), ...earlier]
}

/** Reads the key from a file that only its owner can read. If several processes create the file at the same time, all use the first one. */
async function keyInFile(path: string): Promise<Uint8Array> {
  const existing = await readFile(path).catch(() => undefined)
  if (existing?.length === keyBytes) return existing
  if (existing) throw new Error(`${path} does not contain a key of ${keyBytes} bytes`)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${random.uuid()}`
  await writeDurably(draft, Buffer.from(random.token(keyBytes), 'base64url'))
  await link(draft, path).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  await rm(draft)
  return readFile(path)
}

/** Writes a file that only its owner can read, and waits until it is on the disk. */
export async function writeDurably(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  const folder = await open(dirname(path), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
