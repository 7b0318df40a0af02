import { createCipheriv, createDecipheriv } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { random } from '#platform/random'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16
const keyBytes = 32

export type Vault = ReturnType<typeof openVault>

/** Where the key comes from: the environment, or a file that is made once where it is not there. */
export type VaultKey = { readonly key: Uint8Array } | { readonly keyFile: string }

/**
 * Files that nobody reads without the key: AES-256-GCM with an initialization vector of each file's own, bound to its name, which is
 * random. Nothing touches the disk before the first file is written or read.
 */
export function openVault({ folder, from }: { folder: string; from: VaultKey }) {
  let key: Promise<Uint8Array> | undefined
  const keyOf = (): Promise<Uint8Array> => (key ??= 'key' in from ? Promise.resolve(from.key) : keyInFile(from.keyFile))

  return {
    newName: (): string => random.uuid(),

    /** Writes a file durably under a name that was not used before; a rest of an interrupted try is replaced. */
    async write(name: string, content: Uint8Array): Promise<void> {
      const iv = Buffer.from(random.token(ivBytes), 'base64url')
      const cipher = createCipheriv(algorithm, await keyOf(), iv).setAAD(Buffer.from(name))
      const sealed = Buffer.concat([cipher.update(content), cipher.final()])
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeDurably(join(folder, name), Buffer.concat([iv, cipher.getAuthTag(), sealed]))
    },

    /** The content of a file; undefined where it is not there, or not as it was written. */
    async read(name: string): Promise<Uint8Array | undefined> {
      const file = await readFile(join(folder, name)).catch(() => undefined)
      if (!file || file.length < ivBytes + tagBytes) return undefined
      const opener = createDecipheriv(algorithm, await keyOf(), file.subarray(0, ivBytes), { authTagLength: tagBytes })
      opener.setAAD(Buffer.from(name)).setAuthTag(file.subarray(ivBytes, ivBytes + tagBytes))
      try {
        return Buffer.concat([opener.update(file.subarray(ivBytes + tagBytes)), opener.final()])
      } catch {
        return undefined
      }
    },
  }
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

async function writeDurably(path: string, content: Uint8Array): Promise<void> {
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
