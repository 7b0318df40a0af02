import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openApp, type App } from '@nare/api/app'
import { readConfig } from '@nare/api/config'
import type { Country } from '@nare/api/country/country'
import { openDatabase } from '@nare/api/platform/database'
import { openLog } from '@nare/api/platform/log'
import { migrate } from '@nare/api/platform/migrate'
import { seedBettors, type SeededBettor } from '@nare/api/testing/seed'

const migrations = new URL('../../../db/migrations', import.meta.url).pathname

export type VirtualApp = {
  readonly app: App
  /** Verified bettors with a session of a year and KSh 1,000,000. */
  bettors(count: number): Promise<SeededBettor[]>
  close(): Promise<void>
}

/**
 * The real application in this process, on a fresh data folder with a separate PostgreSQL, without a feed: the benchmark acts as the feed,
 * sets the sandbox's clock, and ends the delays of live bets.
 */
export async function openVirtualApp({
  waitForLive,
  country = {},
  env = {},
}: {
  waitForLive: (ms: number) => Promise<void>
  country?: Partial<Country>
  /** Other settings of the environment. */
  env?: Readonly<Record<string, string>>
}): Promise<VirtualApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'nare-virtual-'))
  const config = readConfig({
    SANDBOX: 'on',
    FEED: 'none',
    LEAGUE: 'off',
    CRASH: 'off',
    ARCADE: 'off',
    LIMITS_BY_ADDRESS: 'off',
    LIMIT_SESSION_MINUTE: '100000',
    LOG_LEVEL: 'error',
    PORT: '0',
    HOST: '127.0.0.1',
    BET_QUEUE_MS: '60000',
    DATA_DIR: dataDir,
    ...env,
  })
  const log = openLog(config.logLevel)
  const database = await openDatabase({ config, log })
  await migrate(database.connection, migrations)
  const app = await openApp({ config, connection: database.connection, log, waitForLive, country })
  await app.app.ready()
  return {
    app,
    async bettors(count) {
      const house = app.ledger.house('house:sandbox')
      const bettors = await seedBettors(app.db, { count, cents: 100_000_000n, house })
      await sql`update identity.session set expires_at = expires_at + interval '1 year'`.execute(app.db)
      return bettors
    },
    async close() {
      await app.close()
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
