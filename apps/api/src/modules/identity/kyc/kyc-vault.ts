import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably, type KeySource } from '#platform/key-file'
import { random } from '#platform/random'
import { openSealing, sealBytes } from '#platform/sealing'

/** The size of the encrypted file of a document with this many bytes. */
export const sealedBytes = (bytes: number): number => sealBytes + bytes

export type Vault = ReturnType<typeof openVault>

/**
 * Encrypted files, each bound to its random name. Nothing is written to disk before the first file is written or read. Each encrypted file is also
 * written to the folder `copies`. If that fails, the file is still stored, and the next backup copies it.
 */
export function openVault({ folder, from, copies }: { folder: string; from: KeySource; copies?: string | undefined }) {
  const sealing = openSealing(from)

  /** The content of a file; undefined if it is missing or was altered. */
  async function read(name: string): Promise<Uint8Array | undefined> {
    const file = await readFile(join(folder, name)).catch(() => undefined)
    return file && sealing.open(name, file)
  }

  return {
    newName: (): string => random.uuid(),
    read,

    /** Writes a file durably under a new name. Replaces the partial file of an interrupted write. */
    async write(name: string, content: Uint8Array): Promise<void> {
      const file = await sealing.seal(name, content)
      await writeFile(folder, name, file)
      if (copies !== undefined) await writeFile(copies, name, file).catch(() => undefined)
    },

    /** Encrypts a file and its copy by the current key. False if the file is missing or no key opens it: it stays as it is. */
    async reseal(name: string): Promise<boolean> {
      const content = await read(name)
      if (!content) return false
      const file = await sealing.seal(name, content)
      for (const at of [folder, ...(copies === undefined ? [] : [copies])]) {
        // Written beside it and moved, so that there is a whole file at every moment.
        await writeFile(at, `${name}.new`, file)
        await rename(join(at, `${name}.new`), join(at, name))
      }
      return true
    },

    /** Removes a file and its copy, if they exist. */
    async remove(name: string): Promise<void> {
      await rm(join(folder, name), { force: true })
      if (copies !== undefined) await rm(join(copies, name), { force: true })
    },
  }
}

async function writeFile(folder: string, name: string, file: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeDurably(join(folder, name), file)
}
