import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '#platform/base-backup'
import { writeDurably } from '#platform/key-file'

/** The folder of documents, next to the backups. All backups share it, because a document never changes after it was written. */
export const documentsFolder = 'documents'
/** The file with the SHA-256 of each document, in the format of sha256sum. */
export const documentSums = 'documents.sha256'

const documentName = /^[0-9a-f-]{36}$/

/**
 * Copies the documents that are missing in `to`, and returns the SHA-256 of each document of `from` by its name. Sums in `known` are not
 * calculated again. A missing folder `from` has no documents.
 */
export async function copyDocuments({
  from,
  to,
  known,
}: {
  from: string
  to: string
  known: ReadonlyMap<string, string>
}): Promise<Map<string, string>> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const existing = new Set(await readdir(to))
  const sums = new Map<string, string>()
  for (const name of await documentNames(from)) {
    const sum = known.get(name)
    if (sum !== undefined && existing.has(name)) {
      sums.set(name, sum)
      continue
    }
    const content = await readFile(join(from, name))
    sums.set(name, sumOf(content))
    if (existing.has(name) && sumOf(await readFile(join(to, name))) === sumOf(content)) continue
    // Written under another name first, so that an interrupted copy is not mistaken for a document.
    await writeDurably(join(to, `${name}.part`), content)
    await rename(join(to, `${name}.part`), join(to, name))
  }
  await syncFolder(to)
  return sums
}

/** The names of listed documents that a backup lacks or that are damaged in it. Both maps have the SHA-256 by name. */
export const lostDocuments = (listed: ReadonlyMap<string, string>, found: ReadonlyMap<string, string>): string[] =>
  [...listed].filter(([name, sum]) => found.get(name) !== sum).map(([name]) => name)

/**
 * Copies the documents of a backup to a folder, without overwriting documents in it. Returns the SHA-256 of each document of the backup by
 * its name.
 */
export async function restoreDocuments(from: string, to: string): Promise<Map<string, string>> {
  const names = await documentNames(from)
  if (names.length > 0) await mkdir(to, { recursive: true, mode: 0o700 })
  const existing = new Set(await documentNames(to))
  const sums = new Map<string, string>()
  for (const name of names) {
    const content = await readFile(join(from, name))
    sums.set(name, sumOf(content))
    if (!existing.has(name)) await writeDurably(join(to, name), content)
  }
  return sums
}

/** The documents of a folder in order; none if the folder is missing. */
export async function documentNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => documentName.test(name)).sort()
}

/** Whether a document of this many bytes is in the folder. */
export async function hasDocument(folder: string, { name, bytes }: { name: string; bytes: number }): Promise<boolean> {
  const found = await stat(join(folder, name)).catch(() => undefined)
  return found?.size === bytes
}

const sumOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')
