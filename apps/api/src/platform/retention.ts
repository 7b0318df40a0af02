import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDb, queryRow, type Connection, type Db } from './db.ts'
import type { Log } from './log.ts'
import { contentOfFile, contentOfPart, writePart } from './part-files.ts'
import * as records from './retention-store.ts'
import { analyzeDaily, detachPart, makePartsAhead, partsOlderThan, raiseEarlier, stateOfPart } from './parts.ts'
import type { MonthlyTable, Part, RangedTable } from './parts.ts'

/**
 * Rows to delete `days` after they were settled, or after the `years` that partitions are kept. `chunk` deletes a bounded number of rows and
 * returns how many it deleted; 0 ends the loop. `count` counts the rows that would be deleted.
 */
export type RowDeletion = {
  readonly what: string
  readonly after?: 'days' | 'years'
  readonly chunk: (owner: Db, before: Date) => Promise<number>
  readonly count: (owner: Db, before: Date) => Promise<number>
}

/** The steps of exporting and dropping a partition, in order. */
export const retentionSteps = [
  'written',
  'named',
  'recorded',
  'proven',
  'detached',
  'raised',
  'compared',
  'dropped',
] as const
export type RetentionStep = (typeof retentionSteps)[number]

export type RetentionDeps = {
  readonly connection: Connection
  readonly log: Log
  /** The folder to which partitions are exported before they are dropped. Without it no partition is dropped. */
  readonly folder: string | undefined
  readonly years: number
  readonly days: number
  readonly months: readonly MonthlyTable[]
  readonly ranges: readonly RangedTable[]
  readonly forget: readonly RowDeletion[]
  /** Called after each step; tests interrupt a run with it. */
  readonly reached?: (step: RetentionStep) => Promise<void>
}

/** The result of a run or of a plan: the dropped partitions, why others were kept, and the number of deleted rows by kind. */
export type RetentionRun = {
  readonly parts: readonly string[]
  readonly kept: readonly string[]
  readonly deleted: Readonly<Record<string, number>>
}

/** Thrown when the file of a partition differs from what was written. The partition is kept until a person has checked the file. */
class PartKept extends Error {}

const lockKey = 714_263_002
const partsPerRun = 3
const chunksPerRun = 200
const runMs = 3_600_000

/**
 * Keeps growing tables bounded. Old partitions of the histories are exported to compressed files, verified, recorded and only then dropped;
 * rows settled long ago are deleted in chunks. Only one process runs it at a time. A run may be killed at any point: the next run continues
 * from the files and the database. Age is measured in real time.
 */
export function openRetention(deps: RetentionDeps) {
  const { log, folder, years, days, months, ranges, forget } = deps
  const stopping = new AbortController()

  /** Runs `work` on an owner's connection under the retention lock; undefined if another process has the lock. */
  async function asOwner<T>(work: (owner: Db) => Promise<T>): Promise<T | undefined> {
    const { db } = openDb(deps.connection, { size: 1, log, role: 'none' })
    try {
      return await db.connection().execute(async (owner) => {
        const lock = await queryRow<{ had: boolean }>(owner)`select pg_try_advisory_lock(${lockKey}::bigint) as had`
        if (!lock?.had) return undefined
        try {
          return await work(owner)
        } finally {
          // Closing the session releases it too, but only some time after this function has returned.
          await sql`select pg_advisory_unlock(${lockKey}::bigint)`.execute(owner).catch(() => undefined)
        }
      })
    } finally {
      await db.destroy()
    }
  }

  return {
    /** Creates the partitions needed next. Returns the number of tables with new partitions. A failure is logged, and the next run retries. */
    prepare: async (): Promise<number> => {
      const made = asOwner((owner) => makePartsAhead(owner, { months, ranges }))
      return (await made.catch((error: unknown) => notMade(log, error))) ?? 0
    },

    /** Performs one bounded run of all steps; undefined if another process is running. */
    run: async (): Promise<RetentionRun | undefined> => {
      const done = asOwner(async (owner) => {
        const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(runMs)])
        await makePartsAhead(owner, { months, ranges })
        for (const { table } of [...months, ...ranges]) await analyzeDaily(owner, table)
        const dropped = folder === undefined ? noParts : await dropOldParts({ ...deps, folder }, { owner, signal })
        return { ...dropped, deleted: await deleteSettled(deps, { owner, signal }) }
      })
      return done.catch((error: unknown) => {
        if (stopping.signal.aborted) return undefined
        throw error
      })
    },

    /** Returns what a run would do now, without doing it. */
    plan: (): Promise<RetentionRun | undefined> =>
      asOwner(async (owner) => {
        const parts: string[] = []
        for (const table of months) parts.push(...(await partsOlderThan(owner, table, years)).map((part) => part.name))
        const ages = await records.ago(owner, { days, years })
        const deleted: Record<string, number> = {}
        for (const { what, after = 'days', count } of forget) deleted[what] = await count(owner, ages[after])
        return { parts, kept: [], deleted }
      }),

    /** Ends a current run at its next step. */
    stop: (): void => stopping.abort(new Error('the process is stopping')),
  }
}

