import { sql } from 'kysely'
import type { SettingValue } from '@nare/contract/settings'
import type { Db, Tx } from '#platform/db'
import type { Change } from './timeline.ts'

const columns = sql`id, key, value, effective_at as "effectiveAt", author`

/**
 * The changes that hold and those that are planned, by id: what any moment from now on is judged by. Those of the last hour are all there,
 * because the clock of a process may be a little behind the database's.
 */
export async function currentChanges(on: Db | Tx, key: string | null = null): Promise<Change[]> {
  const { rows } = await sql<Change>`
    with late as materialized (select platform.now() - interval '1 hour' as at)
    select * from (
      (select distinct on (key) ${columns} from settings.value, late
        where effective_at <= late.at and (${key}::text is null or key = ${key}::text)
        order by key, effective_at desc, id desc)
      union all
      (select ${columns} from settings.value, late
        where effective_at > late.at and (${key}::text is null or key = ${key}::text))
    ) changes order by id`.execute(on)
  return rows
}

/** The database's time in whole milliseconds, as the memory of every process compares it. */
export async function timeOf(on: Db | Tx): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select date_trunc('milliseconds', platform.now()) as at`.execute(on)
  return rows[0]?.at ?? new Date(Number.NaN)
}

/** The next midnight of a time zone. */
export async function tomorrow(on: Db, zone: string): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select ((platform.now() at time zone ${zone}::text)::date + 1)::timestamp at time zone ${zone}::text as at`.execute(
    on,
  )
  return rows[0]?.at ?? new Date(Number.NaN)
}

export type NewChange = {
  readonly key: string
  readonly value: SettingValue | null
  readonly effectiveAt: Date
  readonly author: string
  readonly confirmedBy: string | null
  readonly reason: string
  readonly at: Date
}

export async function insertChange(tx: Tx, change: NewChange): Promise<void> {
  const { key, value, effectiveAt, author, confirmedBy, reason, at } = change
  const json = value === null ? null : JSON.stringify(value)
  await sql`
    insert into settings.value (key, value, effective_at, author, confirmed_by, reason, at)
    values (${key}, ${json}::jsonb, ${effectiveAt}, ${author}, ${confirmedBy}, ${reason}, ${at})`.execute(tx)
}

export type PastChange = NewChange & { readonly id: bigint }

/** The changes of a setting, newest first. */
export async function historyOf(on: Db, key: string, most: number): Promise<PastChange[]> {
  const { rows } = await sql<PastChange>`
    select ${columns}, confirmed_by as "confirmedBy", reason, at from settings.value
    where key = ${key} order by id desc limit ${most}`.execute(on)
  return rows
}

/** Whether a setting has ever been given a value, also one that was planned. */
export async function hadValue(on: Db | Tx, key: string, value: SettingValue): Promise<boolean> {
  const { rows } = await sql`
    select from settings.value where key = ${key} and value = ${JSON.stringify(value)}::jsonb limit 1`.execute(on)
  return rows.length > 0
}
