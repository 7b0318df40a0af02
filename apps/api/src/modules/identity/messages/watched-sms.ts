import { sql } from 'kysely'
import { monotonicMs } from '#platform/clock'
import { queryRow, type Db } from '#platform/db'
import type { Log } from '#platform/log'
import type { Sms } from './ports.ts'

/** How many messages in a row the provider did not accept, and since when; null if it accepted the last one. */
export type SmsState = { readonly failures: number; readonly failingSince: Date | null }

/** While messages are accepted, the time of the last one is stored this often at most. */
const storedEveryMs = 60_000

/** Sends messages through `sms` and stores whether they are accepted, for all processes. A failure to store stops no message. */
export function watchSms({
  db,
  sms,
  log,
}: {
  db: Db
  sms: Sms
  log: Log
}): Sms & { state(): Promise<SmsState | undefined> } {
  let acceptedStoredAt = -Infinity

  async function store(isAccepted: boolean): Promise<void> {
    if (isAccepted && monotonicMs() - acceptedStoredAt < storedEveryMs) return
    await sql`
      insert into identity.sms_state as s (failures, failing_since, accepted_at)
      select case when ${isAccepted}::boolean then 0 else 1 end, case when not ${isAccepted}::boolean then at.now end,
        case when ${isAccepted}::boolean then at.now end
      from (select platform.now() as now) at
      on conflict (one) do update set failures = case when ${isAccepted}::boolean then 0 else s.failures + 1 end,
        failing_since = case when not ${isAccepted}::boolean then coalesce(s.failing_since, excluded.failing_since) end,
        accepted_at = coalesce(excluded.accepted_at, s.accepted_at)`.execute(db)
    acceptedStoredAt = isAccepted ? monotonicMs() : -Infinity
  }

  return {
    async send(message) {
      const outcome = await sms.send(message)
      await store(outcome === 'sent').catch((error: unknown) =>
        log.warn({ err: error }, 'the state of SMS was not stored'),
      )
      return outcome
    },

    state() {
      return queryRow<SmsState>(db)`
        select failures, failing_since as "failingSince" from identity.sms_state`
    },
  }
}
