import { setTimeout as wait } from 'node:timers/promises'
import type { Bus } from '#platform/bus'

/**
 * Runs the logins of one key one at a time. Returns undefined if too many are waiting for that key. An implementation
 * for several processes must serialise a key's logins across all of them. Otherwise a flood gets one guess per process.
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

/** The lifetime of a claimed key, longer than a login takes. If a process dies during a login, its key stays claimed for this time. */
const claimedMs = 10_000
const waitMsMax = 3000
const claimEveryMs = 50

/**
 * Login turns across the processes of a bus: a login whose turn it is in this process claims its key on the bus. It waits at most three seconds for
 * another process, and not at all while the bus is unavailable: the limits on guesses are counted in the database anyway.
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
