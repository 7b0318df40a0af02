import { createCipheriv, createDecipheriv } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openKey, writeDurably, type KeySource } from '#platform/key-file'
import { random } from '#platform/random'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** The size of the encrypted file of a document with this many bytes. */
export const sealedBytes = (bytes: number): number => ivBytes + tagBytes + bytes

export type Vault = ReturnType<typeof openVault>

/**
 * Encrypted files: AES-256-GCM with a separate initialization vector for each file, bound to its random name. Nothing is written to disk
 * before the first file is written or read. Each encrypted file is also written to the folder `copies`. If that fails, the file is still
 * stored, and the next backup copies it.
 */
export function openVault({ folder, from, copies }: { folder: string; from: KeySource; copies?: string | undefined }) {
  const keyOf = openKey(from)

  return {
    newName: (): string => random.uuid(),

    /** Writes a file durably under a new name. Replaces the partial file of an interrupted write. */
    async write(name: string, content: Uint8Array): Promise<void> {
      const iv = Buffer.from(random.token(ivBytes), 'base64url')
      const cipher = createCipheriv(algorithm, await keyOf(), iv).setAAD(Buffer.from(name))
      const sealed = Buffer.concat([cipher.update(content), cipher.final()])
      const file = Buffer.concat([iv, cipher.getAuthTag(), sealed])
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeDurably(join(folder, name), file)
      if (copies !== undefined) await writeCopy(copies, name, file).catch(() => undefined)
    },

    /** Removes a file and its copy, if they exist. */
    async remove(name: string): Promise<void> {
      await rm(join(folder, name), { force: true })
      if (copies !== undefined) await rm(join(copies, name), { force: true })
    },

    /** The content of a file; undefined if it is missing or was altered. */
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

async function writeCopy(folder: string, name: string, file: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeDurably(join(folder, name), file)
}
