import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { sql } from 'kysely'
import { queryRows, type Db } from './db.ts'

/** The content of a partition or of its file: the number of rows, and the SHA-256 of the rows as lines of JSON, ordered by id. */
export type Content = { readonly rows: number; readonly sha256: string }

const rowsAtOnce = 2000
const newline = 10

/** What to read: a partition, and the name of its id column. */
type Reading = { part: string; id: string; signal: AbortSignal }

/** The rows of a partition as lines of JSON, read in batches so that neither memory nor a transaction grows with the partition. */
async function* linesOf(owner: Db, { part, id, signal }: Reading): AsyncGenerator<string> {
  let after: bigint | undefined
  for (;;) {
    signal.throwIfAborted()
    const read = await queryRows<{ lines: string | null; last: bigint | null }>(owner)`
      select string_agg(line, '' order by id) as lines, max(id) as last from (
        select ${sql.ref(id)} as id, row_to_json(p)::text || chr(10) as line from ${sql.table(part)} p
        where ${after === undefined ? sql`true` : sql`${sql.ref(id)} > ${sql.lit(String(after))}::bigint`}
        order by ${sql.ref(id)} limit ${sql.lit(rowsAtOnce)}) batch`
    const [row] = read
    if (!row?.lines || row.last === null) return
    yield row.lines
    after = row.last
  }
}

/** Counts and hashes the added lines. */
function lineCounter() {
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

/** The current content of a partition. */
export async function contentOfPart(owner: Db, reading: Reading): Promise<Content> {
  const counter = lineCounter()
  for await (const lines of linesOf(owner, reading)) counter.add(Buffer.from(lines))
  return counter.content()
}

/**
 * Writes a partition to a file of compressed JSON lines under a temporary name, syncs the file to the disk, reads it back and only then
 * renames it. Throws if the content read back differs. Calls `written` after the sync, before it reads the file back.
 */
export async function writePart(
  owner: Db,
  { file, written, ...reading }: Reading & { file: string; written: () => Promise<void> },
): Promise<Content & { fileSha256: string }> {
  const partial = `${file}.partial`
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const counter = lineCounter()
  const countedChunks = async function* () {
    for await (const lines of linesOf(owner, reading)) {
      const chunk = Buffer.from(lines)
      counter.add(chunk)
      yield chunk
    }
  }
  const handle = await open(partial, 'w', 0o600)
  try {
    await pipeline(Readable.from(countedChunks()), createGzip(), (compressed: AsyncIterable<Buffer>) =>
      handle.writeFile(compressed),
    )
    await handle.sync()
  } finally {
    await handle.close()
  }
  await written()
  const { rows, sha256 } = counter.content()
  const found = await contentOfFile(partial)
  if (!found || found.rows !== rows || found.sha256 !== sha256)
    throw new Error(`${partial} does not contain what was written to it`)
  await rename(partial, file)
  await syncFolder(dirname(file))
  return found
}

/** The content of a file and the SHA-256 of the file itself. Undefined if the file is missing or incomplete. */
export async function contentOfFile(file: string): Promise<(Content & { fileSha256: string }) | undefined> {
  const fileHash = createHash('sha256')
  const counter = lineCounter()
  const hashed = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      fileHash.update(chunk)
      yield chunk
    }
  }
  try {
    await pipeline(createReadStream(file), hashed, createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) counter.add(chunk)
    })
  } catch {
    return undefined
  }
  return { ...counter.content(), fileSha256: fileHash.digest('hex') }
}

/** Syncs a folder, so that a new file name in it survives a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
