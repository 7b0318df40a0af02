import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setTimeout as wait } from 'node:timers/promises'
import { openDb } from '@nare/api/platform/db'
import { openLog } from '@nare/api/platform/log'
import { startPostgres } from '@nare/api/platform/postgres'
import { sql } from 'kysely'
import { runBetting } from './support/drill-load.ts'
import { seedPlaced } from './support/drill-seed.ts'
import { startServer } from './support/server.ts'
import { makeBettors, makeMatches } from './support/world.ts'

/**
 * `npm run drill [-- --bets 1000000] [--on <folder>]` rehearses the loss of everything except the backups, on a temporary data folder.
 * Fills a server with bets by SQL, backs it up while bets are placed through HTTP, kills all processes, destroys the data folder, restores
 * to the last moment and to an earlier one, verifies the books, and compares with all acknowledged bets. Exits with 1 if a lost bet was
 * acknowledged more than 5 s before the kill, if a bet exists twice, if the restore to the last moment takes more than 300 s, if the
 * restore to the earlier moment has a missing or a later bet, or if the books are wrong.
 */
const { values } = parseArgs({ options: { bets: { type: 'string' }, on: { type: 'string' } } })
const bets = Number(values.bets ?? 1_000_000)
const goal = { lostSeconds: 5, restoreSeconds: 300 }
const connections = 32
const bettorCount = 5000
const matchCount = 60
const afterBackupMs = 20_000
const idsAtOnce = 20_000

type Acknowledged = { id: string; sentAt: number; answeredAt: number }

const folder = await mkdtemp(join(values.on ?? tmpdir(), 'nare-drill-'))
const [data, backups, keys] = ['data', 'backups', 'keys'].map((name) => join(folder, name)) as [string, string, string]
try {
  process.exitCode = (await drill()) ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function drill(): Promise<boolean> {
  const server = await startServer({ DATA_DIR: data, BACKUP_DIR: backups })
  const matches = await makeMatches(server, matchCount)
  const bettors = await makeBettors(server, bettorCount)
  const tokens = bettors.map(({ token }) => token)
  const betting = { url: server.url.href, matches, tokens, connections }
  console.log(`inserting ${bets} bets …`)
  const { db: owner } = openDb(server.connection, { size: 1, log: openLog('warn'), role: 'none' })
  const seedS = await timed(() =>
    seedPlaced({ owner, bets, matches, bettors: bettors.map(({ id }) => id), acknowledged: join(folder, 'base') }),
  )
  await owner.destroy()
  const databaseMb = await sizeMb(data)

  console.log('backing up while bets are placed …')
  const liveFrom = performance.now()
  const live = runBetting({ ...betting, acknowledged: join(folder, 'live') })
  await wait(2000)
  const backupS = await timed(() => command('backup', ['--keys', keys], { DATA_DIR: data, BACKUP_DIR: backups }))
  await wait(afterBackupMs / 2)
  const middle = Date.now()
  await wait(afterBackupMs / 2)

  console.log('killing all processes and destroying the data folder …')
  const end = await killAll(server.process.pid ?? 0, data)
  const liveS = (performance.now() - liveFrom) / 1000
  await rm(data, { recursive: true })
  await live
  await server.db.destroy()
  const acknowledged = [...(await readAcknowledged('base')), ...(await readAcknowledged('live'))]

  const restoredEnd = join(folder, 'end')
  const restoreS = await timed(() => command('restore', ['--from', backups, '--to', restoredEnd, '--keys', keys]))
  const lost = await missingIn(restoredEnd, acknowledged)
  const duplicates = await duplicatesIn(restoredEnd)
  await rm(restoredEnd, { recursive: true })

  const restoredMiddle = join(folder, 'middle')
  const at = new Date(middle).toISOString()
  const middleRestoreS = await timed(() =>
    command('restore', ['--from', backups, '--to', restoredMiddle, '--keys', keys, '--at', at]),
  )
  const missingInMiddle = await missingIn(restoredMiddle, acknowledged)
  const missingBefore = missingInMiddle.filter(({ answeredAt }) => answeredAt <= middle).length
  const missing = new Set(missingInMiddle.map(({ id }) => id))
  const laterBets = acknowledged.filter(({ id, sentAt }) => sentAt > middle && !missing.has(id)).length

  const lostSeconds = Math.max(0, ...lost.map(({ answeredAt }) => (end - answeredAt) / 1000))
  const liveCount = acknowledged.length - bets
  print([
    ['bets before the backup, inserted and archived in', `${bets}, ${seedS.toFixed(0)} s`],
    ['data folder', `${databaseMb} MB`],
    ['backup under load', `${backupS.toFixed(0)} s, ${await sizeMb(backups)} MB with the log`],
    ['bets through HTTP during and after the backup', `${liveCount} in ${liveS.toFixed(0)} s`],
    ['acknowledged, lost', `${acknowledged.length}, ${lost.length}`],
    ['age of the oldest lost bet at the kill', `${lostSeconds.toFixed(2)} s (at most ${goal.lostSeconds})`],
    ['bets stored twice', `${duplicates}`],
    ['restored to the last moment, books verified, in', `${restoreS.toFixed(0)} s (at most ${goal.restoreSeconds})`],
    ['restored to a moment in the middle, books verified, in', `${middleRestoreS.toFixed(0)} s`],
    ['acknowledged before that moment and missing', `${missingBefore}`],
    ['sent after that moment but restored', `${laterBets}`],
  ])
  return (
    lostSeconds <= goal.lostSeconds &&
    duplicates === 0 &&
    restoreS <= goal.restoreSeconds &&
    missingBefore === 0 &&
    laterBets === 0
  )
}

function print(rows: readonly (readonly [string, string])[]): void {
  console.log(`\n${rows.map(([name, value]) => `${name.padEnd(52)}${value}`).join('\n')}`)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return (performance.now() - from) / 1000
}

/** Runs an operator's command as npm does; throws if the command fails. */
async function command(name: 'backup' | 'restore', args: string[], env: Record<string, string> = {}): Promise<void> {
  const script = new URL(`../apps/api/src/${name}.ts`, import.meta.url).pathname
  const child = spawn('node', [script, ...args], {
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: '', BACKUP_DIR: '', KYC_DIR: '', ...env },
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`npm run ${name} failed with ${code}`)
}

/** Kills the server and all processes of its PostgreSQL, like a power failure. Returns the time of the kill. */
async function killAll(serverId: number, dataDir: string): Promise<number> {
  const pidFile = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
  const ids = [Number(pidFile.split('\n')[0])]
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc')) {
    const text = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : ''
    if (text !== '') parents.set(Number(name), Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]))
  }
  for (const id of ids) for (const [child, parent] of parents) if (parent === id) ids.push(child)
  const killedAt = Date.now()
  for (const id of [...ids, serverId]) {
    try {
      process.kill(id, 'SIGKILL')
    } catch {
      // The process has already ended.
    }
  }
  return killedAt
}

