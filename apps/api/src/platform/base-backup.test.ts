import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyCluster } from './base-backup.ts'
import type { Connection } from './db.ts'
import { openLog } from './log.ts'
import { startPostgres, type Embedded } from './postgres.ts'
import { chooseRunner } from './postgres-runner.ts'

const log = openLog('silent')
let base: string
let server: Embedded
let client: pg.Client

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'nare-copy-'))
  server = await startPostgres({ dataDir: join(base, 'first'), log })
  client = new pg.Client(server.connection)
  await client.connect()
  await client.query(
    'create table entry (id bigint generated always as identity primary key, transfer int, amount int)',
  )
})
afterAll(async () => {
  await client.end()
  await server.stop()
  await rm(base, { recursive: true })
})

/** Writes transfers of two entries that sum to zero, each in its own transaction, until the work is done. */
async function writingWhile<T>(work: Promise<T>): Promise<{ done: T; written: number }> {
  let running = true
  const settled = work.finally(() => (running = false))
  let written = 0
  while (running) {
    written++
    await client.query('insert into entry (transfer, amount) values ($1, $2), ($1, -$2)', [written, written % 97])
    if (written % 50 === 0)
      await client.query('update entry set amount = amount where transfer % 50 = $1', [written % 50])
  }
  return { done: await settled, written }
}

async function rowsIn(connection: Connection) {
  const copy = new pg.Client(connection)
  await copy.connect()
  const { rows } = await copy.query<{ transfers: number; uneven: number }>(`
    select count(*)::int as transfers, count(*) filter (where entries <> 2 or total <> 0)::int as uneven
    from (select count(*) as entries, sum(amount) as total from entry group by transfer) transfers`)
  await copy.end()
  return rows[0]
}

test('a copy that is made while transactions commit starts without other files, and has only whole transactions', async () => {
  const dataDir = join(base, 'second')
  await mkdir(dataDir)
  await cp(join(base, 'first', 'postgres.password'), join(dataDir, 'postgres.password'))
  const from = (await chooseRunner({ dataDir: join(base, 'first'), log })).clusterFolder
  const runner = await chooseRunner({ dataDir, log })
  const before = (await rowsIn(server.connection))?.transfers ?? 0
  const { done, written } = await writingWhile(
    copyCluster({ connection: server.connection, from, to: runner.clusterFolder, give: runner.give }),
  )
  const paths = done.files.map(({ path }) => path)
  expect(paths).toContain('backup_label')
  expect(paths).toContain(`pg_wal/${done.startFile}`)
  expect(paths.filter((path) => /postmaster|pg_internal|pgsql_tmp|pg_replslot\//.test(path))).toEqual([])
  expect(await readFile(join(runner.clusterFolder, 'backup_label'), 'utf8')).toContain(done.startFile)
  const copy = await startPostgres({ dataDir, log })
  const found = await rowsIn(copy.connection)
  await copy.stop()
  expect(found?.uneven).toBe(0)
  expect(found?.transfers).toBeGreaterThanOrEqual(before)
  expect(found?.transfers).toBeLessThanOrEqual(written)
  expect((await rowsIn(server.connection))?.transfers).toBe(written)
})

test('a copy leaves no slot or backup on the server, and never overwrites other files', async () => {
  const slots = await client.query('select from pg_replication_slots')
  expect(slots.rowCount).toBe(0)
  const to = join(base, 'third')
  await mkdir(to)
  await writeFile(join(to, 'PG_VERSION'), '18\n')
  await expect(copyCluster({ connection: server.connection, from: to, to })).rejects.toThrow('is not empty')
  expect((await stat(join(to, 'PG_VERSION'))).size).toBe(3)
})
