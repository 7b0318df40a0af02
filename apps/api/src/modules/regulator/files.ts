import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from '#platform/key-file'
import { monotonicMs } from '#platform/clock'
import type { Db } from '#platform/db'
import { random } from '#platform/random'
import type { Lines } from './lines.ts'
import * as store from './store.ts'

/** What the first line of a file says beside its day. */
export type Head = { readonly country: string; readonly currency: string; readonly zone: string }

export type FilesDeps = {
  readonly db: Db
  readonly lines: Lines
  readonly folder: string
  readonly head: Head
}

/** A file that is made, or why it is not: another process makes it, or its day has not ended or was before the first line. */
export type Made = { readonly path: string; readonly file: store.DayFile } | 'busy' | 'not_over' | 'no_day'

export const nameOf = (day: string): string => `${day}.ndjson`

const keepClaimEveryMs = 10_000
/** The most days that one run makes. */
const daysMax = 400

export type Files = ReturnType<typeof openFiles>

/**
 * The files of the days, each with the SHA-256 of the one before in its first line. A line is in one file only: that of its day, or if it was
 * numbered after that file was begun, the next one.
 */
export function openFiles({ db, lines, folder, head }: FilesDeps) {
  /** The lines of a day that are in no earlier file, up to a number. */
  async function* linesOfDay({ from, to, day }: store.Day, uptoN: bigint): AsyncGenerator<readonly string[]> {
    const before = await store.fileBefore(db, day)
    const firstOfDay = await store.numberBefore(db, from)
    const after = before && (before.uptoN < firstOfDay ? before.uptoN : firstOfDay)
    for await (const step of lines.between({ after: after ?? 0n, upTo: uptoN })) {
      const own = step.filter(({ n, countsAt }) => countsAt < to && (!before || n > before.uptoN || countsAt >= from))
      if (own.length > 0) yield own.map(({ text }) => text)
    }
  }

  const firstLine = (
    day: string,
    { previous, uptoN, at }: { previous: string | null; uptoN: bigint; at: Date },
    complete: boolean,
  ) =>
    `${JSON.stringify({ type: 'file', schema: schemaName, day, ...head, complete, previous, upto_n: Number(uptoN), begun_at: at.toISOString() })}\n`

  /** Writes the file of a day that this process has claimed. Undefined if it lost the claim. */
  async function write(day: store.Day, begun: store.Begun): Promise<store.DayFile | undefined> {
    const name = nameOf(day.day)
    const part = join(folder, `.${name}.${begun.claim}`)
    await mkdir(folder, { recursive: true })
    for (const old of await readdir(folder))
      if (old.startsWith(`.${name}.`)) await rm(join(folder, old), { force: true })
    const hash = createHash('sha256')
    const file = await open(part, 'wx', 0o600)
    const written = { bytes: 0, lines: 0 }
    let keptAt = monotonicMs()
    const add = async (texts: readonly string[]) => {
      const chunk = Buffer.from(texts.join(''))
      hash.update(chunk)
      await file.writeFile(chunk)
      written.bytes += chunk.length
    }
    try {
      await add([firstLine(begun.day, { ...begun, at: begun.begunAt }, true)])
      for await (const texts of linesOfDay(day, begun.uptoN)) {
        await add(texts)
        written.lines += texts.length
        if (monotonicMs() - keptAt < keepClaimEveryMs) continue
        if (!(await store.keepClaim(db, begun))) return undefined
        keptAt = monotonicMs()
      }
      await file.sync()
      const sha256 = hash.digest('hex')
      const finished = await store.finishFile(db, begun, { sha256, ...written }, async () => {
        await rename(part, join(folder, name))
        await writeDurably(join(folder, `${name}.sha256`), Buffer.from(`${sha256}  ${name}\n`))
      })
      return finished ? await store.fileOf(db, begun.day) : undefined
    } finally {
      await file.close()
      await rm(part, { force: true })
    }
  }

  /** Makes the file of the first day without one. False if another process makes it. */
  async function makeNext(next: store.Day): Promise<boolean> {
    const uptoN = await lines.number()
    const begun = await store.claimFile(db, { day: next.day, uptoN, claim: random.uuid() })
    if (!begun) return false
    try {
      return (await write(next, begun)) !== undefined
    } catch (error) {
      await store.dropClaim(db, begun).catch(() => undefined)
      throw error
    }
  }

  return {
    /** Makes the files that are due: from 02:00 of the day after. */
    async makeDue(): Promise<void> {
      for (let made = 0; made < daysMax; made++) {
        const next = await store.nextDay(db, head.zone)
        if (!next?.isDue || !(await makeNext(next))) return
      }
    },

    /** The file of a day that has ended, made now if it is not yet, after those of the days before it. */
    async make(day: string): Promise<Made> {
      for (let made = 0; made < daysMax; made++) {
        const file = await store.fileOf(db, day)
        if (file?.madeAt) return { path: join(folder, nameOf(day)), file }
        const next =
          (await store.nextDay(db, head.zone)) ?? (await lines.number().then(() => store.nextDay(db, head.zone)))
        if (!next || next.day > day) return 'no_day'
        if (!next.isOver) return 'not_over'
        if (!(await makeNext(next))) return 'busy'
      }
      return 'busy'
    },

    /** The lines of a day that has not ended, as they are now, after a first line that says so. Undefined for a day that is not the running one. */
    async soFar(day: string): Promise<AsyncIterable<string> | undefined> {
      const uptoN = await lines.number()
      const next = await store.nextDay(db, head.zone)
      if (next?.day !== day || next.isOver) return undefined
      const last = await store.fileBefore(db, day)
      const first = firstLine(day, { previous: last?.sha256 ?? null, uptoN, at: next.now }, false)
      return (async function* () {
        yield first
        for await (const texts of linesOfDay(next, uptoN)) yield texts.join('')
      })()
    },

    newest: (most: number): Promise<store.DayFile[]> => store.newestFiles(db, most),
  }
}

/** The name of the schema of lines, in the first line of each file. */
export const schemaName = 'nare-regulator-1'
