/** Waits for the turn of a step of a socket; `group` is shared by the sockets of one address. */
export type NextTurn = (group: object) => Promise<void>

type Options = {
  /** How many steps run before the event loop does other work. */
  readonly stepsMax?: number
  /** Runs work in the next turn of the event loop. */
  readonly later?: (work: () => void) => void
}

/**
 * Lets the steps of all sockets run in slices: at most `stepsMax` in one turn of the event loop, so that other callers wait for one slice
 * only, however many commands have arrived. Addresses take turns, and the steps of an address run in their order. A socket waits with one
 * step at a time, so the sockets of an address take turns too.
 */
export function openTurnsOfSockets({ stepsMax = 4, later = setImmediate }: Options = {}): NextTurn {
  const waiting = new Map<object, (() => void)[]>()
  let isScheduled = false

  function schedule(): void {
    if (isScheduled || waiting.size === 0) return
    isScheduled = true
    later(runSlice)
  }

  function runSlice(): void {
    isScheduled = false
    for (let step = 0; step < stepsMax; step++) startNext()
    schedule()
  }

  /** Starts a step of the address that has waited longest, and puts the address behind the others. */
  function startNext(): void {
    for (const [group, steps] of waiting) {
      waiting.delete(group)
      steps.shift()?.()
      if (steps.length > 0) waiting.set(group, steps)
      return
    }
  }

  return (group) =>
    new Promise((resolve) => {
      const steps = waiting.get(group)
      if (steps) steps.push(resolve)
      else waiting.set(group, [resolve])
      schedule()
    })
}
