import { execFile, type SpawnOptions } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Connection } from './db.ts'
import { lockFolder } from './folder-lock.ts'
import type { Log } from './log.ts'
import { chooseRunner, stopOrphan, type Runner } from './postgres-runner.ts'
import { StartError } from './start-error.ts'

/** A prepared data folder, and how its PostgreSQL is run and connected to. */
export type Cluster = {
  readonly folder: string
  readonly connection: Connection
  readonly listen: Record<string, string>
  readonly as: (
    program: 'postgres' | 'initdb',
    args: string[],
  ) => { command: string; args: string[]; options: SpawnOptions }
  give(path: string): Promise<void>
  release(): Promise<void>
}

const majorVersion = '18'
const user = 'nare'
/** Small, because a whole file of the write-ahead log is archived every few seconds. */
const logFileMegabytes = 4
const run = promisify(execFile)

/** The connection of the running embedded PostgreSQL of `dataDir`, for commands that run while the server runs. */
export async function embeddedConnection(dataDir: string): Promise<Connection> {
  const password = (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim()
  const runner = await chooseRunner({ dataDir, quiet: true })
  return { host: runner.socketFolder, port: runner.port, user, password, database: 'nare' }
}

/** Creates the cluster if it is missing. Throws a StartError if the folder has another PostgreSQL version or is in use by another process. */
export async function prepareCluster({ dataDir, log }: { dataDir: string; log: Log }): Promise<Cluster> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const release = await lockFolder(dataDir)
  try {
    const runner = await chooseRunner({ dataDir, log })
    const password = await passwordOf(dataDir)
    await stopOrphan(runner.clusterFolder, log)
    await initialise({ runner, password, log })
    const connection = { host: runner.socketFolder, port: runner.port, user, password, database: 'postgres' }
    const { clusterFolder: folder, listen, as, give } = runner
    return { folder, connection, listen, as, give, release }
  } catch (error) {
    await release()
    throw error
  }
}

async function passwordOf(dataDir: string): Promise<string> {
  const file = join(dataDir, 'postgres.password')
  const existing = await readFile(file, 'utf8').catch(() => undefined)
  if (existing !== undefined) return existing.trim()
  const password = randomBytes(24).toString('base64url')
  await writeFile(file, password, { mode: 0o600 })
  await chmod(file, 0o600)
  return password
}

async function initialise({ runner, password, log }: { runner: Runner; password: string; log: Log }): Promise<void> {
  const folder = runner.clusterFolder
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version !== undefined) {
    if (version.trim() === majorVersion) return
    throw new StartError(
      `${folder} was created by PostgreSQL ${version.trim()}, but this program runs PostgreSQL ${majorVersion}. Dump it with the old version, or set DATA_DIR to another folder`,
    )
  }
  if (await stat(folder).catch(() => undefined))
    throw new StartError(`${folder} is not a PostgreSQL folder. Set DATA_DIR to another one`)
  log.info({ folder }, 'creating the database')
  const half = `${folder}.half`
  await rm(half, { recursive: true, force: true })
  const secret = join(runner.workFolder, 'initdb.password')
  await writeFile(secret, password, { mode: 0o600 })
  await runner.give(secret)
  const { command, args, options } = runner.as('initdb', [
    '-D',
    half,
    '-U',
    user,
    '-A',
    'scram-sha-256',
    `--pwfile=${secret}`,
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    `--wal-segsize=${logFileMegabytes}`,
    // The password is 192 random bits: hashing it 4,096 times for each connection would protect nothing.
    '--set=scram_iterations=1',
    '--no-instructions',
  ])
  try {
    await run(command, args, { cwd: options.cwd as string, uid: options.uid, gid: options.gid, env: options.env })
  } finally {
    await rm(secret, { force: true })
  }
  await rename(half, folder)
}
