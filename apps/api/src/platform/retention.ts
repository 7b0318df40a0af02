import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDb, type Connection, type Db } from './db.ts'
import type { Log } from './log.ts'
import { contentOfFile, contentOfPart, writePart } from './part-files.ts'
import * as records from './retention-store.ts'
import { analyzeDaily, detachPart, makePartsAhead, partsOlderThan, raiseEarlier, stateOfPart } from './parts.ts'
import type { MonthlyTable, Part, RangedTable } from './parts.ts'

/** Rows that may go some days after they were settled. `chunk` deletes a bounded number and answers how many; 0 ends it. */
export type RowDeletion = {
  readonly what: string
  readonly chunk: (owner: Db, before: Date) => Promise<number>
  readonly count: (owner: Db, before: Date) => Promise<number>
}

/** The points between two steps of letting a part go, in their order. */
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
  /** Where parts are written before they go. Without it no part ever goes. */
  readonly folder: string | undefined
  readonly years: number
  readonly days: number
  readonly months: readonly MonthlyTable[]
  readonly ranges: readonly RangedTable[]
  readonly forget: readonly RowDeletion[]
  /** Called between two steps; a test stops it there. */
  readonly reached?: (step: RetentionStep) => Promise<void>
}

export type Retention = ReturnType<typeof openRetention>

/** What one turn did, or would do: the parts that went, why others stayed, and deleted rows by what they are. */
export type Turn = {
  readonly parts: readonly string[]
  readonly kept: readonly string[]
  readonly deleted: Readonly<Record<string, number>>
}

/** A part whose file is not what was written stays where it is, until a person has looked. */
class PartKept extends Error {}

const lockKey = 714_263_002
const partsInTurn = 3
const chunksInTurn = 200
const turnMs = 3_600_000

/**
 * Keeps the tables that grow for ever in bounds. Old parts of the histories are written to compressed files, which are read back
 * and recorded, and only then go; rows that settled long ago are deleted in chunks. One runner at a time, whatever processes there are.
 * It may be killed anywhere: the next turn goes on from what is on the disk and in the database. Age is real time.
 */
export function openRetention(deps: RetentionDeps) {
  const { log, folder, years, days, months, ranges, forget } = deps
  const stopping = new AbortController()

  /** The owner's own connection for one piece of work; undefined where another runner has the turn. */
  async function asOwner<T>(work: (owner: Db) => Promise<T>): Promise<T | undefined> {
    const { db } = openDb(deps.connection, { size: 1, log, role: 'none' })
    try {
      return await db.connection().execute(async (owner) => {
        const lock = await sql<{ had: boolean }>`select pg_try_advisory_lock(${lockKey}::bigint) as had`.execute(owner)
        if (!lock.rows[0]?.had) return undefined
        try {
          return await work(owner)
        } finally {
          // The end of the session gives it back as well, only somewhat after we have left.
          await sql`select pg_advisory_unlock(${lockKey}::bigint)`.execute(owner).catch(() => undefined)
        }
      })
    } finally {
      await db.destroy()
    }
  }

  return {
    /** Makes the months and ranges that will be needed next. Answers how many tables got new parts; where it fails, a turn tries again. */
    prepare: async (): Promise<number> => {
      const made = asOwner((owner) => makePartsAhead(owner, { months, ranges }))
      return (await made.catch((error: unknown) => notMade(log, error))) ?? 0
    },

    /** One bounded turn of everything; undefined where another runner is at it. */
    run: async (): Promise<Turn | undefined> => {
      const turn = asOwner(async (owner) => {
        const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(turnMs)])
        await makePartsAhead(owner, { months, ranges })
        for (const { table } of [...months, ...ranges]) await analyzeDaily(owner, table)
        const gone = folder === undefined ? noParts : await letPartsGo({ ...deps, folder }, { owner, signal })
        return { ...gone, deleted: await forgetSettled(deps, { owner, signal }) }
      })
      return turn.catch((error: unknown) => {
        if (stopping.signal.aborted) return undefined
        throw error
      })
    },

    /** What turns would do now, without doing it. */
    plan: (): Promise<Turn | undefined> =>
      asOwner(async (owner) => {
        const parts: string[] = []
        for (const table of months) parts.push(...(await partsOlderThan(owner, table, years)).map((part) => part.name))
        const before = await records.daysAgo(owner, days)
        const deleted: Record<string, number> = {}
        for (const { what, count } of forget) deleted[what] = await count(owner, before)
        return { parts, kept: [], deleted }
      }),

    /** Lets a running turn end at its next step. */
    stop: (): void => stopping.abort(new Error('the process is stopping')),
  }
}

