import { sql } from 'kysely'
import { monotonicMs, realClock } from '#platform/clock'
import { clockSkew } from '#platform/database-clock'
import type { Db } from '#platform/db'
import type { ConsoleDeps } from '../deps.ts'
import type { HealthFacts } from './health.ts'

type Deps = Pick<
  ConsoleDeps,
  | 'db'
  | 'clock'
  | 'config'
  | 'catalog'
  | 'betting'
  | 'ledger'
  | 'tickets'
  | 'payments'
  | 'sms'
  | 'taxes'
  | 'isReplicaClose'
  | 'backupState'
>

/** The folder of backups is read this often at most. */
const backupsReadEveryMs = 60_000

/** Opens the readings of health: each is a few reads by index. */
export function openHealthFacts({
  db,
  clock,
  config,
  catalog,
  betting,
  ledger,
  tickets,
  payments,
  sms,
  taxes,
  ...deps
}: Deps) {
  let backup: { readonly atMs: number; readonly state: ReturnType<ConsoleDeps['backupState']> } | undefined

  function backupState(): ReturnType<ConsoleDeps['backupState']> {
    if (!backup || monotonicMs() - backup.atMs > backupsReadEveryMs)
      backup = { atMs: monotonicMs(), state: deps.backupState() }
    return backup.state
  }

  return async (): Promise<HealthFacts> => {
    const [silences, unsettled, consumers, readers, faults, sent, messages, unpaid, databaseMs, skewS, kept] =
      await Promise.all([
        ...([catalog.feedSilences(), betting.waitingSettlements()] as const),
        ...([ledger.consumersBehind(), tickets.settledReadersBehind()] as const),
        ...([payments.operator.faults(), payments.operator.sentPayouts(), sms.state(), taxes.unpaid()] as const),
        ...([answerMs(db), clockSkew(db), backupState()] as const),
      ])
    const [silent] = silences
    const [behind] = [...consumers, ...readers].toSorted((a, b) => a.since.getTime() - b.since.getTime())
    const fault = faults.find(({ part }) => part === 'payouts')
    return {
      nowMs: clock.now(),
      feed: silent && { source: silent.source, silentS: silent.ms / 1000 },
      settlement: { count: unsettled.count, sinceMs: unsettled.oldestAt?.getTime() },
      reader: behind && { name: behind.name, rows: behind.rows, sinceMs: behind.since.getTime() },
      payouts: {
        fault: fault && { provider: fault.provider, code: fault.code, sinceMs: fault.firstAt.getTime() },
        count: sent.count,
        sinceMs: sent.oldestAt?.getTime(),
      },
      sms: messages && { failures: messages.failures, sinceMs: messages.failingSince?.getTime() },
      unpaidTaxes: unpaid,
      databaseMs,
      replicaIsClose: deps.isReplicaClose?.(),
      backup: kept && {
        ageS: kept.lastAt && (realClock.now() - kept.lastAt.getTime()) / 1000,
        archiveFails: kept.archiveFails,
      },
      isSandbox: config.sandbox,
      skewS,
    }
  }
}

/** How long the database takes for a statement that reads nothing, in milliseconds. */
async function answerMs(db: Db): Promise<number> {
  return db.connection().execute(async (on) => {
    const startedMs = monotonicMs()
    await sql`select 1`.execute(on)
    return monotonicMs() - startedMs
  })
}