async function readAcknowledged(name: string): Promise<Acknowledged[]> {
  const text = await readFile(join(folder, name), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' '))
    .map(([id = '', sentAt, answeredAt]) => ({ id, sentAt: Number(sentAt), answeredAt: Number(answeredAt) }))
}

/** The acknowledged bets that are missing in a restored data folder. */
async function missingIn(dataDir: string, all: readonly Acknowledged[]): Promise<Acknowledged[]> {
  const missing = new Set<string>()
  await inRestored(dataDir, async (db) => {
    for (let from = 0; from < all.length; from += idsAtOnce) {
      const ids = all.slice(from, from + idsAtOnce).map(({ id }) => id)
      const { rows } = await sql<{ id: string }>`
        select id::text from unnest(${ids}::uuid[]) id where not exists (select from drill where client_id = id)`.execute(
        db,
      )
      for (const { id } of rows) missing.add(id)
    }
  })
  return all.filter(({ id }) => missing.has(id))
}

/** The number of duplicate bets in a restored data folder. */
async function duplicatesIn(dataDir: string): Promise<number> {
  let duplicates = 0
  await inRestored(dataDir, async (db) => {
    const { rows } = await sql<{
      n: number
    }>`select (count(*) - count(distinct client_id))::int as n from drill`.execute(db)
    duplicates = rows[0]?.n ?? 0
  })
  return duplicates
}

async function inRestored(
  dataDir: string,
  work: (db: ReturnType<typeof openDb>['db']) => Promise<void>,
): Promise<void> {
  const postgres = await startPostgres({ dataDir, log: openLog('error') })
  const { db } = openDb({ ...postgres.connection, database: 'nare' }, { size: 1, log: openLog('error'), role: 'none' })
  try {
    await sql`set statement_timeout = 0`.execute(db)
    await sql`create temp table drill as select client_id from betting.bet`.execute(db)
    await sql`create index on drill (client_id)`.execute(db)
    await work(db)
  } finally {
    await db.destroy()
    await postgres.stop()
  }
}

async function sizeMb(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  let bytes = 0
  for (const entry of entries)
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size
  return Math.round(bytes / 1e6)
}