function notMade(log: Log, error: unknown): number {
  log.warn({ err: error }, 'the next parts were not made; it is tried again')
  return 0
}

const noParts = { parts: [], kept: [] }

type Going = { owner: Db; signal: AbortSignal }
type WithFolder = RetentionDeps & { folder: string }

async function letPartsGo(deps: WithFolder, { owner, signal }: Going): Promise<Pick<Turn, 'parts' | 'kept'>> {
  const parts: string[] = []
  const kept: string[] = []
  for (const table of deps.months) {
    try {
      for (const part of (await partsToGo(owner, table, deps.years)).slice(0, partsInTurn - parts.length)) {
        await letGo(deps, { owner, signal, table, part })
        parts.push(part.name)
      }
    } catch (error) {
      // One table's file must not keep the others; it is reported at every turn.
      if (!(error instanceof PartKept)) throw error
      deps.log.error({ table: table.table }, error.message)
      kept.push(error.message)
    }
  }
  return { parts, kept }
}

/** What an interrupted turn has detached already, then what is old enough. What was only written goes when its time has come. */
async function partsToGo(owner: Db, table: MonthlyTable, years: number): Promise<Part[]> {
  const alone: Part[] = []
  for (const part of await records.unfinished(owner, table.table)) {
    const state = await stateOfPart(owner, { table: table.table, part: part.name })
    if (state === 'alone' || state === 'gone') alone.push(part)
  }
  return [...alone, ...(await partsOlderThan(owner, table, years))]
}

type OnePart = Going & { table: MonthlyTable; part: Part }

/** Takes one part from wherever it is to gone. Each step looks at what there is, so that any of them may be the first. */
async function letGo(deps: WithFolder, { owner, signal, table, part }: OnePart): Promise<void> {
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
    await records.keep(owner, { ...part, ...written, table: table.table, file: `${name}.jsonl.gz` })
    await reached('recorded')
    return written
  }
  const known = (await exists(file)) ? await records.recordOf(owner, name) : undefined
  const record = known ?? (await write())
  const found = await contentOfFile(file)
  if (found?.fileSha256 !== record.fileSha256 || found.sha256 !== record.sha256)
    throw new PartKept(
      `${file} does not hold what was written to it, so ${name} stays. Remove the file to have it written again`,
    )
  await reached('proven')
  await detachPart(owner, where)
  await reached('detached')
  await raiseEarlier(owner, table.table)
  await reached('raised')
  const now = await contentOfPart(owner, { part: name, id: table.id, signal })
  // A row that came between the export and the detaching is in the next export: nothing is added any more.
  if (now.sha256 !== record.sha256) await write()
  await reached('compared')
  // On this very connection: it holds the lock by which no other runner works.
  await owner.transaction().execute(async (tx) => {
    await sql`drop table ${sql.table(name)}`.execute(tx)
    await records.markDropped(tx, name)
  })
  deps.log.info({ part: name, file, rows: now.rows }, 'an old part of a history was exported and dropped')
  await reached('dropped')
}

async function forgetSettled(
  { forget, days }: RetentionDeps,
  { owner, signal }: Going,
): Promise<Record<string, number>> {
  const before = await records.daysAgo(owner, days)
  const deleted: Record<string, number> = {}
  for (const { what, chunk } of forget) {
    deleted[what] = 0
    for (let chunks = 0; chunks < chunksInTurn; chunks++) {
      signal.throwIfAborted()
      const count = await chunk(owner, before)
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
