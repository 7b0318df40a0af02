import type { HealthName } from '@nare/contract/console-today'
import { formatMoney, money } from '@nare/money/money'
import { amlReaders } from '#modules/aml/aml'
import type { UnpaidDay } from '#modules/report/report'

export type HealthState = 'ok' | 'late' | 'down'
/** The state of one thing that is watched; `sinceMs` is when its trouble began, if that is known. */
export type Judged = {
  readonly name: HealthName
  readonly state: HealthState
  readonly detail: string
  readonly advice: string
  readonly sinceMs?: number | undefined
  /** What is reported of it instead of that it is down, under a name of its own. */
  readonly alert?: { readonly event: string; readonly text: string } | undefined
}

/** What is known about the parts of the house, read at one moment. Times are milliseconds since 1970, ages seconds. */
export type HealthFacts = {
  readonly nowMs: number
  /** The source of unfinished matches that has been silent longest; undefined if none sends heartbeats. */
  readonly feed: { readonly source: string; readonly silentS: number } | undefined
  readonly settlement: { readonly count: number; readonly sinceMs: number | undefined }
  /** The reader of the ledger or of the settlements that is furthest behind; undefined if all have read everything. */
  readonly reader: { readonly name: string; readonly rows: number; readonly sinceMs: number } | undefined
  /** The first open fault that stops payouts, and the oldest payout without an end. */
  readonly payouts: {
    readonly fault: { readonly provider: string; readonly code: string; readonly sinceMs: number } | undefined
    readonly count: number
    readonly sinceMs: number | undefined
  }
  /** Messages in a row that the provider did not accept, and since when; undefined if none was sent. */
  readonly sms: { readonly failures: number; readonly sinceMs: number | undefined } | undefined
  /** The declared taxes whose reminder is due, the newest day first. */
  readonly unpaidTaxes: readonly UnpaidDay[]
  readonly databaseMs: number
  /** Undefined if no replica is configured. */
  readonly replicaIsClose: boolean | undefined
  /** Undefined if no backups are configured. */
  readonly backup: { readonly ageS: number | undefined; readonly archiveFails: boolean } | undefined
  readonly isSandbox: boolean
  readonly skewS: number
}

/** From which age in seconds something is late, and from which it is down. */
const limits = {
  feed: { late: 10, down: 60 },
  settlement: { late: 60, down: 900 },
  reader: { late: 60, down: 900 },
  payouts: { late: 600, down: Infinity },
  backup: { late: 26 * 3_600, down: 72 * 3_600 },
  clock: { late: 1, down: 5 },
  database: { late: 0.25, down: 2 },
} as const
/** As many messages in a row that the provider refuses mean that none arrive. */
const smsFailuresDown = 3

const stateOf = (ageS: number, { late, down }: { late: number; down: number }): HealthState =>
  ageS > down ? 'down' : ageS > late ? 'late' : 'ok'

/** A duration in words: "40 s", "12 min", "3 h", "2 days". */
export function ageText(seconds: number): string {
  if (seconds < 120) return `${Math.max(0, Math.floor(seconds))} s`
  if (seconds < 7_200) return `${Math.floor(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.floor(seconds / 3_600)} h` : `${Math.floor(seconds / 86_400)} days`
}

const well = 'Nothing to do.'

/** Judges each part of the house: its state, what was measured, and in one sentence what that means and what to do. */
export function judgeHealth(facts: HealthFacts): Judged[] {
  return [
    feed(facts),
    settlement(facts),
    readers(facts),
    payouts(facts),
    sms(facts),
    taxes(facts),
    database(facts),
    replica(facts),
    backup(facts),
    clock(facts),
  ]
}

type Known = {
  readonly state: HealthState
  readonly detail: string
  /** What it means and what to do while it is late, and while it is down; without the latter the same. */
  readonly late: string
  readonly down?: string
  readonly sinceMs?: number | undefined
}

/** A part of the house with the advice of its state. */
const judged = (name: HealthName, { state, detail, late, down = late, sinceMs }: Known): Judged => ({
  ...{ name, state, detail },
  advice: { ok: well, late, down }[state],
  ...(sinceMs !== undefined && { sinceMs }),
})

const isWell = (name: HealthName, detail: string): Judged => ({ name, state: 'ok', detail, advice: well })

const ageOf = (sinceMs: number | undefined, nowMs: number): number =>
  sinceMs === undefined ? 0 : (nowMs - sinceMs) / 1000

function feed({ feed: silent, nowMs }: HealthFacts): Judged {
  if (!silent) return isWell('feed', 'No feed with heartbeats drives a match')
  return judged('feed', {
    state: stateOf(silent.silentS, limits.feed),
    detail: `${silent.source}: silent for ${ageText(silent.silentS)}`,
    late: 'Live matches take no bets until the feed speaks again; wait a minute.',
    down: 'No match of this feed takes bets; call the provider of the feed.',
    sinceMs: nowMs - silent.silentS * 1000,
  })
}

function settlement({ settlement: { count, sinceMs }, nowMs }: HealthFacts): Judged {
  const ageS = ageOf(sinceMs, nowMs)
  return judged('settlement', {
    state: stateOf(ageS, limits.settlement),
    detail: count === 0 ? 'All results are settled' : `${count} results wait, the oldest for ${ageText(ageS)}`,
    late: 'Winners are paid late; the server repeats it by itself.',
    down: 'Winners of these results are not paid; look for "could not be settled" in the log and call a developer.',
    sinceMs,
  })
}

