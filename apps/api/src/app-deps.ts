import type { Country } from '#country/country'
import type { Bus } from '#platform/bus'
import type { Connection } from '#platform/db'
import type { Log } from '#platform/log'
import type { Config } from './config.ts'

/** What the server is opened with. */
export type AppDeps = {
  config: Config
  connection: Connection
  /** Straight to PostgreSQL, where `connection` uses a pooler. */
  direct?: Connection
  log: Log
  /** What this process shares with others on the database; by default what the configuration says. */
  bus?: Bus
  /** Checks every answer against the contract; tests only. */
  checkAnswers?: boolean
  /** Waits for the delay of live bets; tests replace it. */
  waitForLive?: (ms: number) => Promise<void>
  /** Overrides of the country's rules, for tests. */
  country?: Partial<Country>
}
