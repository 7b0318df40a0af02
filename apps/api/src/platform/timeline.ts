import { sql, type RawBuilder } from 'kysely'
import { refuseCursor } from './paging.ts'

/** A place in a list ordered by time, in microseconds since 1970, and at equal times by id; ids are positive. */
export type Place = { readonly at: bigint; readonly id: bigint }

/** Rows before `before` (all without it), newest first, at most `most`. */
export type Stretch = { readonly before?: Place | undefined; readonly most: number }

/** A list of rows in the order of their places, newest first. */
export type Source<T extends Place> = (stretch: Stretch) => Promise<readonly T[]>

const idMax = 2n ** 63n - 1n

/** A time column as the microseconds of a `Place`. */
export const microsOf = (at: RawBuilder<unknown>): RawBuilder<bigint> =>
  sql<bigint>`(extract(epoch from ${at}) * 1000000)::bigint`

/** The time of a place as a timestamp of PostgreSQL. */
export const timeOf = ({ at }: Place): RawBuilder<unknown> =>
  sql`(timestamptz 'epoch' + ${at}::bigint * interval '1 microsecond')`

/** True for the rows of a list before a place. */
export const isBefore = (at: RawBuilder<unknown>, id: RawBuilder<unknown>, before: Place | undefined) =>
  before ? sql`(${at}, ${id}) < (${timeOf(before)}, ${before.id}::bigint)` : sql`true`

/**
 * One page of several lists in one order, newest first: by time, at equal times by the number of the source, then by id. `before` is the `next`
 * of an earlier page; rows that appear meanwhile repeat and skip none of the others. A source that is undefined is left out and keeps its
 * number. A cursor that is malformed is refused by the name of its field.
 */
export async function mergedPage<T extends Place>(
  sources: readonly (Source<T> | undefined)[],
  { before, limit }: { readonly before?: string | undefined; readonly limit: number },
): Promise<{ rows: T[]; next: string | undefined }> {
  const cursor = before === undefined ? undefined : cursorOf(before)
  const lists = await Promise.all(
    sources.map(async (source, number) => {
      const rows = (await source?.({ before: cursor && boundOf(cursor, number), most: limit + 1 })) ?? []
      return rows.map((row) => ({ row, place: { number, at: row.at, id: row.id } }))
    }),
  )
  const all = lists.flat().toSorted((a, b) => compare(b.place, a.place))
  const last = all.length > limit ? all[limit - 1] : undefined
  return { rows: all.slice(0, limit).map(({ row }) => row), next: last && textOf(last.place) }
}

type Cursor = Place & { readonly number: number }

/** Where the rows of a source begin that come after the cursor. */
function boundOf({ at, id, number }: Cursor, of: number): Place {
  if (of === number) return { at, id }
  return { at, id: of < number ? idMax : 0n }
}

function compare(a: Cursor, b: Cursor): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1
  if (a.number !== b.number) return a.number - b.number
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1
}

const textOf = ({ at, number, id }: Cursor): string => Buffer.from(`${at}.${number}.${id}`).toString('base64url')

/** Times up to the year 5000, and every id. */
const form = /^(\d{1,17})\.(\d{1,3})\.(\d{1,19})$/

function cursorOf(text: string): Cursor {
  const [, at, number, id] = form.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (at === undefined || number === undefined || id === undefined || BigInt(id) > idMax) return refuseCursor('before')
  return { at: BigInt(at), number: Number(number), id: BigInt(id) }
}
