/** The requester of a job. Recognised devices have a separate queue, and within each queue the keys alternate. */
export type Requester = { readonly key: string; readonly recognised: boolean }

export type FairQueue = <T>(requester: Requester, work: () => Promise<T>) => Promise<T | 'busy'>

type Waiting = { readonly start: () => void; readonly drop: () => void }

/**
 * Runs at most `atOnce` jobs concurrently and keeps at most `waitingMax` waiting in each of two queues: recognised devices, and all
 * others. The queues alternate, and within each the keys alternate, oldest job first, so that an address with a thousand jobs delays
 * another address by one job. When a queue is full, the job of a new key replaces the newest job of the key with the most jobs. If no key has
 * two jobs, the new job is refused as 'busy'.
 */
export function openFairQueue({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }): FairQueue {
  const queues = { recognised: openQueue(waitingMax), others: openQueue(waitingMax) }
  let running = 0
  let recognisedNext = true

  function next(): Waiting | undefined {
    const order = recognisedNext ? [queues.recognised, queues.others] : [queues.others, queues.recognised]
    recognisedNext = !recognisedNext
    return order[0]?.next() ?? order[1]?.next()
  }

  async function admit({ key, recognised }: Requester): Promise<boolean> {
    if (running < atOnce) {
      running++
      return true
    }
    const queue = recognised ? queues.recognised : queues.others
    return new Promise((admitted) => {
      const waiting = { start: () => admitted(true), drop: () => admitted(false) }
      if (!queue.add(key, waiting)) admitted(false)
    })
  }

  return async (requester, work) => {
    if (!(await admit(requester))) return 'busy'
    try {
      return await work()
    } finally {
      const following = next()
      if (following) following.start()
      else running--
    }
  }
}

function openQueue(most: number) {
  const byKey = new Map<string, Waiting[]>()
  let count = 0

  /** Drops the newest job of the key with the most jobs; false if no key has more than one job. */
  function makeRoom(): boolean {
    let longest: Waiting[] = []
    for (const list of byKey.values()) if (list.length > longest.length) longest = list
    if (longest.length < 2) return false
    longest.pop()?.drop()
    count--
    return true
  }

  return {
    add(key: string, waiting: Waiting): boolean {
      const list = byKey.get(key)
      if (count >= most && (list || !makeRoom())) return false
      if (list) list.push(waiting)
      else byKey.set(key, [waiting])
      count++
      return true
    },
    /** Removes and returns the oldest job of the next key. The key moves to the end of the queue. */
    next(): Waiting | undefined {
      for (const [key, list] of byKey) {
        const first = list.shift()
        byKey.delete(key)
        if (list.length > 0) byKey.set(key, list)
        if (first) count--
        return first
      }
      return undefined
    },
  }
}
