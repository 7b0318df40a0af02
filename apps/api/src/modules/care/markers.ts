import { sql } from 'kysely'
import type { CareRule, markerStates } from '@nare/contract/care'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import { readPage, type Page, type Paged } from '#platform/paging'
import { isBefore, microsOf, type Place, type Stretch } from '#platform/timeline'
import type { Raised } from './rules.ts'

export type MarkerState = (typeof markerStates)[number]
export type MarkerRow = {
  readonly id: bigint
  readonly bettor: bigint
  readonly rule: CareRule
  readonly facts: Record<string, string>
  readonly state: MarkerState
  readonly raisedAt: Date
  readonly changedAt: Date
  readonly followedBy: string | null
  readonly closedAt: Date | null
  readonly closedBy: string | null
  readonly contacts: number
}

type Found = Raised & { readonly bettor: bigint; readonly at: Date }

/**
 * Raises markers, or gives those that are not closed their new facts. A rule stays quiet after a closed marker for the days that were set, and for
 * what was found before it was closed.
 */
export async function raise(tx: Tx, found: readonly Found[]): Promise<void> {
  if (found.length === 0) return
  const unique = [...new Map(found.map((one) => [`${one.bettor} ${one.rule}`, one])).values()]
  await sql`
    insert into care.marker as m (bettor_id, rule, facts, raised_at, changed_at)
    select f.bettor, f.rule, f.facts::jsonb, platform.now(), platform.now()
    from unnest(${unique.map(({ bettor }) => bettor)}::bigint[], ${unique.map(({ rule }) => rule)}::text[],
      ${unique.map(({ facts }) => JSON.stringify(facts))}::text[], ${unique.map(({ at }) => at)}::timestamptz[]) f (bettor, rule, facts, at)
    where not exists (
      select from care.marker c where c.bettor_id = f.bettor and c.rule = f.rule and c.state = 'closed'
        and (c.quiet_until > platform.now() or c.closed_at >= f.at))
    order by f.bettor, f.rule
    on conflict (bettor_id, rule) where state <> 'closed' do update
      set facts = excluded.facts, changed_at = excluded.changed_at where m.facts <> excluded.facts`.execute(tx)
}

const columns = sql`m.marker_id as id, m.bettor_id as bettor, m.rule, m.facts, m.state, m.raised_at as "raisedAt", m.changed_at as "changedAt",
  m.followed_by as "followedBy", m.closed_at as "closedAt", m.closed_by as "closedBy",
  (select count(*)::int from care.contact c where c.marker_id = m.marker_id) as contacts`

type Filter = {
  readonly state: MarkerState | 'any'
  readonly rule?: CareRule | undefined
  readonly bettor?: bigint | undefined
}

/** Markers of a state or any: open ones with the oldest first, the others with the newest first. */
export function markerPage(db: Db, { state, rule, bettor }: Filter, page: Page): Promise<Paged<MarkerRow>> {
  const conditions = [
    state === 'any' ? sql`true` : sql`m.state = ${state}`,
    ...(rule === undefined ? [] : [sql`m.rule = ${rule}`]),
    ...(bettor === undefined ? [] : [sql`m.bettor_id = ${bettor}::bigint`]),
  ]
  return readPage<MarkerRow>(
    db,
    {
      columns,
      from: sql`care.marker m where ${sql.join(conditions, sql` and `)}`,
      order: [{ by: sql`m.marker_id`, type: 'number', desc: state !== 'open' }],
    },
    page,
  )
}

export const markerOf = (db: Db, id: bigint): Promise<MarkerRow | undefined> =>
  queryRow<MarkerRow>(db)`select ${columns} from care.marker m where m.marker_id = ${id}::bigint`

export const lockMarker = (tx: Tx, id: bigint): Promise<{ bettor: bigint; state: MarkerState } | undefined> =>
  queryRow<{ bettor: bigint; state: MarkerState }>(tx)`
    select bettor_id as bettor, state from care.marker where marker_id = ${id}::bigint for update`

export async function followMarker(tx: Tx, id: bigint, by: string): Promise<void> {
  await sql`
    update care.marker set state = 'followed', followed_by = ${by}, changed_at = platform.now()
    where marker_id = ${id}::bigint and state = 'open'`.execute(tx)
}

export async function closeMarker(tx: Tx, id: bigint, { by, quietDays }: { by: string; quietDays: number }) {
  await sql`
    update care.marker set state = 'closed', closed_at = platform.now(), closed_by = ${by}, changed_at = platform.now(),
      quiet_until = platform.now() + make_interval(days => ${quietDays}::int)
    where marker_id = ${id}::bigint`.execute(tx)
}

/** The bettor of a marker. */
export async function bettorOf(db: Db, id: bigint): Promise<bigint | undefined> {
  const rows = await queryRows<{ bettor: bigint }>(db)`
    select bettor_id as bettor from care.marker where marker_id = ${id}::bigint`
  return rows[0]?.bettor
}

/** For lists of other areas: the bettors with a marker of this rule, or any, that is not closed. */
export const withMarker = (rule: string) => sql`
  (select bettor_id from care.marker where state <> 'closed' and (${rule}::text = 'any' or rule = ${rule}::text))`

/** The markers of a bettor when they were raised and closed, newest first. */
export type MarkerStep = Place & {
  readonly rule: CareRule
  readonly step: 'raised' | 'closed'
  readonly by: string | null
}

export function markerSteps(
  db: Db,
  { bettor, before, most }: Stretch & { readonly bettor: bigint },
): Promise<MarkerStep[]> {
  return queryRows<MarkerStep>(db)`
    select s.id, ${microsOf(sql`s.at`)} as at, s.rule, s.step, s.by from (
      select 2 * marker_id as id, raised_at as at, rule, 'raised' as step, null as by from care.marker where bettor_id = ${bettor}::bigint
      union all
      select 2 * marker_id + 1, closed_at, rule, 'closed', closed_by from care.marker
      where bettor_id = ${bettor}::bigint and state = 'closed') s
    where ${isBefore(sql`s.at`, sql`s.id`, before)} order by s.at desc, s.id desc limit ${most}::int`
}
