import { setTimeout as wait } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { CrashState } from '@nare/contract/crash'
import { transact, type Db } from '#platform/db'
import { openLog } from '#platform/log'
import { openOwners, type Owners, type Ownership } from '#platform/owners'
import { lockRound, openRound, scheduleRound } from '#platform/rounds'
import { testDatabase, type TestDatabase } from '#testing/database'
import { patientOwner } from '#testing/patience'
import { plantChain } from '../testing/crash-chain.ts'
import { crashCycle } from '../testing/crash-world.ts'
import { insertRound, ownerName, startFlight } from './round-store.ts'
import { openCrashTopics } from './topic.ts'

const stepMs = 50

let base: TestDatabase
let owners: Owners
let own: Ownership
let round: number
beforeAll(async () => {
  base = await testDatabase()
  owners = openOwners({ connection: base.connection, log: openLog('silent'), times: patientOwner })
  const owned = Promise.withResolvers<Ownership>()
  owners.ownAlone(ownerName, async (right) => {
    owned.resolve(right)
    await new Promise((resolve) => right.signal.addEventListener('abort', resolve))
  })
  own = await owned.promise
  await plantChain(base.db)
  round = await transact(base.db, async (tx) => {
    const { id } = await openRound(tx, own, { roundId: 'a-crash-1', locksAt: null })
    await insertRound(tx, { id, roundId: 'a-crash-1', chainId: 'crash-1', gameNo: 1 })
    await scheduleRound(tx, own, id, new Date(Date.now() + 3_600_000))
    return id
  })
})
afterAll(async () => {
  await owners.close()
  await base.close()
})
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** The topics of a process that does not own the game, with or without a subscriber. `counts` has the number of its queries so far. */
function openTopics({ subscribed }: { subscribed: boolean }) {
  const counts = { all: 0, ofBets: 0, ended: 0 }
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      counts.all++
      if (JSON.stringify(node).includes('games.crash_bet')) counts.ofBets++
      return node
    },
    async transformResult({ result }) {
      counts.ended++
      return result
    },
  }
  const states: CrashState[] = []
  const live = {
    publicTopics: () => undefined,
    invalidate: () => undefined,
    here: {
      hasSubscribers: (topic: string) => subscribed && topic === 'crash',
      publish: ({ state }: { state?: unknown }) => void states.push(state as CrashState),
    },
  }
  const topics = openCrashTopics({
    db: base.db.withPlugin(counting) as Db,
    live: live as unknown as Parameters<typeof openCrashTopics>[0]['live'],
    log: openLog('silent'),
    cycle: crashCycle,
    namesOf: async () => new Map(),
  })
  return {
    ...topics,
    counts,
    states,
    /** Advances the time in steps, and waits for the queries of each step. */
    async pass(ms: number): Promise<void> {
      for (let passed = 0; passed < ms; passed += stepMs) {
        await vi.advanceTimersByTimeAsync(stepMs)
        do await wait(1)
        while (counts.ended < counts.all)
      }
    },
  }
}

test('a process that does not own the game counts the bets once a second, and immediately when the phase changes', async () => {
  const topics = openTopics({ subscribed: true })
  await topics.pass(3000)
  expect(topics.counts.ofBets).toBeLessThanOrEqual(5)
  expect(topics.counts.all).toBeGreaterThan(50)
  expect(topics.states.map(({ phase }) => phase)).toEqual(['betting'])
  await transact(base.db, async (tx) => {
    await lockRound(tx, own, round)
    await startFlight(tx, round)
  })
  await topics.pass(2 * stepMs)
  expect(topics.states.map(({ phase }) => phase)).toEqual(['betting', 'flying'])
  topics.stop()
})

test('the next count is a second after a phase was published', async () => {
  const topics = openTopics({ subscribed: true })
  await topics.pass(500)
  topics.changed()
  await topics.pass(2 * stepMs)
  const published = topics.counts.ofBets
  await topics.pass(700)
  expect(topics.counts.ofBets).toBe(published)
  await topics.pass(400)
  expect(topics.counts.ofBets).toBe(published + 1)
  topics.stop()
})

test('without subscribers nothing is read', async () => {
  const topics = openTopics({ subscribed: false })
  await topics.pass(1000)
  expect(topics.counts.all).toBe(0)
  topics.stop()
})
