import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { DbClient, dropConnection } from './db-client.ts'
import type { Connection } from './db.ts'
import { invariant } from './invariant.ts'
import { StartError } from './start-error.ts'

/** A database session that has the advisory locks of all names that this process owns. */
export type OwnerSession = {
  /** Writes the owner's heartbeat for these names. */
  beat(names: readonly string[]): Promise<void>
  /** Acquires a name that has no owner, or whose owner wrote no heartbeat for too long. Returns the new epoch, or undefined if the name is owned. */
  acquire(name: string): Promise<bigint | undefined>
  /** Releases a name, so that a successor does not have to wait. */
  release(name: string): Promise<void>
  /** Resolves when the connection was lost. */
  readonly lost: Promise<void>
  /** Closes the connection immediately; the running statements fail with this reason. */
  destroy(why: string): void
  close(): Promise<void>
}

/** Keys of the advisory locks: for ownership, and for the transactions in which the owner writes. See the SQL function platform.owns. */
const ownerKey = 5
const fenceKey = 6

/** Another process may take over from an owner that wrote no heartbeat for this long. */
export const silentMs = 4_000
/** The longest time between a new owner's lock and its first heartbeat. */
const firstBeatMs = 500
const triesBeforeTerminate = 20
const fenceEveryMs = 50

/**
 * Opens the session. It runs as the user of the connection, not as the working role: terminating a silent owner's connection
 * requires the rights of the user who opened it.
 */
export async function openOwnerSession({
  connection,
  responseMsMax,
}: {
  connection: Connection
  responseMsMax: number
}): Promise<OwnerSession> {
  const client = new DbClient({
    ...connection,
    connectionTimeoutMillis: responseMsMax,
    query_timeout: responseMsMax,
    keepAlive: true,
    application_name: 'nare owner',
  })
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => resolve())
    client.on('end', () => resolve())
  })
  await client.connect()

  /** Terminates the silent owner's connections that have this lock. */
  async function terminateHolders(name: string, key: number): Promise<void> {
    await client.query(
      `select pg_terminate_backend(pid) from pg_locks
       where locktype = 'advisory' and granted and pid <> pg_backend_pid() and objsubid = 2
         and database = (select oid from pg_database where datname = current_database())
         and classid = $1::int::oid and objid = hashtext($2)::oid`,
      [key, name],
    )
  }

  async function tryLock(name: string): Promise<boolean> {
    const tried = await client.query<{ got: boolean }>(`select pg_try_advisory_lock($1, hashtext($2)) as got`, [
      ownerKey,
      name,
    ])
    return tried.rows[0]?.got === true
  }

  async function isSilentFor(ms: number, name: string): Promise<boolean> {
    const found = await client.query(
      `select from platform.owner where name = $1 and beat_at < platform.real_now() - make_interval(secs => $2)`,
      [name, ms / 1000],
    )
    return found.rowCount === 1
  }

  /** Raises the epoch once the previous owner has no open transaction. A transaction that does not end in time is terminated. */
  async function raiseEpoch(name: string): Promise<bigint> {
    await client.query('begin')
    try {
      for (let tries = 1; ; tries++) {
        const fence = await client.query<{ got: boolean }>(
          `select pg_try_advisory_xact_lock($1, hashtext($2)) as got`,
          [fenceKey, name],
        )
        if (fence.rows[0]?.got) break
        if (tries >= triesBeforeTerminate) await terminateHolders(name, fenceKey)
        await wait(fenceEveryMs)
      }
      const raised = await client.query<{ epoch: string }>(
        `update platform.owner set epoch = epoch + 1, beat_at = platform.real_now() where name = $1 returning epoch::text`,
        [name],
      )
      const epoch = raised.rows[0]?.epoch
      invariant(epoch !== undefined, `the row of the owner of ${name} exists`)
      await client.query('commit')
      return BigInt(epoch)
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      throw error
    }
  }

  async function beat(names: readonly string[]): Promise<void> {
    await client.query(`update platform.owner set beat_at = platform.real_now() where name = any($1::text[])`, [names])
  }

  let running: Promise<unknown> = Promise.resolve()
  /** Runs operations one after the other, so that a heartbeat or a release does not become part of another operation's transaction. */
  function runNext<T>(work: () => Promise<T>): Promise<T> {
    const next = running.then(work)
    running = next.catch(() => undefined)
    return next
  }

  return {
    lost,
    beat: (names) => runNext(() => beat(names)),
    acquire: (name) => runNext(() => acquire(name)),
    async release(name) {
      await runNext(() => client.query(`select pg_advisory_unlock($1, hashtext($2))`, [ownerKey, name]))
    },
    destroy(why) {
      dropConnection(client, why)
    },
    async close() {
      await client.end()
    },
  }

  async function acquire(name: string): Promise<bigint | undefined> {
    await client.query(`insert into platform.owner (name) values ($1) on conflict (name) do nothing`, [name])
    if (!(await tryLock(name))) {
      if (!(await isSilentFor(silentMs - firstBeatMs, name))) return undefined
      // An owner that has just acquired the lock has not written a heartbeat yet.
      await wait(firstBeatMs)
      if (!(await isSilentFor(silentMs, name))) return undefined
      await terminateHolders(name, ownerKey)
      if (!(await tryLock(name))) return undefined
    }
    await beat([name])
    return raiseEpoch(name)
  }
}

const probes = 3

/**
 * Checks that each connection keeps its own server process. A pooler in transaction mode would share the session that has the locks between
 * clients. Throws a StartError that names DATABASE_DIRECT_URL.
 */
export async function checkDirect(open: () => Promise<Pick<pg.Client, 'query' | 'end'>>): Promise<void> {
  const clients: Pick<pg.Client, 'query' | 'end'>[] = []
  try {
    for (let at = 0; at < probes; at++) clients.push(await open())
    const first: number[] = []
    for (const client of clients) first.push(await processOf(client))
    const second: number[] = []
    for (const client of clients.toReversed()) second.unshift(await processOf(client))
    if (new Set(first).size < probes || first.some((id, at) => id !== second[at])) throw new StartError(poolerFound)
  } finally {
    for (const client of clients) await client.end().catch(() => undefined)
  }
}

const poolerFound =
  'DATABASE_URL: this address is a pooler in transaction mode. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself'

async function processOf(client: Pick<pg.Client, 'query'>): Promise<number> {
  const answer = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return answer.rows[0]?.pid ?? 0
}
