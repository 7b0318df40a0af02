import { sql } from 'kysely'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'

export type DownloadRow = {
  readonly id: bigint
  readonly bettor: bigint
  readonly command: string
  readonly askedAt: Date
  readonly part: number
  readonly after: string | null
  readonly rows: bigint
  readonly bytes: bigint
  readonly nextFile: string
  readonly readyAt: Date | null
  readonly expiresAt: Date | null
  readonly removedAt: Date | null
}

const columns = sql`download_id as id, bettor_id as bettor, command_id::text as command, asked_at as "askedAt", part, after, rows, bytes,
  next_file::text as "nextFile", ready_at as "readyAt", expires_at as "expiresAt", removed_at as "removedAt"`

/** The newest download of a bettor. */
export const lastOf = (on: Db | Tx, bettor: bigint): Promise<DownloadRow | undefined> =>
  queryRow<DownloadRow>(on)`
    select ${columns} from rights.download where bettor_id = ${bettor}::bigint order by asked_at desc, download_id desc limit 1`

export const ofCommand = (tx: Tx, bettor: bigint, command: string): Promise<DownloadRow | undefined> =>
  queryRow<DownloadRow>(tx)`
    select ${columns} from rights.download where bettor_id = ${bettor}::bigint and command_id = ${command}::uuid`

/** How many seconds until the bettor may ask again: 24 hours after the last time, which is at most one a day. */
export async function waitOf(tx: Tx, bettor: bigint): Promise<number> {
  const row = await queryRow<{ wait: number }>(tx)`
    select coalesce(max(ceil(extract(epoch from asked_at + interval '24 hours' - platform.now()))), 0)::int as wait
    from rights.download where bettor_id = ${bettor}::bigint`
  return Math.max(row?.wait ?? 0, 0)
}

export const insert = (tx: Tx, given: { bettor: bigint; command: string; file: string }) =>
  queryRow<DownloadRow>(tx)`
    insert into rights.download (bettor_id, command_id, asked_at, next_file)
    values (${given.bettor}::bigint, ${given.command}::uuid, platform.now(), ${given.file}::uuid) returning ${columns}`

/** Downloads that are being made, the oldest first. */
export const making = (db: Db, { after = 0n, most }: { after: bigint | undefined; most: number }) =>
  queryRows<{ id: bigint }>(db)`
    select download_id as id from rights.download where ready_at is null and download_id > ${after}::bigint
    order by download_id limit ${most}::int`

/** A download that is being made, locked; undefined if another process works on it or it is ready. */
export const lockMaking = (tx: Tx, id: bigint): Promise<DownloadRow | undefined> =>
  queryRow<DownloadRow>(tx)`
    select ${columns} from rights.download where download_id = ${id}::bigint and ready_at is null for update skip locked`

type Step = {
  id: bigint
  file: string | undefined
  next: string
  part: number
  after: string | undefined
  rows: number
  bytes: number
}

/** Stores a step: its piece, and where the next one begins. */
export async function writeStep(tx: Tx, { id, file, next, part, after, rows, bytes }: Step): Promise<void> {
  if (file !== undefined)
    await sql`
      insert into rights.piece (download_id, n, file)
      select ${id}::bigint, coalesce(max(n), 0) + 1, ${file}::uuid from rights.piece where download_id = ${id}::bigint`.execute(
      tx,
    )
  await sql`
    update rights.download set part = ${part}::int, after = ${after ?? null}, rows = rows + ${rows}::int, bytes = bytes + ${bytes}::int,
      next_file = ${next}::uuid where download_id = ${id}::bigint`.execute(tx)
}

export async function markReady(tx: Tx, id: bigint, days: number): Promise<void> {
  await sql`
    update rights.download set ready_at = platform.now(), expires_at = platform.now() + make_interval(days => ${days}::int)
    where download_id = ${id}::bigint`.execute(tx)
}

export const piecesOf = (on: Db | Tx, id: bigint): Promise<{ file: string }[]> =>
  queryRows<{ file: string }>(on)`
    select file::text as file from rights.piece where download_id = ${id}::bigint order by n`

/** Downloads whose time is over, the oldest first. */
export const expired = (db: Db, most: number): Promise<{ id: bigint }[]> =>
  queryRows<{ id: bigint }>(db)`
    select download_id as id from rights.download
    where removed_at is null and expires_at < platform.now() order by expires_at limit ${most}::int`

export async function markRemoved(tx: Tx, id: bigint): Promise<void> {
  await sql`delete from rights.piece where download_id = ${id}::bigint`.execute(tx)
  await sql`
    update rights.download set removed_at = platform.now() where download_id = ${id}::bigint and removed_at is null`.execute(
    tx,
  )
}
