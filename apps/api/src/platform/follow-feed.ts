import { sql } from 'kysely'
import { openSemaphore } from './concurrency.ts'
import { queryRows, transact, type Db, type Tx } from './db.ts'
import { mayPassInParts } from './db-faults.ts'

/** A feed that is read in the order of its numbers: a table of rows that are never changed. */
export type Feed<T> = {
  /** The table of its readers, with the columns name, changed_at and this one, the number up to which a reader has read. */
  readonly readers: { readonly table: string; readonly cursor: string }
  /** The number up to which no open transaction can add a row any more. */
  finalNumber(db: Db): Promise<bigint>
  /** The next rows, and the cursor after them: the last number that was looked at. `more`: the final number is not reached. */
  read(tx: Tx, from: { cursor: bigint; upTo: bigint; limit: number }): Promise<FeedBatch<T>>
}
export type FeedBatch<T> = { readonly rows: readonly T[]; readonly cursor: bigint; readonly more: boolean }

/** A reader of a feed. If a batch takes longer than `turnMsMax`, by default five seconds, other readers overtake it. */
export type FeedReader = {
  readonly name: string
  /** The maximum number of rows of a batch, by default 500. */
  readonly limit?: number
  /** The maximum number of batches of a call, by default 40, so that a job that is behind ends and runs again. */
  readonly batches?: number
  readonly turnMsMax?: number
  /** A new reader begins at the end of the feed instead of its beginning: what was before does not concern it. */
  readonly fromEnd?: boolean
}

/** What a call has reached: the end of the feed, or not; or another process is running this reader. */
export type Followed = 'end' | 'more' | 'busy'

/**
 * Reads a feed on, batch by batch: passes the next rows to the reader's handler, whose work and the reader's cursor are one transaction. So
 * each row is processed once and in order, also if the process is killed. Only one process runs a reader at a time. `committed` runs after each
 * transaction with what the handler returned. A batch that fails is halved down to the row that it fails for: the rows before it are read, and the error names its number.
 */
export async function followFeed<T, R>(
  db: Db,
  feed: Feed<T>,
  { name, limit: limitMax = 500, batches = 40, turnMsMax = 5_000, fromEnd = false }: FeedReader,
  handler: (tx: Tx, rows: readonly T[]) => Promise<R>,
  committed?: (result: R) => Promise<unknown>,
): Promise<Followed> {
  const { table, cursor: column } = feed.readers
  const [readers, no] = [sql.table(table), sql.ref(column)]
  const upTo = await feed.finalNumber(db)
  await sql`
    insert into ${readers} (name, ${no}, changed_at) values (${name}, ${fromEnd ? upTo : 0n}::bigint, platform.now())
    on conflict (name) do nothing`.execute(db)
  let limit = limitMax
  let at: bigint | undefined

  async function readBatch(tx: Tx) {
    const rows = await queryRows<{ cursor: bigint }>(tx)`
      select ${no} as cursor from ${readers} where name = ${name} for update skip locked`
    const cursor = rows[0]?.cursor
    if (cursor === undefined) return 'busy' as const
    const batch = await feed.read(tx, { cursor, upTo, limit })
    at = batch.cursor
    const handled = batch.rows.length > 0 ? { result: await handler(tx, batch.rows) } : undefined
    if (batch.cursor > cursor)
      await sql`
        update ${readers} set ${no} = ${batch.cursor}::bigint, changed_at = platform.now() where name = ${name}`.execute(
        tx,
      )
    return { handled, more: batch.more }
  }

  /** Reads a batch; undefined if it failed and is tried again with fewer rows. */
  async function readOnce() {
    try {
      return await turnOf(db)(() => transact(db, readBatch), { turnMsMax })
    } catch (error) {
      if (!mayPassInParts(error)) throw error
      if (limit === 1) throw new Error(`${name} cannot read ${table} up to ${at}`, { cause: error })
      limit = Math.ceil(limit / 2)
      return undefined
    }
  }

  for (let batch = 0; batch < batches; batch++) {
    const read = await readOnce()
    if (read === 'busy') return 'busy'
    if (read?.handled) await committed?.(read.handled.result)
    if (read && !read.more) return 'end'
  }
  return 'more'
}

/**
 * The readers of one process take turns, so that together they use one database connection. Other readers overtake a reader whose batch
 * hangs. Its own next call finds its row locked.
 */
const turns = new WeakMap<Db, ReturnType<typeof openSemaphore>>()

function turnOf(db: Db): ReturnType<typeof openSemaphore> {
  const turn = turns.get(db) ?? openSemaphore(1)
  turns.set(db, turn)
  return turn
}
