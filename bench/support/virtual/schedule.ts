import type { SettableClock } from '@nare/api/platform/clock'

type Action = { readonly at: number; readonly n: number; readonly run: () => Promise<void> }

/** Runs actions sequentially in the order of their times, and sets the sandbox's clock to each time. Times are epoch milliseconds. */
export function openSchedule(clock: SettableClock) {
  const actions: Action[] = []
  let count = 0
  let nowMs = clock.now()

  /** Adds an action to the binary heap, whose first action is the earliest. */
  function at(ms: number, run: () => Promise<void>): void {
    actions.push({ at: Math.max(ms, nowMs), n: count++, run })
    let child = actions.length - 1
    while (child > 0) {
      const parent = (child - 1) >> 1
      if (!isBefore(child, parent)) break
      swap(child, parent)
      child = parent
    }
  }

  function next(): Action | undefined {
    const [first] = actions
    const last = actions.pop()
    if (!first || !last || actions.length === 0) return first
    actions[0] = last
    let parent = 0
    for (;;) {
      const [left, right] = [2 * parent + 1, 2 * parent + 2]
      let least = parent
      if (left < actions.length && isBefore(left, least)) least = left
      if (right < actions.length && isBefore(right, least)) least = right
      if (least === parent) return first
      swap(parent, least)
      parent = least
    }
  }

  const isBefore = (left: number, right: number): boolean => {
    const [a, b] = [actions[left], actions[right]]
    return a !== undefined && b !== undefined && (a.at < b.at || (a.at === b.at && a.n < b.n))
  }
  function swap(left: number, right: number): void {
    const [a, b] = [actions[left], actions[right]]
    if (!a || !b) return
    actions[left] = b
    actions[right] = a
  }

  return {
    at,
    nowMs: () => nowMs,
    async run(onProgress: (left: number) => void): Promise<void> {
      for (let done = 0; ; done++) {
        const action = next()
        if (!action) return
        if (done % 5000 === 0) onProgress(actions.length)
        nowMs = action.at
        const ahead = (action.at - clock.now()) / 1000
        if (ahead > 0) await clock.advance(ahead)
        await action.run()
      }
    },
  }
}
export type Schedule = ReturnType<typeof openSchedule>

/** The delay of live bets and of cash-outs in play, in the schedule's time. */
export function openDelay() {
  const waiting: { ms: number; release: () => void }[] = []
  return {
    wait: (ms: number) => new Promise<void>((release) => void waiting.push({ ms, release })),
    /**
     * Starts a command. If it does not wait, resolves with its answer. If it waits, calls `resume` with a function that ends the delay and
     * returns the answer.
     */
    async start<T>(
      command: () => Promise<T>,
      resume: (ms: number, end: () => Promise<T>) => void,
    ): Promise<T | undefined> {
      const before = waiting.length
      let ended = false
      const answer = command().finally(() => (ended = true))
      void answer.catch(() => undefined)
      while (!ended && waiting.length === before) await new Promise((resolve) => setImmediate(resolve))
      if (ended) return answer
      const [wait] = waiting.splice(before, 1)
      if (!wait) throw new Error('the delay of a command is missing')
      resume(wait.ms, () => {
        wait.release()
        return answer
      })
      return undefined
    },
  }
}
export type Delay = ReturnType<typeof openDelay>
