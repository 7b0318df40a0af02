import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { writeDurably } from '#platform/key-file'
import { StartError } from '#platform/start-error'

/** The key files of a data folder with the SHA-256 of their contents. A key is 32 random bytes, so its hash does not reveal it. */
export async function keysOf(dataDir: string): Promise<Record<string, string>> {
  const names = await readdir(dataDir).catch(() => [])
  const keys = names.filter((name) => name.endsWith('.key')).sort()
  const sum = async (name: string) =>
    createHash('sha256')
      .update(await readFile(join(dataDir, name)))
      .digest('hex')
  return Object.fromEntries(await Promise.all(keys.map(async (name) => [name, await sum(name)] as const)))
}

/** Copies key files to a folder in which only their owner can read them. */
export async function copyKeys({
  names,
  from,
  to,
}: {
  names: readonly string[]
  from: string
  to: string
}): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const name of names) await writeDurably(join(to, name), await readFile(join(from, name)))
}

/** Throws a StartError if the folder of keys is in the folder of backups. */
export function keysApart(keys: string, backups: string): void {
  if (`${resolve(keys)}/`.startsWith(`${resolve(backups)}/`))
    throw new StartError(
      `--keys: ${keys} is in the folder of backups, and keys must not be stored next to their backups`,
    )
}

/**
 * The names of the keys that the data needs and that the folder lacks. `needed` are their SHA-256 by name. Throws a StartError if a key is
 * not the one of the backup, or, unless `all` is false, if the folder lacks one.
 */
export async function checkKeys(
  needed: Readonly<Record<string, string>>,
  folder: string | undefined,
  { all = true }: { all?: boolean } = {},
): Promise<string[]> {
  const given = folder === undefined ? {} : await keysOf(folder)
  const others = Object.keys(needed).filter((name) => given[name] !== undefined && given[name] !== needed[name])
  if (others.length > 0) throw new StartError(`--keys: ${others.join(', ')} of ${folder} is not the key of this backup`)
  const missing = Object.keys(needed).filter((name) => given[name] === undefined)
  if (folder !== undefined && all && missing.length > 0)
    throw new StartError(`--keys: ${folder} does not have ${missing.join(', ')}`)
  return missing
}
