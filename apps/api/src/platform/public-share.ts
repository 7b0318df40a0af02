import { monotonicMs } from './clock.ts'

/** Thrown when a public call did not get its turn in time. Nothing was done for it. */
export class TooManyPublicCalls extends Error {
  /** Fastify's name for the status of an error that a handler throws. */
  readonly statusCode = 429
  /** In milliseconds. */
  readonly retryAfter = 1000
  readonly isDelayed = true
}

/** The turn of a call. */
export type Turn = {
  /** Records time that the event loop spent on the call, in milliseconds. */
  spend(ms: number): void
  /** Ends the turn when the call is answered. */
  end(): void
}

export type PublicShare = {
  /**
   * Waits for the turn of a call from this address. Throws `TooManyPublicCalls` if too many calls wait, if the turn does not come in time,
   * or if the caller is gone when it comes.
   */
  turn(address: string, isGone?: () => boolean): Promise<Turn>
  /** Records time that the event loop spent on a call of this address without a turn, in milliseconds. */
  spend(address: string, ms: number): void
  /** The time that was spent beyond the share and is not made up for yet, in milliseconds. */
  overdrawnMs(): number
}

type Waiting = { readonly start: () => void; readonly refuse: () => void; readonly isGone: () => boolean }
type Caller = {
  /** The time spent for this address, in milliseconds. Time that an idle address has not used is kept up to `unusedMsMax`. */
  usedMs: number
  /** What its calls took on average lately: what a call is expected to spend until it has ended. */
  callMs: number
  running: number
  readonly waiting: Set<Waiting>
}

type Options = {
  /**
   * The part of the event loop's time that all public calls may take, as measured. What cannot be measured for a call, such as parsing its
   * request and the garbage that it leaves, is up to a quarter of that, so that the whole is a fifth.
   */
  readonly part?: number
  /** The unused time that is kept for a burst, in milliseconds. */
  readonly burstMs?: number
  readonly runningMax?: number
  readonly waitingMax?: number
  readonly waitMsMax?: number
  readonly nowMs?: () => number
  /** Runs `work` after `ms`. Returns a function that cancels it. */
  readonly after?: (ms: number, work: () => void) => () => void
}

const addressesMax = 5_000
/** How much less time than the address served last an address may have used. */
const unusedMsMax = 100
const callsOfMean = 8

/**
 * Shares a part of the event loop among the addresses whose calls have no session. A call starts while the part is not used up and few calls
 * run. Otherwise it waits, and the address for which least time was spent is next, so that an address with many or dear calls delays itself
 * only.
 */
export function openPublicShare({
  part = 0.16,
  burstMs = 100,
  runningMax = 6,
  waitingMax = 500,
  waitMsMax = 3_000,
  nowMs = monotonicMs,
  after = afterTimeout,
}: Options = {}): PublicShare {
  const callers = new Map<string, Caller>()
  const waitingCallers = new Set<Caller>()
  let left = burstMs
  let countedAtMs = nowMs()
  let running = 0
  let waitingCount = 0
  let servedMs = 0
  let cancelTimer: (() => void) | undefined

  function leftNow(): number {
    const now = nowMs()
    left = Math.min(burstMs, left + Math.max(0, now - countedAtMs) * part)
    countedAtMs = now
    return left
  }

  function callerOf(address: string): Caller {
    const caller = callers.get(address) ?? { usedMs: 0, callMs: 1, running: 0, waiting: new Set() }
    if (isIdle(caller)) caller.usedMs = Math.max(caller.usedMs, servedMs - unusedMsMax)
    callers.delete(address)
    callers.set(address, caller)
    if (callers.size > addressesMax)
      for (const [oldest, idle] of callers) if (isIdle(idle) && callers.delete(oldest)) break
    return caller
  }

  function spend(caller: Caller, ms: number): void {
    left = leftNow() - ms
    caller.usedMs += ms
  }

  function start(caller: Caller): Turn {
    running++
    caller.running++
    servedMs = Math.max(servedMs, caller.usedMs)
    const expectedMs = caller.callMs
    spend(caller, expectedMs)
    let spentMs = 0
    let isEnded = false
    return {
      spend(ms) {
        spentMs += ms
        spend(caller, ms)
      },
      end() {
        if (isEnded) return
        isEnded = true
        running--
        caller.running--
        spend(caller, -expectedMs)
        caller.callMs += (spentMs - caller.callMs) / callsOfMean
        startWaiting()
      },
    }
  }

  /** Makes room for a call that must wait: the last call of the address with most waiting calls loses its place. */
  function makeRoom(caller: Caller): void {
    if (waitingCount < waitingMax) return
    let longest = caller
    for (const other of waitingCallers) if (other.waiting.size > longest.waiting.size) longest = other
    if (longest === caller) throw new TooManyPublicCalls()
    ;[...longest.waiting].at(-1)?.refuse()
  }

  function startWaiting(): void {
    cancelTimer?.()
    cancelTimer = undefined
    while (waitingCount > 0 && running < runningMax) {
      if (leftNow() <= 0) {
        cancelTimer = after(-left / part + 1, startWaiting)
        return
      }
      nextWaiting()?.start()
    }
  }

  function nextWaiting(): Waiting | undefined {
    let next: Caller | undefined
    for (const caller of waitingCallers) if (!next || caller.usedMs < next.usedMs) next = caller
    for (const first of next?.waiting ?? []) {
      if (!first.isGone()) return first
      first.refuse()
    }
    return undefined
  }

  return {
    async turn(address, isGone = () => false) {
      const caller = callerOf(address)
      if (waitingCount === 0 && running < runningMax && leftNow() > 0) return start(caller)
      makeRoom(caller)
      return new Promise<Turn>((resolve, reject) => {
        const leave = (): void => {
          cancel()
          waitingCount--
          caller.waiting.delete(waiting)
          if (caller.waiting.size === 0) waitingCallers.delete(caller)
        }
        const waiting: Waiting = {
          isGone,
          start() {
            leave()
            resolve(start(caller))
          },
          refuse() {
            leave()
            reject(new TooManyPublicCalls())
          },
        }
        const cancel = after(waitMsMax, waiting.refuse)
        caller.waiting.add(waiting)
        waitingCallers.add(caller)
        waitingCount++
        startWaiting()
      })
    },
    spend: (address, ms) => spend(callerOf(address), ms),
    overdrawnMs: () => Math.max(0, -leftNow()),
  }
}

const isIdle = ({ running, waiting }: Caller): boolean => running === 0 && waiting.size === 0

function afterTimeout(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms).unref()
  return () => clearTimeout(timer)
}
