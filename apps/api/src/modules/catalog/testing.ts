import type { LiveMessage } from '@nare/contract/live'
import { openClock, type SettableClock } from '#platform/clock'
import type { Live } from '#platform/live'
import type { Snapshot } from '#platform/live-snapshots'
import { openLog } from '#platform/log'
import { testDatabase, type TestDatabase } from '#testing/database'
import { openCatalog, type Catalog } from './catalog.ts'

/** A socket with everybody listening: what was told, and who answers for a topic. */
export type Overheard = Live & { readonly told: LiveMessage[]; ask(topic: string): Promise<readonly LiveMessage[]> }

export function overhear(): Overheard {
  const told: LiveMessage[] = []
  const answers: { prefix: string; snapshot: Snapshot }[] = []
  const ask = async (topic: string): Promise<readonly LiveMessage[]> => {
    const found = await answers.find(({ prefix }) => topic.startsWith(prefix))?.snapshot([topic])
    return found?.get(topic) ?? []
  }
  return {
    told,
    invalidate: () => undefined,
    states: async (topics) =>
      new Map(await Promise.all([...topics].map(async (topic) => [topic, await ask(topic)] as const))),
    publish: (message) => void told.push(message),
    hasSubscribers: () => true,
    addTopics: (prefix, snapshot) => void answers.push({ prefix, snapshot }),
    connections: () => 1,
    ask,
  }
}

export type TestCatalog = {
  readonly base: TestDatabase
  readonly clock: SettableClock
  readonly live: Overheard
  readonly catalog: Catalog
}

/** A catalogue on a database of its own, or on another one's. */
export async function testCatalog(shared?: TestDatabase): Promise<TestCatalog> {
  const base = shared ?? (await testDatabase())
  const clock = await openClock(base.db)
  const live = overhear()
  const log = openLog('fatal')
  const catalog = openCatalog({ db: base.db, clock, live, log, country: { timeZone: 'Africa/Nairobi' } })
  return { base, clock, live, catalog }
}
