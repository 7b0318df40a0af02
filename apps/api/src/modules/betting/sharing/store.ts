import { sql } from 'kysely'
import { queryRow, type Db } from '#platform/db'
import { readPage, type Page, type Paged } from '#platform/paging'

/** Stores a slip under a code; a slip that is already stored keeps its first code. Undefined if another slip already has the code. */
export async function insertShare(
  db: Db,
  share: { code: string; hash: string; picks: string },
): Promise<string | undefined> {
  await sql`
    insert into betting.share (code, hash, picks) values (${share.code}, decode(${share.hash}, 'hex'), ${share.picks}::jsonb)
    on conflict do nothing`.execute(db)
  const row = await queryRow<{
    code: string
  }>(db)`select code from betting.share where hash = decode(${share.hash}, 'hex')`
  return row?.code
}

export type SharedPick = { match_id: string; sub_type_id: string; odd_key: string; odd_value: string }

/** The picks of a booking code. */
export async function sharedPicks(db: Db, code: string): Promise<SharedPick[] | undefined> {
  const row = await queryRow<{ picks: SharedPick[] }>(db)`select picks from betting.share where code = ${code}`
  return row?.picks
}

type CodeRow = { readonly code: string; readonly picks: number; readonly madeAt: Date }

/** Booking codes, or the one that is asked for, the newest first. */
export const codesOf = (db: Db, code: string | undefined, page: Page): Promise<Paged<CodeRow>> =>
  readPage(
    db,
    {
      columns: sql`code, jsonb_array_length(picks) as picks, made_at as "madeAt"`,
      from: sql`betting.share where ${code === undefined ? sql`true` : sql`code = ${code}`}`,
      order: [
        { by: sql`made_at`, type: 'time', desc: true },
        { by: sql`code`, type: 'text', desc: true },
      ],
    },
    page,
  )
