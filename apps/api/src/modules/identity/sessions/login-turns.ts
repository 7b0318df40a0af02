import { setTimeout as wait } from 'node:timers/promises'
import type { Bus } from '#platform/bus'

/**
 * The port of login turns: runs the logins of one key one at a time; answers undefined if too many wait for that key. An adapter
 * for several processes must keep one key's logins apart across all of them, or a flood gets one guess a process.
 */
export type LoginTurns = <T>(key: string, work: () => Promise<T>) => Promise<T | undefined>

/** Login turns within this process, at most `waitingMax` at a time for each key. */
export function loginTurnsInMemory({ waitingMax }: { waitingMax: number }): LoginTurns {
  const queues = new Map<string, { last: Promise<unknown>; count: number }>()
  return async (key, work) => {
    const queue = queues.get(key) ?? { last: Promise.resolve(), count: 0 }
    if (queue.count >= waitingMax) return undefined
    const mine = queue.last.then(work)
    queue.last = mine.catch(() => undefined)
    queue.count++
    queues.set(key, queue)
    try {
      return await mine
    } finally {
      if (--queue.count === 0) queues.delete(key)
    }
  }
}

/** Longer than a login takes. A process that dies in one keeps its key for so long. */
const claimedMs = 10_000
const waitMsMax = 3000
const claimEveryMs = 50

/**
 * The same among the processes of a bus: a login that has its turn here claims its key there. It waits three seconds at most for
 * another process, and not at all while the bus is away: what a login may try is counted in the database.
 */
export function loginTurnsOverBus(bus: Bus, { waitingMax }: { waitingMax: number }): LoginTurns {
  const inTurn = loginTurnsInMemory({ waitingMax })

  async function claim(key: string): Promise<boolean> {
    for (let waitedMs = 0; waitedMs < waitMsMax; waitedMs += claimEveryMs) {
      const claimed = await bus.claim(key, claimedMs)
      if (claimed !== false) return claimed === true
      await wait(claimEveryMs)
    }
    return false
  }

  return (key, work) =>
    inTurn(key, async () => {
      const shared = `login ${key}`
      const claimed = await claim(shared)
      return work().finally(() => claimed && bus.release(shared))
    })
}
