import type { HealthName } from '@nare/contract/console-today'

export type HealthState = 'ok' | 'late' | 'down'
/** The state of one thing that is watched; `sinceMs` is when its trouble began, if that is known. */
export type Judged = {
  readonly name: HealthName
  readonly state: HealthState
  readonly detail: string
  readonly advice: string
  readonly sinceMs?: number | undefined
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
    database(facts),
    replica(facts),
    backup(facts),
    clock(facts),
  ]
}

function feed({ feed: silent, nowMs }: HealthFacts): Judged {
  if (!silent) return { name: 'feed', state: 'ok', detail: 'No feed with heartbeats drives a match', advice: well }
  const state = stateOf(silent.silentS, limits.feed)
  const advice = {
    ok: well,
    late: 'Live matches take no bets until the feed speaks again; wait a minute.',
    down: 'No match of this feed takes bets; call the provider of the feed.',
  }[state]
  const sinceMs = nowMs - silent.silentS * 1000
  return { name: 'feed', state, detail: `${silent.source}: silent for ${ageText(silent.silentS)}`, advice, sinceMs }
}

function settlement({ settlement: { count, sinceMs }, nowMs }: HealthFacts): Judged {
  const ageS = sinceMs === undefined ? 0 : (nowMs - sinceMs) / 1000
  const state = stateOf(ageS, limits.settlement)
  const advice = {
    ok: well,
    late: 'Winners are paid late; the server repeats it by itself.',
    down: 'Winners of these results are not paid; look for "could not be settled" in the log and call a developer.',
  }[state]
  const detail = count === 0 ? 'All results are settled' : `${count} results wait, the oldest for ${ageText(ageS)}`
  return { name: 'settlement', state, detail, advice, sinceMs }
}

function readers({ reader, nowMs }: HealthFacts): Judged {
  if (!reader) return { name: 'consumers', state: 'ok', detail: 'All readers are at the end', advice: well }
  const ageS = (nowMs - reader.sinceMs) / 1000
  const state = stateOf(ageS, limits.reader)
  const advice = {
    ok: well,
    late: 'Points, bonuses, boards or figures come late; the server catches up by itself.',
    down: 'Points, bonuses, boards or figures stand still; look for this reader in the log and call a developer.',
  }[state]
  const detail = `${reader.name}: ${reader.rows} behind, for ${ageText(ageS)}`
  return { name: 'consumers', state, detail, advice, sinceMs: reader.sinceMs }
}

function payouts({ payouts: { fault, count, sinceMs }, nowMs }: HealthFacts): Judged {
  if (fault)
    return {
      name: 'payouts',
      state: 'down',
      detail: `${fault.provider} refuses our set-up with ${fault.code}`,
      advice: 'No withdrawal is sent by this provider; mend the set-up, then resume it under Payments.',
      sinceMs: fault.sinceMs,
    }
  const ageS = sinceMs === undefined ? 0 : (nowMs - sinceMs) / 1000
  const state = stateOf(ageS, limits.payouts)
  const advice = state === 'ok' ? well : 'The provider answers late; withdrawals are safe and are asked about again.'
  const detail = count === 0 ? 'No payout is on its way' : `${count} on their way, the oldest for ${ageText(ageS)}`
  return { name: 'payouts', state, detail, advice, sinceMs }
}

function sms({ sms: sent }: HealthFacts): Judged {
  if (!sent) return { name: 'sms', state: 'ok', detail: 'No message was sent yet', advice: well }
  const state = sent.failures === 0 ? 'ok' : sent.failures < smsFailuresDown ? 'late' : 'down'
  const advice = {
    ok: well,
    late: 'The provider did not accept the last message; watch the next ones.',
    down: 'Nobody can sign up or reset a password; check the balance and the key at the SMS provider.',
  }[state]
  const detail = sent.failures === 0 ? 'The last message was accepted' : `${sent.failures} messages were not accepted`
  return { name: 'sms', state, detail, advice, sinceMs: sent.sinceMs }
}

function database({ databaseMs }: HealthFacts): Judged {
  const state = stateOf(databaseMs / 1000, limits.database)
  const advice = state === 'ok' ? well : 'Bets and pages are slow; look at the load of the database server.'
  return { name: 'database', state, detail: `Answers in ${Math.ceil(databaseMs)} ms`, advice }
}

function replica({ replicaIsClose }: HealthFacts): Judged {
  if (replicaIsClose === undefined)
    return { name: 'replica', state: 'ok', detail: 'No replica is configured', advice: well }
  if (replicaIsClose) return { name: 'replica', state: 'ok', detail: 'The replica keeps up', advice: well }
  const advice = 'All reads go to the primary, which works and is slower; look at the replica.'
  return { name: 'replica', state: 'down', detail: 'The replica lags or cannot be reached', advice }
}

function backup({ backup: kept, isSandbox, nowMs }: HealthFacts): Judged {
  if (!kept) {
    const detail = 'No backups are configured'
    if (isSandbox) return { name: 'backup', state: 'ok', detail, advice: well }
    return { name: 'backup', state: 'late', detail, advice: 'A broken disk would lose everything; set BACKUP_DIR.' }
  }
  if (kept.archiveFails) {
    const advice = 'What happens now could not be restored; see archive_command in the log of PostgreSQL.'
    return { name: 'backup', state: 'down', detail: 'The log cannot be archived', advice }
  }
  const { ageS = Infinity } = kept
  const state = stateOf(ageS, limits.backup)
  const advice = state === 'ok' ? well : 'The last backup is too old; run npm run backup and see why it did not run.'
  const detail = ageS === Infinity ? 'There is no backup yet' : `The last one is ${ageText(ageS)} old`
  return { name: 'backup', state, detail, advice, ...(ageS !== Infinity && { sinceMs: nowMs - ageS * 1000 }) }
}

function clock({ skewS }: HealthFacts): Judged {
  const state = stateOf(skewS, limits.clock)
  const advice =
    state === 'ok' ? well : 'Bets may be refused at kick-off; start the time service (NTP) on both machines.'
  return { name: 'clock', state, detail: `${skewS.toFixed(1)} s between server and database`, advice }
}
