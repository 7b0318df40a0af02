import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { DbClient } from './db-client.ts'
import { isForbidden, prepareRoles } from './database-roles.ts'
import type { Connection } from './db.ts'
import { StartError } from './start-error.ts'

const lockKey = 714_263_001

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
    const before = await client.query<{ name: string; hash: string }>('select name, hash from platform.migration')
    const applied = new Map(before.rows.map((row) => [row.name, row.hash]))
    const ran: string[] = []
    const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
    const unknown = [...applied.keys()].filter((name) => !files.includes(name))
    if (unknown.length > 0)
      throw new StartError(
        `The schema is newer than this program: another release ran ${unknown.sort().join(', ')}. Start that release or a later one`,
      )
    for (const name of files) {
      const text = await readFile(join(folder, name), 'utf8')
      const hash = createHash('sha256').update(text).digest('hex')
      if (applied.get(name) === hash) continue
      if (applied.has(name))
        throw new StartError(`${name} was changed after it had run. Migrations are never edited: add a new file`)
      await runOne(client, { name, text, hash })
      ran.push(name)
    }
    return ran
  } finally {
    await client.end()
  }
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

async function runOne(client: pg.Client, file: { name: string; text: string; hash: string }): Promise<void> {
  await client.query('begin')
  try {
    await client.query(file.text)
    await client.query('insert into platform.migration (name, hash) values ($1, $2)', [file.name, file.hash])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new StartError(`${file.name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
