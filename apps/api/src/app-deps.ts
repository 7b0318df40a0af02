import type { Country } from '#country/country'
import type { Bus } from '#platform/bus'
import type { Connection } from '#platform/db'
import type { Log } from '#platform/log'
import type { ShareMetrics } from '#platform/metrics'
import type { OwnerTimes } from '#platform/owners'
import type { Programs } from '#platform/programs'
import type { Turns } from '#platform/turns'
import type { Hub88Pair } from '#sandbox/hub88-keys'
import type { Config } from './config.ts'

export const contentFolder = new URL('../../../content', import.meta.url).pathname
export const builtPages = {
  folder: new URL('../../bettor/dist', import.meta.url).pathname,
  consoleFolder: new URL('../../console/dist', import.meta.url).pathname,
}

/** The dependencies of the server. */
export type AppDeps = {
  config: Config
  connection: Connection
  /** A direct connection to PostgreSQL, if `connection` uses a pooler. */
  direct?: Connection
  log: Log
  /** The bus to the other processes on the database; by default the configured one. */
  bus?: Bus
  /** Runs the helper programs of the server; by default as children of this process. */
  programs?: Programs
  /** The metrics of all processes that share the port. */
  shareMetrics?: ShareMetrics
  /** The key pair of the sandbox's Hub88, if several processes share it. */
  hub88Pair?: Hub88Pair | undefined
  /** Names this process among those that share the port; the sandbox shows it. */
  processName?: string
  /** Checks every response against the contract; for tests. */
  checkAnswers?: boolean
  /** Waits for the delay of live bets; tests replace it. */
  waitForLive?: (ms: number) => Promise<void>
  /** Waits before a slowed-down login of staff is answered; tests replace it. */
  pauseLogins?: (ms: number) => Promise<void>
  /** Longer deadlines of an owner's connection, for tests. */
  ownerTimes?: OwnerTimes
  /** The turns of bettors; tests replace them by more patient ones. */
  turns?: Turns
  /** Overrides of the country's rules, for tests. */
  country?: Partial<Country>
  /** The folders of the built apps; tests that need no page replace them by a folder that does not exist. */
  pages?: { folder: string; consoleFolder?: string }
}
