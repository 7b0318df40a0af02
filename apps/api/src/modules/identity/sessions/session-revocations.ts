import pg from 'pg'
import { workingRole, type Connection } from '#platform/db'
import type { Log } from '#platform/log'
import { endedChannel } from './session-store.ts'

const retryMs = 1_000
const retryMostMs = 15_000
const pulseMs = 10_000
const patienceMs = 5_000

type Hearing = {
  readonly connection: Connection
  readonly log: Log
  /** A bettor's sessions changed, here or in another process. */
  heard(bettor: bigint): void
  /** Changes may have been missed. */
  deaf(): void
}

/**
 * Listens on a connection of its own for sessions that changed. `works` is false from the moment the connection is lost,
 * or does not answer its pulse, until it is back.
 */
export function openHearing({ connection, log, heard, deaf }: Hearing) {
  let client: pg.Client | undefined
  let works = false
  let closed = false
  let failures = 0
  let timer: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const next = new pg.Client({
      ...connection,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
      keepAlive: true,
      options: `-c role=${workingRole}`,
    })
    next.on('error', () => lost(next))
    next.on('end', () => lost(next))
    next.on(
      'notification',
      ({ payload }) => payload !== undefined && /^\d{1,19}$/.test(payload) && heard(BigInt(payload)),
    )
    client = next
    try {
      await next.connect()
      await next.query(`listen ${endedChannel}`)
      if (closed) return void (await next.end())
      deaf()
      works = true
      failures = 0
      later(pulseMs, () => pulse(next))
    } catch {
      lost(next)
    }
  }

  async function pulse(on: pg.Client): Promise<void> {
    try {
      await on.query('select 1')
      if (on === client) later(pulseMs, () => pulse(on))
    } catch {
      lost(on)
    }
  }

  function lost(which: pg.Client): void {
    if (which !== client) return
    client = undefined
    works = false
    deaf()
    void which.end().catch(() => undefined)
    if (closed) return
    if (failures === 0)
      log.warn('the connection that hears of ended sessions was lost: sessions are looked up each time')
    later(Math.min(retryMostMs, retryMs * 2 ** failures++), connect)
  }

  function later(ms: number, work: () => Promise<void>): void {
    clearTimeout(timer)
    timer = setTimeout(() => void work(), ms)
    timer.unref()
  }

  return {
    works: (): boolean => works,
    firstTry: connect(),
    async close(): Promise<void> {
      closed = true
      clearTimeout(timer)
      const last = client
      client = undefined
      works = false
      await last?.end().catch(() => undefined)
    },
  }
}
