import cluster from 'node:cluster'
import type { Config } from '#config'
import { busInMemory, type Bus } from './bus.ts'
import { busName, busOverIpc } from './bus-ipc.ts'
import { queryRow, type Db } from './db.ts'
import { ipcChannel } from './ipc-channel.ts'
import type { Log } from './log.ts'

type BusDeps = { readonly config: Pick<Config, 'processes'>; readonly db: Db; readonly log: Log }

/** Opens the bus of this process: over Redis if configured, for a worker over the hub of its primary, otherwise in memory for a single process. */
export async function openBus({ config, db, log }: BusDeps): Promise<Bus> {
  const { redisUrl: url } = config.processes
  if (url === undefined) return cluster.isWorker ? busOverIpc(ipcChannel(process, busName)) : busInMemory()
  // Loaded only when it is used, because the library is large.
  const { busOverRedis } = await import('./bus-redis.ts')
  return busOverRedis({ url, prefix: `nare:${await identityOf(db)}:`, log })
}

/** An identifier that a database shares with its physical standbys and with no other database. */
async function identityOf(db: Db): Promise<string> {
  const found = await queryRow<{ identity: string }>(db)`
    select (select system_identifier from pg_control_system())::text || '.' || oid as identity
    from pg_database where datname = current_database()`
  return found?.identity ?? ''
}
