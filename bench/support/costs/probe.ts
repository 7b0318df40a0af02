import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '@nare/api/platform/db'

/** The resources used by a piece of work. Times are milliseconds of one core; `bytes` is the growth of tables and their indexes. */
export type Usage = {
  readonly seconds: number
  readonly nodeMs: number
  readonly postgresMs: number
  readonly walBytes: number
  readonly fullPages: number
  readonly commits: number
  readonly tables: ReadonlyMap<string, Size>
}
export type Size = { readonly heap: number; readonly index: number }

type Snapshot = {
  readonly at: number
  readonly nodeMs: number
  readonly postgresMs: number
  readonly walBytes: number
  readonly fullPages: number
  readonly commits: number
  readonly tables: ReadonlyMap<string, Size>
}

/** The kernel counts processor time in hundredths of a second. */
const msPerTick = 10
/** PostgreSQL's backends report their counts after a second. */
const reportMs = 1200

/**
 * Measures a server process and its PostgreSQL from outside: processor time of the process and of all PostgreSQL processes from /proc,
 * the write-ahead log from pg_stat_wal, commits from pg_stat_database, and sizes of relations. `owner` is a connection that may see the
 * data folder. Works on Linux only.
 */
export async function openProbe({ owner, pid }: { owner: Db; pid: number }) {
  const shown = await sql<{ data_directory: string }>`show data_directory`.execute(owner)
  const file = await readFile(join(shown.rows[0]?.data_directory ?? '', 'postmaster.pid'), 'utf8')
  const postmaster = Number(file.split('\n')[0])

  async function snapshot(): Promise<Snapshot> {
    const { rows } = await sql<{ wal: string; pages: string; commits: string }>`
      select wal_bytes::text as wal, wal_fpi::text as pages,
        (select sum(xact_commit)::text from pg_stat_database where datname = current_database()) as commits
      from pg_stat_wal`.execute(owner)
    const [row] = rows
    return {
      at: performance.now(),
      nodeMs: (await timesOf(pid)).own,
      postgresMs: await postgresMs(postmaster),
      walBytes: Number(row?.wal ?? 0),
      fullPages: Number(row?.pages ?? 0),
      commits: Number(row?.commits ?? 0),
      tables: await sizes(owner),
    }
  }

  return {
    /** Runs `work` and returns the resources used until its end, once the counts are reported. */
    async measure(work: () => Promise<void>): Promise<Usage> {
      const before = await snapshot()
      await work()
      await new Promise((resolve) => setTimeout(resolve, reportMs))
      const after = await snapshot()
      const tables = [...after.tables].map(([name, { heap, index }]): [string, Size] => {
        const was = before.tables.get(name)
        return [name, { heap: heap - (was?.heap ?? 0), index: index - (was?.index ?? 0) }]
      })
      return {
        seconds: (after.at - before.at) / 1000,
        nodeMs: after.nodeMs - before.nodeMs,
        postgresMs: after.postgresMs - before.postgresMs,
        walBytes: after.walBytes - before.walBytes,
        fullPages: after.fullPages - before.fullPages,
        commits: after.commits - before.commits,
        tables: new Map(tables.filter(([, { heap, index }]) => heap + index > 0)),
      }
    },
    /** Resident bytes of the server process, and the median of the private bytes of the PostgreSQL backends. */
    async memory(): Promise<{ node: number; backend: number }> {
      const backends = await Promise.all((await childrenOf(postmaster)).map((child) => statusKb(child, 'RssAnon')))
      const sorted = backends.filter((kb) => kb > 0).sort((a, b) => a - b)
      return { node: (await statusKb(pid, 'VmRSS')) * 1024, backend: (sorted[sorted.length >> 1] ?? 0) * 1024 }
    },
  }
}

export type Probe = Awaited<ReturnType<typeof openProbe>>

/** Processor time of all PostgreSQL processes. The parent process accumulates the time of ended processes. */
async function postgresMs(postmaster: number): Promise<number> {
  const children = await childrenOf(postmaster)
  const times = await Promise.all(children.map((child) => timesOf(child)))
  const parent = await timesOf(postmaster)
  return times.reduce((sum, { own }) => sum + own, parent.own + parent.ended)
}

async function childrenOf(parent: number): Promise<number[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = await Promise.all(names.map(async (name) => [name, (await statOf(name))[1]] as const))
  return parents.filter(([, of]) => Number(of) === parent).map(([name]) => name)
}

async function timesOf(pid: number): Promise<{ own: number; ended: number }> {
  const fields = await statOf(pid)
  const ticks = (from: number) => Number(fields[from] ?? 0) + Number(fields[from + 1] ?? 0)
  return { own: ticks(11) * msPerTick, ended: ticks(13) * msPerTick }
}

/** The fields of /proc/<pid>/stat from the third field, the state (proc(5)); empty if the process has ended. */
async function statOf(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

async function statusKb(pid: number, field: string): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0)
}

/** Bytes of each table. Partitions count for their parent. */
async function sizes(owner: Db): Promise<Map<string, Size>> {
  const { rows } = await sql<{ name: string; heap: string; index: string }>`
    select coalesce(i.inhparent, c.oid)::regclass::text as name, sum(pg_table_size(c.oid))::text as heap, sum(pg_indexes_size(c.oid))::text as index
    from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_inherits i on i.inhrelid = c.oid
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') group by 1`.execute(
    owner,
  )
  return new Map(rows.map(({ name, heap, index }) => [name, { heap: Number(heap), index: Number(index) }]))
}
