import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { monotonicMs } from './clock.ts'
import { dropConnection, DbClient } from './db-client.ts'
import { openPool, type Connection } from './db.ts'
import type { Log } from './log.ts'

/** A standby that reads may go to. */
export type Replica = {
  /** Opens a connection to the replica. Its sessions cannot write. */
  connect(): Promise<pg.PoolClient>
  /** Whether the replica can be reached and its lag is within the limit. */
  isClose(): boolean
  /** The moment, in monotonic milliseconds, up to which all commits are visible on the replica. */
  shownUntilMs(): number
  /** Resolves after the first comparison with the primary. */
  readonly compared: Promise<void>
  close(): Promise<void>
}

type ReplicaDeps = {
  readonly primary: Connection
  readonly connection: Connection
  readonly size: number
  readonly lagMsMax: number
  readonly log: Log
}

const compareEveryMs = 200
const responseMsMax = 2_000
/** The maximum number of remembered log positions that the replica has not reached yet. */
const positionsMax = 500

/**
 * Opens the pool of the replica and compares it with the primary five times a second. Each comparison stores the time and then reads the log
 * position of the primary. Once the replica has replayed that position, it includes everything committed before that time. No clocks are
 * compared, and an idle primary causes no lag. If the replica cannot be reached or is not a standby of this primary, its connections are
 * closed, so that their reads do not wait.
 */
export function openReplica({ primary, connection, size, lagMsMax, log }: ReplicaDeps): Replica {
  const pool = openPool(connection, { size, log, readOnly: true })
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => clients.add(client))
  pool.on('remove', (client) => clients.delete(client))
  const primarySide = openProbe(primary, positionOfPrimary)
  const replicaSide = openProbe(connection, positionOfReplica)
  const stopping = new AbortController()
  const first = Promise.withResolvers<void>()
  let positions: { atMs: number; lsn: bigint }[] = []
  let shownUntilMs = -Infinity
  let used: boolean | undefined

  async function compare(): Promise<void> {
    const atMs = monotonicMs()
    const written = await primarySide.read()
    const replayed = await replicaSide.read().catch(dropAll)
    if (replayed.identity !== written.identity) throw new Error('the server is not a standby of this primary')
    // After a promotion the new primary's position can be lower than that of the former one.
    positions = positions.filter(({ lsn }) => lsn < written.lsn)
    positions.push({ atMs, lsn: written.lsn })
    if (positions.length > positionsMax) positions.shift()
    while (positions[0] && positions[0].lsn <= replayed.lsn) shownUntilMs = positions.shift()?.atMs ?? shownUntilMs
  }

  function dropAll(error: Error): never {
    for (const client of clients) dropConnection(client, 'the replica cannot be reached or is not a standby')
    throw error
  }

  function setUsed(isUsed: boolean, why: string): void {
    if (used === isUsed || stopping.signal.aborted) return
    if (isUsed) log.info('reads that may be slightly old go to the replica')
    else log.warn({ why }, 'the replica is not used: all reads go to the primary')
    used = isUsed
  }

  const isClose = (): boolean => monotonicMs() - shownUntilMs <= lagMsMax

  async function compareOften(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await compare()
        setUsed(isClose(), 'its lag exceeds the limit')
      } catch (error) {
        shownUntilMs = -Infinity
        positions = []
        setUsed(false, error instanceof Error ? error.message : String(error))
      }
      first.resolve()
      await wait(compareEveryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }

  const running = compareOften()
  return {
    connect: () => pool.connect(),
    isClose,
    shownUntilMs: () => shownUntilMs,
    compared: first.promise,
    async close() {
      stopping.abort()
      primarySide.close()
      replicaSide.close()
      await running
      await pool.end()
    },
  }
}

type Position = { readonly identity: string; readonly lsn: bigint }

/** The identity of a database: standbys have the identifier of their primary. */
const identity = `(select system_identifier from pg_control_system())::text || '.' || current_database() as identity`
/** The flushed position: every confirmed commit is before it. */
const positionOfPrimary = `select ${identity}, pg_current_wal_flush_lsn()::text as lsn`
const positionOfReplica = `select ${identity}, pg_last_wal_replay_lsn()::text as lsn where pg_is_in_recovery()`

/** A separate connection for the comparison, so that it does not wait for other statements. */
function openProbe(connection: Connection, statement: string) {
  let client: DbClient | undefined

  async function connected(): Promise<DbClient> {
    if (client) return client
    const next = new DbClient({
      ...connection,
      connectionTimeoutMillis: responseMsMax,
      query_timeout: responseMsMax,
      keepAlive: true,
      application_name: 'nare replica lag',
    })
    const lost = () => client === next && (client = undefined)
    next.on('error', lost)
    next.on('end', lost)
    await next.connect()
    client = next
    return next
  }

  return {
    async read(): Promise<Position> {
      try {
        const { rows } = await (await connected()).query<{ identity: string; lsn: string }>(statement)
        if (!rows[0]) throw new Error('the server is not a standby')
        return { identity: rows[0].identity, lsn: lsnOf(rows[0].lsn) }
      } catch (error) {
        if (client) dropConnection(client, 'the server did not respond')
        client = undefined
        throw error
      }
    },
    close() {
      if (client) dropConnection(client, 'the process is stopping')
    },
  }
}

/** PostgreSQL writes a position as two hexadecimal numbers of 32 bits. */
function lsnOf(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
