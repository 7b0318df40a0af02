import { sql } from 'kysely'
import type { RuleLevel } from '@nare/contract/operator-trading-hands'
import type { Db, Tx } from '#platform/db'
import type { Change } from './timeline.ts'

export type LevelKind = 'margin' | 'liability' | 'stake'

/** A rule of a level: of all, or of one part of what is on offer. */
export type LevelPart = { readonly kind: LevelKind; readonly level: RuleLevel; readonly part: string }

/** A change of such a rule, and whether a second person has confirmed it. Its key names the rule; `alias` is the name by which a feed knows the part. */
export type LevelChange = Change & LevelPart & { readonly alias: string | null; readonly isConfirmed: boolean }

export const levelKey = ({ kind, level, part }: LevelPart): string => `${kind} ${level} ${part}`

/** How long a rule of a match or of its markets is read after it began. */
const matchDays = 400

/** The changes that hold and those that are planned, by id; of one rule, or of all. See `currentChanges`. */
export async function currentLevelChanges(on: Db | Tx, keys: readonly string[] | null = null): Promise<LevelChange[]> {
  const { rows } = await sql<LevelChange>`
    with late as materialized (select platform.now() - interval '1 hour' as at),
    known as materialized (
      select id, kind || ' ' || level || ' ' || part as key, kind, level, part, alias, value, effective_at as "effectiveAt", author,
        confirmed_by is not null as "isConfirmed"
      from settings.level_value
      where level not in ('match', 'market') or effective_at > platform.now() - make_interval(days => ${matchDays}::int)
    ),
    wanted as (select * from known where ${keys}::text[] is null or key = any(${keys}::text[]))
    select * from (
      (select distinct on (w.key) w.* from wanted w, late where w."effectiveAt" <= late.at order by w.key, w."effectiveAt" desc, w.id desc)
      union all
      (select w.* from wanted w, late where w."effectiveAt" > late.at)
    ) changes order by id`.execute(on)
  return rows
}

/** The id of the last change; 0 without one. Ids follow the order of commits. */
export async function lastLevelChange(on: Db): Promise<bigint> {
  const { rows } = await sql<{
    id: bigint
  }>`select coalesce(max(id), 0)::bigint as id from settings.level_value`.execute(on)
  return rows[0]?.id ?? 0n
}

export type NewLevelChange = LevelPart & {
  readonly alias: string | null
  readonly value: string | null
  readonly effectiveAt: Date
  readonly author: string
  readonly confirmedBy: string | null
  readonly reason: string
  readonly at: Date
}

export async function insertLevelChanges(tx: Tx, changes: readonly NewLevelChange[]): Promise<void> {
  for (const { kind, level, part, alias, value, effectiveAt, author, confirmedBy, reason, at } of changes) {
    const json = value === null ? null : JSON.stringify(value)
    await sql`
      insert into settings.level_value (kind, level, part, alias, value, effective_at, author, confirmed_by, reason, at)
      values (${kind}, ${level}, ${part}, ${alias}, ${json}::jsonb, ${effectiveAt}, ${author}, ${confirmedBy}, ${reason}, ${at})`.execute(
      tx,
    )
  }
}
