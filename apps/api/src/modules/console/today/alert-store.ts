import { sql } from 'kysely'
import { queryRows, type Db } from '#platform/db'

/** Claims the report of an event; false while it lasts, or if it was reported less than the quiet time ago. */
export async function claimAlert(db: Db, event: string, quietS: number): Promise<boolean> {
  const rows = await queryRows(db)`
    insert into console.alert as a (event, alerted_at) values (${event}, platform.now())
    on conflict (event) do update set alerted_at = excluded.alerted_at, ended_at = null
      where a.ended_at is not null and a.alerted_at <= excluded.alerted_at - make_interval(secs => ${quietS}::int)
    returning event`
  return rows.length > 0
}

/** Takes back the claim of a report that could not be sent. */
export async function releaseAlert(db: Db, event: string): Promise<void> {
  await sql`delete from console.alert where event = ${event}`.execute(db)
}

/** Marks the end of all reported events but these, which last. */
export async function endAlerts(db: Db, lasting: readonly string[]): Promise<void> {
  await sql`
    update console.alert set ended_at = platform.now()
    where ended_at is null and event <> all(${lasting}::text[])`.execute(db)
}
