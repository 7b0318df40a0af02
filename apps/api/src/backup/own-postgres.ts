import { execFile, spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DbClient } from '#platform/db-client'
import type { ClusterCopy, CopiedFile } from '#platform/base-backup'
import { invariant } from '#platform/invariant'
import { StartError } from '#platform/start-error'
import { summed } from './folder.ts'

const run = promisify(execFile)
const tool = 'pg_basebackup'

/**
 * Copies the cluster at DATABASE_URL with pg_basebackup, including the log that the copy needs. Throws a StartError if the server refuses, or,
 * with the name of the package, if the tool is missing or older than the server.
 */
export async function copyByTool({ url, to }: { url: string; to: string }): Promise<ClusterCopy> {
  const before = await factsOf(url)
  await checkTool(before.version)
  const startedAt = before.at
  await baseBackup(['-d', url, '-D', to, '-X', 'stream', '-c', 'fast', '--manifest-checksums=SHA256', '--progress'])
  const { at: stoppedAt } = await factsOf(url)
  const label = await readFile(join(to, 'backup_label'), 'utf8')
  const [, startLsn, startFile] = /^START WAL LOCATION: (\S+) \(file (\w{24})\)/m.exec(label) ?? []
  const manifest = await readFile(join(to, 'backup_manifest'), 'utf8')
  const [, stopLsn] = /"End-LSN": "([^"]+)"/.exec(manifest) ?? []
  invariant(startLsn && startFile && stopLsn, 'pg_basebackup writes a label and a manifest')
  const names = await readdir(to, { recursive: true, withFileTypes: true })
  const files: CopiedFile[] = []
  for (const entry of names) {
    if (entry.isSymbolicLink())
      throw new StartError('The database has tablespaces outside its data folder, which are not copied')
    if (entry.isFile()) files.push(await summed(to, join(entry.parentPath, entry.name).slice(to.length + 1)))
  }
  return {
    systemIdentifier: before.system,
    serverVersion: before.version,
    timeline: Number.parseInt(startFile.slice(0, 8), 16),
    startLsn,
    stopLsn,
    startFile,
    startedAt,
    stoppedAt,
    files,
  }
}

type Facts = { at: Date; version: string; system: string }

async function factsOf(url: string): Promise<Facts> {
  const client = new DbClient({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Facts>(
      `select clock_timestamp() as at, current_setting('server_version') as version, system_identifier::text as system from pg_control_system()`,
    )
    invariant(rows[0], 'a server has a system identifier')
    return rows[0]
  } finally {
    await client.end()
  }
}

/** Throws a StartError if pg_basebackup is missing, or older than the server and so unable to copy it. */
async function checkTool(serverVersion: string): Promise<void> {
  const major = Number.parseInt(serverVersion, 10)
  const advice = `Install Debian's package postgresql-client-${major}, from apt.postgresql.org if your release does not have it`
  const output = await run(tool, ['--version']).catch(() => undefined)
  if (!output) throw new StartError(`${tool} is not installed. ${advice}`)
  const toolMajor = Number(/ (\d+)[.\w]*\s*$/m.exec(output.stdout.replace(/ \(Debian.*/, ''))?.[1])
  if (!(toolMajor >= major))
    throw new StartError(`${tool} has version ${toolMajor}, but the server has version ${serverVersion}. ${advice}`)
}

function baseBackup(args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(tool, args, { stdio: ['ignore', 'inherit', 'inherit'] })
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new StartError(`${tool} failed with code ${code}; its message is above`)),
    )
  })
}
