import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Db } from './db.ts'

/** What a part or its file holds: how many rows, and the SHA-256 of them as lines of JSON in the order of their ids. */
export type Content = { readonly rows: number; readonly sha256: string }

const rowsAtOnce = 2000
const newline = 10

type Reading = { part: string; id: string; signal: AbortSignal }

/** The rows of a part as lines of JSON, some thousand at a time, so that neither memory nor a transaction grows with the part. */
async function* linesOf(owner: Db, { part, id, signal }: Reading): AsyncGenerator<string> {
  let after: bigint | undefined
  for (;;) {
    signal.throwIfAborted()
    const read = await sql<{ lines: string | null; last: bigint | null }>`
      select string_agg(line, '' order by id) as lines, max(id) as last from (
        select ${sql.ref(id)} as id, row_to_json(p)::text || chr(10) as line from ${sql.table(part)} p
        where ${after === undefined ? sql`true` : sql`${sql.ref(id)} > ${sql.lit(String(after))}::bigint`}
        order by ${sql.ref(id)} limit ${sql.lit(rowsAtOnce)}) batch`.execute(owner)
    const [row] = read.rows
    if (!row?.lines || row.last === null) return
    yield row.lines
    after = row.last
  }
}

/** Counts and hashes what passes through. */
function counting() {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(chunk: Buffer): void {
      hash.update(chunk)
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) rows++
    },
    content: (): Content => ({ rows, sha256: hash.digest('hex') }),
  }
}

/** What a part holds now. */
export async function contentOfPart(owner: Db, reading: Reading): Promise<Content> {
  const counted = counting()
  for await (const lines of linesOf(owner, reading)) counted.add(Buffer.from(lines))
  return counted.content()
}

/**
 * Writes a part as compressed lines of JSON under a temporary name, brings it to the disk, reads it back and only then gives it its
 * name. Throws where what was read back is not what was written. `written` is called when the file has its temporary name only.
 */
export async function writePart(
  owner: Db,
  { file, written, ...reading }: Reading & { file: string; written: () => Promise<void> },
): Promise<Content & { fileSha256: string }> {
  const partial = `${file}.partial`
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const counted = counting()
  const counts = async function* () {
    for await (const lines of linesOf(owner, reading)) {
      const chunk = Buffer.from(lines)
      counted.add(chunk)
      yield chunk
    }
  }
  const handle = await open(partial, 'w', 0o600)
  try {
    await pipeline(Readable.from(counts()), createGzip(), (compressed: AsyncIterable<Buffer>) =>
      handle.writeFile(compressed),
    )
    await handle.sync()
  } finally {
    await handle.close()
  }
  await written()
  const { rows, sha256 } = counted.content()
  const found = await contentOfFile(partial)
  if (!found || found.rows !== rows || found.sha256 !== sha256)
    throw new Error(`${partial} does not hold what was written to it`)
  await rename(partial, file)
  await syncFolder(dirname(file))
  return found
}

/** What a file holds, and the SHA-256 of the file itself; undefined where it cannot be read as one that was written whole. */
export async function contentOfFile(file: string): Promise<(Content & { fileSha256: string }) | undefined> {
  const whole = createHash('sha256')
  const counted = counting()
  const hashed = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      whole.update(chunk)
      yield chunk
    }
  }
  try {
    await pipeline(createReadStream(file), hashed, createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) counted.add(chunk)
    })
  } catch {
    return undefined
  }
  return { ...counted.content(), fileSha256: whole.digest('hex') }
}

/** A name in a folder outlives a power cut only when the folder itself is on the disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
