import { sql } from 'kysely'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import { readPage, type Page, type Paged } from '#platform/paging'
import { waitingIn, type Waiting } from '#platform/waiting'

export type FindingKind =
  | 'empty_list'
  | 'sides_swapped'
  | 'teams_changed'
  | 'same_match'
  | 'early_result'
  | 'board_prizes'
  | 'feed_differs'

/** What an operator has to look at: a claim of a feed that cannot be right, or waiting prizes. `matchId` is the match that a claim concerns. */
export type NewFinding = {
  readonly kind: FindingKind
  readonly subject: string
  readonly facts: Readonly<Record<string, string>>
  readonly matchId?: number
  readonly at: Date
}

/**
 * Reports a finding to the operators. Returns false, and writes nothing, if the same kind is open for the subject, or was resolved with the
 * same facts.
 */
export async function insertFinding(tx: Db | Tx, { kind, subject, facts, matchId, at }: NewFinding): Promise<boolean> {
  const rows = await queryRows(tx)`
    insert into catalog.finding (kind, subject, facts, match_id, at)
    select ${kind}, ${subject}, ${JSON.stringify(facts)}::jsonb, ${matchId ?? null}::int, ${at}::timestamptz
    where not exists (select from catalog.finding where kind = ${kind} and subject = ${subject} and facts = ${JSON.stringify(facts)}::jsonb)
    on conflict do nothing returning id`
  return rows.length > 0
}

export type FindingRow = {
  id: bigint
  kind: FindingKind
  subject: string
  facts: Readonly<Record<string, string>>
  at: Date
}

const open = sql`catalog.finding where resolved_at is null`

/** How many findings are open, and since when. */
export const waitingFindings = (db: Db): Promise<Waiting> => waitingIn(db, open, sql`at`)

/** Open findings, oldest first. */
export const openFindings = (db: Db, page: Page): Promise<Paged<FindingRow>> =>
  readPage(
    db,
    {
      columns: sql`id, kind, subject, facts, at`,
      from: open,
      order: [{ by: sql`id`, type: 'number' }],
    },
    page,
  )

/** The open finding with this id, if there is one. */
export function openFinding(db: Db, id: bigint): Promise<FindingRow | undefined> {
  return queryRow<FindingRow>(db)`
    select id, kind, subject, facts, at from catalog.finding where id = ${id}::bigint and resolved_at is null`
}

export type MatchResolution = 'reopen' | 'keep'
export type Resolution = MatchResolution | 'pay' | 'withhold'

/** Closes an open finding, named by its id or by kind and subject. Returns the match that it concerns; undefined if it is not open. */
export async function closeFinding(
  tx: Tx,
  which: { readonly id: bigint } | Pick<NewFinding, 'kind' | 'subject'>,
  resolution: Resolution,
): Promise<{ readonly matchId: number | null } | undefined> {
  const named = 'id' in which ? sql`id = ${which.id}::bigint` : sql`kind = ${which.kind} and subject = ${which.subject}`
  const rows = await sql<{ match_id: number | null }>`
    update catalog.finding set resolution = ${resolution}, resolved_at = platform.now()
    where ${named} and resolved_at is null returning match_id`.execute(tx)
  const row = rows.rows[0]
  return row && { matchId: row.match_id }
}

/** Whether a match has an open finding other than the resolved ones. */
export async function hasOpenFinding(tx: Tx, matchId: number): Promise<boolean> {
  const rows = await queryRows(tx)`
    select from catalog.finding where match_id = ${matchId}::int and resolved_at is null limit 1`
  return rows.length > 0
}
