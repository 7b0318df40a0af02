import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { lastDatabaseBackup } from './own-postgres.ts'

/**
 * The drill of `packaging/pgbackrest` on Debian's PostgreSQL and pgBackRest: its two settings files, a cluster that is lost with everything
 * in it, and its restore. Skipped, and counted as skipped, where they are not installed.
 */
const major = [18, 17, 16, 15].find((one) => existsSync(`/usr/lib/postgresql/${one}/bin/initdb`))
const isInstalled = major !== undefined && existsSync('/usr/bin/pgbackrest')
const bin = `/usr/lib/postgresql/${major}/bin`
const waiting = { timeout: 30_000, interval: 100 }
let folder: string
let client: pg.Client | undefined

beforeAll(async () => {
  if (!isInstalled) return
  folder = await mkdtemp(join(tmpdir(), 'nare-pgbackrest-'))
  await chmod(folder, 0o777)
  await mkdir(join(folder, 'repository'))
  await chmod(join(folder, 'repository'), 0o777)
  const packaged = await readFile('packaging/pgbackrest/pgbackrest.conf', 'utf8')
  const settings = packaged
    .replace('/var/lib/pgbackrest', join(folder, 'repository'))
    .replace(/^pg1-path=.*$/m, `pg1-path=${join(folder, 'main')}`)
    .replace(/^pg1-port=.*$/m, `pg1-port=${port}\npg1-socket-path=${folder}\npg1-user=drill\npg1-database=postgres`)
    .replace('[nare]', `lock-path=${folder}\nspool-path=${folder}\n\n[nare]`)
  await writeFile(join(folder, 'pgbackrest.conf'), settings)
  await as(`${bin}/initdb`, ['-D', join(folder, 'main'), '-U', 'drill', '-A', 'trust', '--no-sync'])
  const log = await readFile('packaging/pgbackrest/nare.conf', 'utf8')
  await writeFile(
    join(folder, 'drill.conf'),
    `${log.replace('pgbackrest --stanza', `pgbackrest --config=${folder}/pgbackrest.conf --stanza`)}
listen_addresses = ''
port = ${port}
unix_socket_directories = '${folder}'
`,
  )
  await as('sh', ['-c', `echo "include '${folder}/drill.conf'" >> ${folder}/main/postgresql.conf`])
})
afterAll(async () => {
  if (!isInstalled) return
  await client?.end().catch(() => undefined)
  await as(`${bin}/pg_ctl`, ['-D', join(folder, 'main'), '-m', 'immediate', 'stop']).catch(() => undefined)
  await rm(folder, { recursive: true, force: true })
})

/** A socket file has this port in its name; the server does not listen on it. */
const port = 5999

/** Runs a program as the user of PostgreSQL, which is never root. */
function as(program: string, args: readonly string[]): Promise<{ stdout: string }> {
  const isRoot = process.getuid?.() === 0
  const [command, ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', program, ...args] : [program, ...args]
  return promisify(execFile)(command ?? program, rest, { cwd: folder })
}

const pgBackRest = (...args: string[]) =>
  as('pgbackrest', [`--config=${join(folder, 'pgbackrest.conf')}`, '--stanza=nare', ...args])

async function start(): Promise<pg.Client> {
  await as(`${bin}/pg_ctl`, ['-D', join(folder, 'main'), '-l', join(folder, 'postgres.log'), '-w', 'start'])
  const opened = new pg.Client({ host: folder, port, user: 'drill', database: 'postgres' })
  opened.on('error', () => undefined)
  await opened.connect()
  return opened
}

const transfers = async (): Promise<number[]> => {
  const { rows } = await (client ?? (await start())).query<{ id: number }>('select id from transfer order by id')
  return rows.map(({ id }) => id)
}

test.skipIf(!isInstalled)('a lost cluster comes back with what was written after its backup', async () => {
  client = await start()
  await pgBackRest('stanza-create')
  await client.query('create table transfer (id int primary key)')
  await client.query('insert into transfer select generate_series(1, 1000)')
  await pgBackRest('--type=full', 'backup')
  const { stdout } = await pgBackRest('--output=json', 'info')
  await writeFile(join(folder, 'pgbackrest.json'), stdout)
  expect(await lastDatabaseBackup(folder)).toBeInstanceOf(Date)

  await client.query('insert into transfer select generate_series(1001, 2000)')
  const { rows } = await client.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file')
  await vi.waitFor(async () => {
    const archived = await client?.query<{ last: string }>('select last_archived_wal as last from pg_stat_archiver')
    expect((archived?.rows[0]?.last ?? '') >= (rows[0]?.file ?? 'F')).toBe(true)
  }, waiting)
  await client.end()
  client = undefined
  await as(`${bin}/pg_ctl`, ['-D', join(folder, 'main'), '-m', 'immediate', 'stop'])
  await rm(join(folder, 'main'), { recursive: true })

  await as('mkdir', ['-m', '0700', join(folder, 'main')])
  await pgBackRest('restore')
  client = await start()
  await vi.waitFor(async () => {
    const recovering = await client?.query<{ is: boolean }>('select pg_is_in_recovery() as is')
    expect(recovering?.rows[0]?.is).toBe(false)
  }, waiting)
  expect(await transfers()).toEqual(Array.from({ length: 2000 }, (_, n) => n + 1))
})