const ofSuspicions: ReadonlySet<string> = new Set(Object.values(amlReaders))
/** What a reader is called on Today, which everybody in the house reads: those of suspicions are not named. */
const readerText = (name: string): string => (ofSuspicions.has(name) ? 'A reader of payments' : name)

function readers({ reader, nowMs }: HealthFacts): Judged {
  if (!reader) return isWell('consumers', 'All readers are at the end')
  const ageS = ageOf(reader.sinceMs, nowMs)
  return judged('consumers', {
    state: stateOf(ageS, limits.reader),
    detail: `${readerText(reader.name)}: ${reader.rows} behind, for ${ageText(ageS)}`,
    late: 'Points, bonuses, boards or figures come late; the server catches up by itself.',
    down: 'Points, bonuses, boards or figures stand still; look for this reader in the log and call a developer.',
    sinceMs: reader.sinceMs,
  })
}

function payouts({ payouts: { fault, count, sinceMs }, nowMs }: HealthFacts): Judged {
  if (fault)
    return judged('payouts', {
      state: 'down',
      detail: `${fault.provider} refuses our set-up with ${fault.code}`,
      late: 'No withdrawal is sent by this provider; mend the set-up, then resume it under Payments.',
      sinceMs: fault.sinceMs,
    })
  const ageS = ageOf(sinceMs, nowMs)
  return judged('payouts', {
    state: stateOf(ageS, limits.payouts),
    detail: count === 0 ? 'No payout is on its way' : `${count} on their way, the oldest for ${ageText(ageS)}`,
    late: 'The provider answers late; withdrawals are safe and are asked about again.',
    sinceMs,
  })
}

function sms({ sms: sent }: HealthFacts): Judged {
  if (!sent) return isWell('sms', 'No message was sent yet')
  const { failures, sinceMs } = sent
  return judged('sms', {
    state: failures === 0 ? 'ok' : failures < smsFailuresDown ? 'late' : 'down',
    detail: failures === 0 ? 'The last message was accepted' : `${failures} messages were not accepted`,
    late: 'The provider did not accept the last message; watch the next ones.',
    down: 'Nobody can sign up or reset a password; check the balance and the key at the SMS provider.',
    sinceMs,
  })
}

/** Declared taxes that are not remitted: late from their reminder on, down once the time is over. Each day is reported at both moments. */
function taxes({ unpaidTaxes: unpaid, nowMs }: HealthFacts): Judged {
  const [newest] = unpaid
  if (!newest) return isWell('taxes', 'No declared tax is overdue')
  const open = formatMoney(money(unpaid.reduce((sum, one) => sum + one.open, 0n)))
  const of = unpaid.length === 1 ? newest.day : `${unpaid.length} days up to ${newest.day}`
  const isLate = newest.lateAt.getTime() <= nowMs
  const detail = `${open} declared for ${of} not remitted`
  const late = 'Pay the revenue authority, then enter the payment under Reports, Taxes.'
  return {
    ...judged('taxes', {
      state: unpaid.some(({ lateAt }) => lateAt.getTime() <= nowMs) ? 'down' : 'late',
      ...{ detail, late, down: `The time for it is over. ${late}` },
      sinceMs: Math.min(...unpaid.map(({ alertAt }) => alertAt.getTime())),
    }),
    alert: {
      event: `taxes ${newest.day} ${isLate ? 'late' : 'due'}`,
      text: `Taxes: ${detail}. ${isLate ? `The time for it is over. ${late}` : late}`,
    },
  }
}

const database = ({ databaseMs }: HealthFacts): Judged =>
  judged('database', {
    state: stateOf(databaseMs / 1000, limits.database),
    detail: `Answers in ${Math.ceil(databaseMs)} ms`,
    late: 'Bets and pages are slow; look at the load of the database server.',
  })

function replica({ replicaIsClose }: HealthFacts): Judged {
  if (replicaIsClose === undefined) return isWell('replica', 'No replica is configured')
  return judged('replica', {
    state: replicaIsClose ? 'ok' : 'down',
    detail: replicaIsClose ? 'The replica keeps up' : 'The replica lags or cannot be reached',
    late: 'All reads go to the primary, which works and is slower; look at the replica.',
  })
}

function backup({ backup: kept, isSandbox, nowMs }: HealthFacts): Judged {
  if (!kept)
    return judged('backup', {
      state: isSandbox ? 'ok' : 'late',
      detail: 'No backups are configured',
      late: 'A broken disk would lose everything; set BACKUP_DIR.',
    })
  if (kept.archiveFails)
    return judged('backup', {
      state: 'down',
      detail: 'The log cannot be archived',
      late: 'What happens now could not be restored; see archive_command in the log of PostgreSQL.',
    })
  const { ageS } = kept
  return judged('backup', {
    state: stateOf(ageS ?? Infinity, limits.backup),
    detail: ageS === undefined ? 'There is no backup yet' : `The last one is ${ageText(ageS)} old`,
    late: 'The last backup is too old; run npm run backup and see why it did not run.',
    sinceMs: ageS === undefined ? undefined : nowMs - ageS * 1000,
  })
}

const clock = ({ skewS }: HealthFacts): Judged =>
  judged('clock', {
    state: stateOf(skewS, limits.clock),
    detail: `${skewS.toFixed(1)} s between server and database`,
    late: 'Bets may be refused at kick-off; start the time service (NTP) on both machines.',
  })
