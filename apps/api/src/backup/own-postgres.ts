import { mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import type { Config } from '#config'
import { lockFolder } from '#platform/folder-lock'
import { writeDurably } from '#platform/key-file'
import { StartError } from '#platform/start-error'
import { copyDocuments, documentsFolder, documentSums, lostDocuments, restoreDocuments } from './documents.ts'
import { parseSums, sumsText } from './folder.ts'
import { checkKeys, copyKeys, keysApart, keysOf } from './keys.ts'

/**
 * With the operator's own PostgreSQL, pgBackRest backs up and restores the database, and Nare what pgBackRest does not copy: the identity
 * documents, and on demand the key files. `packaging/pgbackrest` has the settings and units; the folder of backups has these files.
 */
const keySums = 'keys.sha256'
/** What `pgbackrest --output=json info` printed after the last complete backup of the database. */
const infoFile = 'pgbackrest.json'

type Copying = {
  config: Config
  /** The folder of backups. */
  root: string
  keysTo?: string | undefined
}

/** Copies the documents, and the keys to `keysTo` if it is given. Returns their number and the names of the keys that the data needs. */
export async function backUpDocuments({
  config,
  root,
  keysTo,
}: Copying): Promise<{ documents: number; keys: readonly string[] }> {
  if (keysTo !== undefined) keysApart(keysTo, root)
  await mkdir(root, { recursive: true, mode: 0o700 })
  const unlock = await lockFolder(root, 'It is making a backup')
  try {
    const known = parseSums(await readFile(join(root, documentSums), 'utf8').catch(() => ''))
    const sums = await copyDocuments({ from: config.kyc.folder, to: join(root, documentsFolder), known })
    const keys = await keysOf(config.dataDir)
    await writeDurably(join(root, documentSums), Buffer.from(sumsText(sums)))
    await writeDurably(join(root, keySums), Buffer.from(sumsText(new Map(Object.entries(keys)))))
    if (keysTo !== undefined) await copyKeys({ names: Object.keys(keys), from: config.dataDir, to: keysTo })
    return { documents: sums.size, keys: Object.keys(keys) }
  } finally {
    await unlock()
  }
}

type Restoring = { config: Config; from: string; keys?: string | undefined }

/**
 * Copies the documents of a folder of backups to KYC_DIR, and keys of the folder `keys` to DATA_DIR, without overwriting any. Returns the
 * names of documents that are missing or damaged in the backup, and of keys that the data needs and DATA_DIR lacks. Throws a StartError if
 * the folder has no backup of documents, or if a key is another one.
 */
export async function restoreDocumentsBeside({
  config,
  from,
  keys,
}: Restoring): Promise<{ documentsLost: readonly string[]; keysMissing: readonly string[] }> {
  const listed = await readFile(join(from, documentSums), 'utf8').catch(() => undefined)
  if (listed === undefined)
    throw new StartError(`--from: ${resolve(from)} has no ${documentSums}: it is not a folder of nare backup`)
  const needed = Object.fromEntries(parseSums(await readFile(join(from, keySums), 'utf8')))
  if (keys !== undefined) await checkKeys(needed, keys)
  const present = await keysOf(config.dataDir)
  const missing = Object.keys(needed).filter((name) => present[name] === undefined)
  if (keys !== undefined && missing.length > 0) await copyKeys({ names: missing, from: keys, to: config.dataDir })
  const keysMissing = await checkKeys(needed, config.dataDir, { all: false })
  const restored = await restoreDocuments(join(from, documentsFolder), config.kyc.folder)
  return { documentsLost: lostDocuments(parseSums(listed), restored), keysMissing }
}

const zInfo = z.array(
  z.object({ backup: z.array(z.object({ error: z.boolean().nullish(), timestamp: z.object({ stop: z.number() }) })) }),
)

/** When pgBackRest's last complete backup ended, by the file that its unit writes; undefined if there is none or it cannot be read. */
export async function lastDatabaseBackup(root: string): Promise<Date | undefined> {
  const text = await readFile(join(root, infoFile), 'utf8').catch(() => '')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const info = zInfo.safeParse(value)
  const ends = (info.data ?? []).flatMap(({ backup }) =>
    backup.filter(({ error }) => !error).map(({ timestamp }) => timestamp.stop),
  )
  return ends.length === 0 ? undefined : new Date(Math.max(...ends) * 1000)
}
