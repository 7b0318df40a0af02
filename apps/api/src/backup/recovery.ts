import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { monotonicMs } from '#platform/clock'
import { openLog } from '#platform/log'
import { DbClient } from '#platform/db-client'
import { launchPostgres, settings } from '#platform/postgres'
import { prepareCluster } from '#platform/postgres-cluster'
import { StartError } from '#platform/start-error'
import { restoreCommand } from '#platform/wal-archive'

export type Target = {
  /** The folder of the archived log; undefined to replay only the log in the backup. */
  readonly archive: string | undefined
  readonly timeline: number
  /** The moment to stop at, including transactions of that moment; undefined for the end of the log. */
  readonly at: Date | undefined
}

/** The end of a recovery: the commit time of the last transaction, and the last log file that was read. */
export type Reached = { readonly lastCommitAt: Date | undefined; readonly logFile: string }

const pollMs = 200
const reportEveryMs = 2000
const linesKept = 40

/** The PostgreSQL settings of a recovery; see "Archive Recovery" and "Recovery Target" in PostgreSQL's manual. */
function recoverySettings({ archive, timeline, at }: Target): Record<string, string> {
  if (archive === undefined) return {}
  return {
    restore_command: restoreCommand(archive),
    recovery_target_timeline: String(timeline),
    recovery_target_action: 'promote',
    ...(at && { recovery_target_time: at.toISOString().replace('T', ' ').replace('Z', '+00') }),
  }
}

/**
 * Runs PostgreSQL in a data folder with a copied cluster until it has replayed the log to the target, and stops it. Throws a StartError with
 * PostgreSQL's reason if the target is not reached.
 */
export async function recover({
  dataDir,
  target,
  onProgress,
}: {
  dataDir: string
  target: Target
  onProgress: (text: string) => void
}): Promise<Reached> {
  const log = openLog('error')
  const cluster = await prepareCluster({ dataDir, log })
  const lines: string[] = []
  try {
    if (target.archive !== undefined) {
      const signal = join(cluster.folder, 'recovery.signal')
      await writeFile(signal, '')
      await cluster.give(signal)
    }
    const options = { ...settings, log_min_messages: 'log', ...recoverySettings(target) }
    const child = launchPostgres(cluster, openLog('silent'), options, (line) => {
      lines.push(line)
      if (lines.length > linesKept) lines.shift()
    })
    const ended = once(child, 'exit')
    try {
      let reportAt = 0
      for (;;) {
        if (child.exitCode !== null || child.signalCode !== null) throw new StartError(failureReason(lines, target))
        const state = await stateOf(cluster.connection)
        if (state && !state.recovering) return { lastCommitAt: state.at ?? undefined, logFile: state.file }
        if (monotonicMs() > reportAt) {
          reportAt = monotonicMs() + reportEveryMs
          onProgress(`replaying the log${state?.at ? `, at ${state.at.toISOString()}` : ''}`)
        }
        await wait(pollMs)
      }
    } finally {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGINT')
        await ended
      }
    }
  } finally {
    await cluster.release()
  }
}

type State = { recovering: boolean; at: Date | null; file: string }

/** The progress of the recovery; undefined while the server accepts no connection. */
async function stateOf(connection: pg.ClientConfig): Promise<State | undefined> {
  const client = new DbClient({ ...connection, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<State>(`
      select pg_is_in_recovery() as recovering, pg_last_xact_replay_timestamp() as at,
        case when pg_is_in_recovery() then '' else coalesce(pg_walfile_name(pg_last_wal_replay_lsn() - 1), '') end as file`)
    return rows[0]
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Explains a failed recovery in one sentence, from PostgreSQL's log. */
function failureReason(lines: readonly string[], { at }: Target): string {
  const last = lines.map((line) => /last completed transaction was at log time (.*)$/.exec(line)?.[1]).findLast(Boolean)
  if (at && lines.some((line) => line.includes('recovery ended before configured recovery target was reached')))
    return `The archived log ends before ${at.toISOString()}${last ? `: its last transaction was at ${last}` : ''}. Leave --at out to restore everything`
  const fatal = lines.findLast((line) => /\] (FATAL|PANIC):/.test(line))
  return `PostgreSQL could not replay the log: ${fatal ?? lines.at(-1) ?? 'it gave no reason'}`
}
