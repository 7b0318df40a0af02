import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { hasDocument } from './backup/documents.ts'
import { restoreDocumentsBeside } from './backup/own-postgres.ts'
import { restoreBackup, type Restored } from './backup/restore.ts'
import { storedDocuments } from './modules/identity/identity.ts'
import { readConfig, type Config } from './config.ts'
import { monotonicMs, realClock } from './platform/clock.ts'
import { withDatabase } from './platform/reach.ts'
import { runOrExit, StartError } from './platform/start-error.ts'
import { verifyBooks } from './verify-books.ts'

/**
 * `npm run restore` creates a data folder from a backup and the archived log, up to the last moment or the one of `--at`, and verifies its
 * books. With DATABASE_URL, whose database pgBackRest has restored, it copies back documents and keys and verifies the books. Exits with 1 if the restore is refused, the books are wrong or something is missing, and with 2 for an unknown option.
 */
const usage =
  'npm run restore -- --from <folder of backups, or one backup> [--at 2026-11-22T18:30:00+03:00] [--to <DATA_DIR>] [--keys <folder of keys>] [--timeline <n>]'
const options = readOptions()
const startedAt = monotonicMs()
const shownMax = 20
const onProgress = (text: string) => console.log(`...    ${text}`)

process.exitCode = await runOrExit(async () => {
  const config = readConfig()
  if (config.databaseUrl) return restoreBeside(config)
  const to = options.to === undefined ? config.dataDir : resolve(options.to)
  const at = configAt(to, config)
  const restored = await restoreBackup({
    from: options.from,
    to,
    documents: at.kyc.folder,
    at: momentOf(options.at),
    timeline: options.timeline,
    keys: options.keys,
    onProgress,
  })
  const { missing, right } = await verify(at)
  const moment = restored.reached.lastCommitAt?.toISOString() ?? restored.backup.info.stoppedAt
  const seconds = Math.round((monotonicMs() - startedAt) / 1000)
  console.log(`${right ? 'ok   ' : 'WRONG'}  restored to ${to} in ${seconds} s: the last transaction is of ${moment}`)
  const wrong = reportWrong(restored, missing)
  console.log(`Start it with DATA_DIR=${to}, then make a backup: npm run backup`)
  return wrong || !right ? 1 : 0
})

/** Completes what pgBackRest has restored, at DATABASE_URL. Returns the exit code. */
async function restoreBeside(config: Config): Promise<number> {
  for (const name of ['at', 'to', 'timeline'] as const)
    if (options[name] !== undefined)
      throw new StartError(`--${name}: pgBackRest restores the database of DATABASE_URL; this command follows it`)
  const restored = await restoreDocumentsBeside({ config, from: options.from, keys: options.keys })
  const { missing, right } = await verify(config)
  console.log(`${right ? 'ok   ' : 'WRONG'}  the books of the database, and the documents that it names`)
  const wrong = reportWrong(restored, missing)
  return wrong || !right ? 1 : 0
}

/** The configuration of the restored data folder. It archives nothing, because its log must not be added to the archive that was restored. */
function configAt(to: string, config: Config): Config {
  const isInside = config.kyc.folder === join(config.dataDir, 'documents')
  return {
    ...config,
    dataDir: to,
    databaseUrl: undefined,
    databaseDirectUrl: undefined,
    kyc: { ...config.kyc, folder: isInside ? join(to, 'documents') : config.kyc.folder },
    backup: { ...config.backup, folder: undefined },
  }
}

function readOptions() {
  try {
    const string = { type: 'string' } as const
    const { values } = parseArgs({ options: { from: string, to: string, at: string, keys: string, timeline: string } })
    const timeline = values.timeline === undefined ? undefined : Number(values.timeline)
    if (values.from === undefined || (timeline !== undefined && !(timeline > 0))) throw new Error(usage)
    return { ...values, from: values.from, timeline }
  } catch {
    console.error(usage)
    process.exit(2)
  }
}

/** Parses the moment of `--at`. A time without a zone is refused, because it could be three hours off. */
function momentOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const moment = new Date(text)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(moment.getTime()))
    throw new StartError(
      `--at: ${text} is not a time with a zone, such as 2026-11-22T18:30:00+03:00 or 2026-11-22T15:30:00Z`,
    )
  if (moment.getTime() > realClock.now())
    throw new StartError(`--at: ${text} is in the future. Leave --at out to restore everything`)
  return moment
}

/** Starts the restored database, verifies its books, and returns the names of the documents that are missing in the folder of documents. */
async function verify(config: Config): Promise<{ missing: string[]; right: boolean }> {
  return withDatabase(config, async ({ db }) => {
    const missing: string[] = []
    for await (const one of storedDocuments(db)) {
      if (!(await hasDocument(config.kyc.folder, one))) missing.push(one.name)
    }
    return { missing, right: await verifyBooks(db, { full: true, config }) }
  })
}

/** Reports what is missing in the restored data; true if more than keys, which may be in the environment, is missing. */
function reportWrong(
  { keysMissing, documentsLost, logDamaged }: Pick<Restored, 'keysMissing' | 'documentsLost'> & Partial<Restored>,
  missing: readonly string[],
): boolean {
  const lost = [...new Set([...missing, ...documentsLost])]
  if (lost.length > 0)
    console.error(
      `WRONG  ${lost.length} documents are missing or damaged; request them again:  ${lost.slice(0, shownMax).join(', ')}${lost.length > shownMax ? ', …' : ''}`,
    )
  if (logDamaged !== undefined)
    console.error(
      `WRONG  the file ${logDamaged} of the log is damaged: changes in it and in later files, after the moment above, are not restored`,
    )
  if (keysMissing.length > 0)
    console.log(
      `keys   not restored: ${keysMissing.join(', ')}. Put your copies there before the start, unless they are in the environment`,
    )
  return lost.length > 0 || logDamaged !== undefined
}
