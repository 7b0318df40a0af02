import { sql } from 'kysely'
import type { DeliveryReport, Sent } from '#modules/identity/identity'
import { transact, type Db, type Tx } from '#platform/db'
import type { To } from './messages-store.ts'

/** Reports about messages that are still unknown after so many days are about others, such as codes. */
const earlyDays = 3
const sweptMax = 10_000

/** Orders a report and the answer to the sending, which both may be first. */
const lockId = (tx: Tx, id: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('content.report ' || ${id}::text, 0))`.execute(tx)

/** Writes what the provider answered to a message that was handed over, and what it has already reported of it. */
export async function storeOutcome(
  db: Db,
  { message, bettor, sent, providerId }: To & { readonly sent: Sent; readonly providerId: string | undefined },
): Promise<void> {
  await transact(db, async (tx) => {
    if (providerId !== undefined) await lockId(tx, providerId)
    await sql`
      update content.message_to set state = case when state = 'handed' then ${sent} else state end, provider_id = ${providerId ?? null}
      where message_id = ${message}::bigint and bettor = ${bettor}::bigint and state in ('handed', 'unknown')`.execute(
      tx,
    )
    if (providerId === undefined) return
    await sql`
      with early as (delete from content.early_report where provider_id = ${providerId} returning delivery, at)
      update content.message_to t set delivery = early.delivery, reported_at = early.at from early
      where t.message_id = ${message}::bigint and t.bettor = ${bettor}::bigint`.execute(tx)
  })
}

/** Keeps a report: what was delivered stays so, and a report about a message that is not known yet waits for it. */
export async function storeReport(db: Db, { id, delivery }: DeliveryReport): Promise<void> {
  await transact(db, async (tx) => {
    await lockId(tx, id)
    const { numAffectedRows } = await sql`
      update content.message_to set
        delivery = case when delivery = 'delivered' then delivery else ${delivery} end,
        reported_at = case when delivery is null or (delivery = 'failed' and ${delivery} = 'delivered') then platform.now() else reported_at end
      where provider_id = ${id}`.execute(tx)
    if (numAffectedRows !== 0n) return
    await sql`
      insert into content.early_report as r (provider_id, delivery, at) values (${id}, ${delivery}, platform.now())
      on conflict (provider_id) do update set delivery = excluded.delivery, at = excluded.at where r.delivery <> 'delivered'`.execute(
      tx,
    )
  })
}

/** Removes a bounded number of old reports about what was no message to many. */
export async function sweepEarly(db: Db): Promise<void> {
  await sql`
    delete from content.early_report where provider_id in (
      select provider_id from content.early_report where at < platform.now() - make_interval(days => ${earlyDays}::int)
      order by at limit ${sweptMax}::int)`.execute(db)
}
