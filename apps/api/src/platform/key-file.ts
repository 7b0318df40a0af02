import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { random } from './random.ts'

const keyBytes = 32

/** Where a key of 32 bytes comes from: the environment, or a file that is made once where it is missing. */
export type KeySource = { readonly key: Uint8Array } | { readonly keyFile: string }

/** Opens a key; its file is read or made when the key is first used. Throws where the file holds no key. */
export function openKey(from: KeySource): () => Promise<Uint8Array> {
  let key: Promise<Uint8Array> | undefined
  return () => (key ??= 'key' in from ? Promise.resolve(from.key) : keyInFile(from.keyFile))
}

/** The key that lies in a file of its own, readable by its owner alone; of several that make it at once, one wins. */
async function keyInFile(path: string): Promise<Uint8Array> {
  const there = await readFile(path).catch(() => undefined)
  if (there?.length === keyBytes) return there
  if (there) throw new Error(`${path} holds no key of ${keyBytes} bytes`)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${random.uuid()}`
  await writeDurably(draft, Buffer.from(random.token(keyBytes), 'base64url'))
  await link(draft, path).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  await rm(draft)
  return readFile(path)
}

/** Writes a file that only its owner reads, and waits until it is on the disk. */
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
