import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { DbClient } from './db-client.ts'
import { isForbidden, prepareRoles } from './database-roles.ts'
import type { Connection } from './db.ts'
import { StartError } from './start-error.ts'

const lockKey = 714_263_001

/**
 * A migration that waits for a table makes every later statement on that table wait behind it, so it waits briefly, gives way and tries
 * again: the release before it may be serving meanwhile.
 */
const waitsMs = 2_000
const triesMax = 60
const pauseMs = 500

/**
 * Brings the schema up to date: runs the .sql files of `folder` in the order of their names, each once and in its own transaction. An
 * advisory lock keeps other starting processes out. Throws a StartError if a file changed after it ran, or if the schema is newer than this
 * program. Returns the names of the files that ran now.
 */
export async function migrate(connection: Connection, folder: string): Promise<string[]> {
  const client = new DbClient(connection)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await prepare(client)
    const pending = await pendingIn(client, folder)
    for (const file of pending) await runWhenFree(client, file)
    return pending.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** The names of the files that `migrate` would run; it throws as `migrate` does, and changes nothing. */
export async function pendingMigrations(connection: Connection, folder: string): Promise<string[]> {
  const client = new DbClient(connection)
  await client.connect()
  try {
    return (await pendingIn(client, folder)).map(({ name }) => name)
  } finally {
    await client.end()
  }
}

type Migration = { readonly name: string; readonly text: string; readonly hash: string }

async function pendingIn(client: pg.Client, folder: string): Promise<Migration[]> {
  const known = await client.query<{ is: boolean }>(`select to_regclass('platform.migration') is not null as is`)
  const before = known.rows[0]?.is
    ? await client.query<{ name: string; hash: string }>('select name, hash from platform.migration')
    : { rows: [] }
  const applied = new Map(before.rows.map((row) => [row.name, row.hash]))
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const unknown = [...applied.keys()].filter((name) => !files.includes(name))
  if (unknown.length > 0)
    throw new StartError(
      `The schema is newer than this program: another release ran ${unknown.sort().join(', ')}. Start that release or a later one`,
    )
  const pending: Migration[] = []
  for (const name of files) {
    const text = await readFile(join(folder, name), 'utf8')
    const hash = createHash('sha256').update(text).digest('hex')
    if (applied.get(name) === hash) continue
    if (applied.has(name))
      throw new StartError(`${name} was changed after it had run. Migrations are never edited: add a new file`)
    pending.push({ name, text, hash })
  }
  return pending
}

async function prepare(client: pg.Client): Promise<void> {
  const version = await client.query<{ server_version_num: string }>('show server_version_num')
  if (Number(version.rows[0]?.server_version_num) < 150_000) throw new StartError('PostgreSQL 15 or later is required')
  await prepareRoles(client)
  try {
    await client.query(`
      create schema if not exists platform;
      create table if not exists platform.migration (name text primary key, hash text not null, ran_at timestamptz not null default now());`)
  } catch (error) {
    if (!isForbidden(error)) throw error
    throw new StartError(
      `${client.user} may not create tables in the database ${client.database}. Let an administrator of PostgreSQL run once: alter database ${client.database} owner to ${client.user};`,
      { cause: error },
    )
  }
}

async function runWhenFree(client: pg.Client, file: Migration): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await runOne(client, file)
    } catch (error) {
      if (!isLockTimeout(error) || tries === triesMax) throw failed(file, error)
      await wait(pauseMs)
    }
  }
}

const isLockTimeout = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '55P03'

function failed({ name }: Migration, cause: unknown): StartError {
  const reason = isLockTimeout(cause)
    ? 'another transaction has held what it changes for minutes; find it in pg_stat_activity'
    : cause instanceof Error
      ? cause.message
      : String(cause)
  return new StartError(`${name} failed: ${reason}`, { cause })
}

async function runOne(client: pg.Client, file: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${waitsMs}`)
    await client.query(file.text)
    await client.query('insert into platform.migration (name, hash) values ($1, $2)', [file.name, file.hash])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
