import type { LiveMessage } from '@nare/contract/live'
import { ke } from '#country/ke'
import { offsetInDatabase, openClock, type SettableClock } from '#platform/clock'
import type { Live, Publishing } from '#platform/live'
import type { PublicSnapshot } from '#platform/live-snapshots'
import { openLog, type Log } from '#platform/log'
import { testDatabase, type TestDatabase } from '#testing/database'
import { openCatalog, type Catalog } from './catalog.ts'
import type { FeedDeps } from './feeds/port.ts'

/** A live hub whose every topic has a subscriber. `published` records the messages; `read` returns the snapshot of a topic. */
export type RecordingLive = Live & {
  readonly published: LiveMessage[]
  read(topic: string): Promise<readonly LiveMessage[]>
}

function recordLive(): RecordingLive {
  const published: LiveMessage[] = []
  const sources: { prefix: string; snapshot: PublicSnapshot }[] = []
  const read = async (topic: string): Promise<readonly LiveMessage[]> => {
    const found = await sources.find(({ prefix }) => topic.startsWith(prefix))?.snapshot([topic])
    return found?.get(topic) ?? []
  }
  const publishing: Publishing = {
    publish: (message) => void published.push(message),
    publishTo: (_bettor, message) => void published.push(message),
    hasSubscribers: () => true,
  }
  return {
    ...publishing,
    here: publishing,
    published,
    invalidate: () => undefined,
    states: async (topics) =>
      new Map(await Promise.all([...topics].map(async (topic) => [topic, await read(topic)] as const))),
    subscribedBettors: () => [],
    publicTopics: (prefix, snapshot) => void sources.push({ prefix, snapshot }),
    privateTopics: () => undefined,
    operatorTopics: () => undefined,
    connections: () => 1,
    read,
  }
}

export type TestCatalog = {
  readonly base: TestDatabase
  readonly clock: SettableClock
  readonly live: RecordingLive
  readonly log: Log
  readonly catalog: Catalog
  /** The dependencies of a feed adapter. */
  readonly feed: FeedDeps
}

/** A catalogue on a new database, or on a given one. */
export async function testCatalog(shared?: TestDatabase): Promise<TestCatalog> {
  const base = shared ?? (await testDatabase())
  const clock = await openClock(offsetInDatabase(base.db))
  const live = recordLive()
  const log = openLog('fatal')
  const catalog = openCatalog({ db: base.db, clock, live, log, country: ke })
  return {
    base,
    clock,
    live,
    log,
    catalog,
    feed: { db: base.db, clock, log, ingest: catalog.ingest, drop: catalog.drop },
  }
}