function notMade(log: Log, error: unknown): number {
  log.warn({ err: error }, 'the next partitions were not created; the next run will retry')
  return 0
}

const noParts = { parts: [], kept: [] }

type Running = { owner: Db; signal: AbortSignal }
type WithFolder = RetentionDeps & { folder: string }

async function dropOldParts(
  deps: WithFolder,
  { owner, signal }: Running,
): Promise<Pick<RetentionRun, 'parts' | 'kept'>> {
  const parts: string[] = []
  const kept: string[] = []
  for (const table of deps.months) {
    try {
      for (const part of (await partsToDrop(owner, table, deps.years)).slice(0, partsPerRun - parts.length)) {
        await exportAndDrop(deps, { owner, signal, table, part })
        parts.push(part.name)
      }
    } catch (error) {
      // A damaged file of one table must not block the others; it is reported on every run.
      if (!(error instanceof PartKept)) throw error
      deps.log.error({ table: table.table }, error.message)
      kept.push(error.message)
    }
  }
  return { parts, kept }
}

/** Partitions already detached by an interrupted run, then those old enough. */
async function partsToDrop(owner: Db, table: MonthlyTable, years: number): Promise<Part[]> {
  const alone: Part[] = []
  for (const part of await records.unfinished(owner, table.table)) {
    const state = await stateOfPart(owner, { table: table.table, part: part.name })
    if (state === 'alone' || state === 'gone') alone.push(part)
  }
  return [...alone, ...(await partsOlderThan(owner, table, years))]
}

type OnePart = Running & { table: MonthlyTable; part: Part }

/** Exports and drops one partition. Every step checks what already exists, so that an interrupted run resumes at any of them. */
async function exportAndDrop(deps: WithFolder, { owner, signal, table, part }: OnePart): Promise<void> {
  const reached = async (step: RetentionStep) => {
    await deps.reached?.(step)
    signal.throwIfAborted()
  }
  const { name } = part
  const where = { table: table.table, part: name }
  if ((await stateOfPart(owner, where)) === 'gone') return records.markDropped(owner, name)
  const file = join(deps.folder, `${name}.jsonl.gz`)
  const write = async () => {
    const written = await writePart(owner, {
      part: name,
      id: table.id,
      signal,
      file,
      written: () => reached('written'),
    })
    await reached('named')
    await records.recordExport(owner, { ...part, ...written, table: table.table, file: `${name}.jsonl.gz` })
    await reached('recorded')
    return written
  }
  const earlier = (await exists(file)) ? await records.recordOf(owner, name) : undefined
  const record = earlier ?? (await write())
  const found = await contentOfFile(file)
  if (found?.fileSha256 !== record.fileSha256 || found.sha256 !== record.sha256)
    throw new PartKept(
      `${file} does not contain what was written to it, so ${name} is not dropped. Remove the file to export it again`,
    )
  await reached('proven')
  await detachPart(owner, where)
  await reached('detached')
  await raiseEarlier(owner, table.table)
  await reached('raised')
  const now = await contentOfPart(owner, { part: name, id: table.id, signal })
  // A row added between the export and the detach is in this second export. After the detach no more rows are added.
  if (now.sha256 !== record.sha256) await write()
  await reached('compared')
  // Uses this connection, because it has the lock that keeps other processes out.
  await owner.transaction().execute(async (tx) => {
    await sql`drop table ${sql.table(name)}`.execute(tx)
    await records.markDropped(tx, name)
  })
  deps.log.info({ part: name, file, rows: now.rows }, 'an old partition was exported and dropped')
  await reached('dropped')
}

async function deleteSettled(
  { forget, days, years }: RetentionDeps,
  { owner, signal }: Running,
): Promise<Record<string, number>> {
  const ages = await records.ago(owner, { days, years })
  const deleted: Record<string, number> = {}
  for (const { what, after = 'days', chunk } of forget) {
    deleted[what] = 0
    for (let chunks = 0; chunks < chunksPerRun; chunks++) {
      signal.throwIfAborted()
      const count = await chunk(owner, ages[after])
      if (count === 0) break
      deleted[what] += count
    }
  }
  return deleted
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )
