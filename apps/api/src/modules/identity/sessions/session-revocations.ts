import type pg from 'pg'
import { workingRole, type Connection } from '#platform/db'
import { DbClient } from '#platform/db-client'
import type { Log } from '#platform/log'
import { revokedChannel } from './session-store.ts'

const retryMs = 1_000
const retryMaxMs = 15_000
const pingMs = 10_000
const timeoutMs = 5_000

type Revocations = {
  readonly connection: Connection
  readonly log: Log
  /** Called when a bettor's sessions have changed, in this process or another. */
  onRevoked(bettor: bigint): void
  /** Called when notifications may have been missed. */
  onDisconnect(): void
}

/**
 * Listens on a dedicated connection for changed sessions. `isConnected` is false from the time when the connection is lost, or does
 * not answer a ping, until it is restored.
 */
export function listenForRevocations({ connection, log, onRevoked, onDisconnect }: Revocations) {
  let client: pg.Client | undefined
  let connected = false
  let closed = false
  let failures = 0
  let timer: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const next = new DbClient({
      ...connection,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      keepAlive: true,
      options: `-c role=${workingRole}`,
    })
    next.on('error', () => lost(next))
    next.on('end', () => lost(next))
    next.on(
      'notification',
      ({ payload }) => payload !== undefined && /^\d{1,19}$/.test(payload) && onRevoked(BigInt(payload)),
    )
    client = next
    try {
      await next.connect()
      await next.query(`listen ${revokedChannel}`)
      if (closed) return void (await next.end())
      onDisconnect()
      connected = true
      failures = 0
      schedule(pingMs, () => ping(next))
    } catch {
      lost(next)
    }
  }

  async function ping(on: pg.Client): Promise<void> {
    try {
      await on.query('select 1')
      if (on === client) schedule(pingMs, () => ping(on))
    } catch {
      lost(on)
    }
  }

  function lost(which: pg.Client): void {
    if (which !== client) return
    client = undefined
    connected = false
    onDisconnect()
    void which.end().catch(() => undefined)
    if (closed) return
    if (failures === 0)
      log.warn('the connection for session revocations was lost: every session is read from the database')
    schedule(Math.min(retryMaxMs, retryMs * 2 ** failures++), connect)
  }

  function schedule(ms: number, work: () => Promise<void>): void {
    clearTimeout(timer)
    timer = setTimeout(() => void work(), ms)
    timer.unref()
  }

  return {
    isConnected: (): boolean => connected,
    firstTry: connect(),
    async close(): Promise<void> {
      closed = true
      clearTimeout(timer)
      const last = client
      client = undefined
      connected = false
      await last?.end().catch(() => undefined)
    },
  }
}
