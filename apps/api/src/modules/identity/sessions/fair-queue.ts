/** Who work is for: known devices have a queue of their own, and within each queue the keys take turns. */
export type For = { readonly key: string; readonly known: boolean }

export type FairQueue = <T>(who: For, work: () => Promise<T>) => Promise<T | 'busy'>

type Waiting = { readonly go: () => void; readonly shed: () => void }

/**
 * Runs at most `atOnce` pieces of work at a time and keeps at most `waitingMost` waiting in each of two queues. The queues of known
 * devices and of everybody else are served in turn, and in each the keys one after the other, oldest first: one address with a
 * thousand requests waits as long as a thousand addresses make it wait for one. When a queue is full, a key with nothing waiting
 * takes the place of the newest of the key that has most; where no key has two, it is 'busy'.
 */
export function openFairQueue({ atOnce, waitingMost }: { atOnce: number; waitingMost: number }): FairQueue {
  const queues = { known: openQueue(waitingMost), others: openQueue(waitingMost) }
  let running = 0
  let knownNext = true

  function next(): Waiting | undefined {
    const order = knownNext ? [queues.known, queues.others] : [queues.others, queues.known]
    knownNext = !knownNext
    return order[0]?.take() ?? order[1]?.take()
  }

  async function turn({ key, known }: For): Promise<boolean> {
    if (running < atOnce) {
      running++
      return true
    }
    const queue = known ? queues.known : queues.others
    return new Promise((settle) => {
      const waiting = { go: () => settle(true), shed: () => settle(false) }
      if (!queue.add(key, waiting)) settle(false)
    })
  }

  return async (who, work) => {
    if (!(await turn(who))) return 'busy'
    try {
      return await work()
    } finally {
      const after = next()
      if (after) after.go()
      else running--
    }
  }
}

function openQueue(most: number) {
  const byKey = new Map<string, Waiting[]>()
  let count = 0

  /** Sheds the newest of the key that has most waiting; false where no key has more than one. */
  function makeRoom(): boolean {
    let longest: Waiting[] = []
    for (const list of byKey.values()) if (list.length > longest.length) longest = list
    if (longest.length < 2) return false
    longest.pop()?.shed()
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
    /** The oldest of the key whose turn it is; the key goes to the end of the line. */
    take(): Waiting | undefined {
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
