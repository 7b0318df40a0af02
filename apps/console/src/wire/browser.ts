import { serverClock } from '@nare/client/server-clock'
import { browserStorage, entries } from '@nare/client/storage'
import type { Timers } from '@nare/client/timers'

/** The one file of the console that reads the browser's clock, randomness and storage. */
export const nowMs = (): number => Date.now()

/** A new id of a command. */
export const commandId = (): string => crypto.randomUUID()

export const timers: Timers = {
  nowMs,
  random: () => Math.random(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** What `work` returns; undefined once `ms` have passed without it. */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let cancel = (): void => {}
  const late = new Promise<undefined>((resolve) => void (cancel = timers.after(ms, () => resolve(undefined))))
  return Promise.race([work, late]).finally(cancel)
}

const storage = browserStorage()
const key = (name: string): string => `console:${name}`

/** What this browser remembers of the console's look: no data of people. */
export const stored = entries(
  storage && {
    getItem: (name) => storage.getItem(key(name)),
    setItem: (name, text) => storage.setItem(key(name), text),
    removeItem: (name) => storage.removeItem(key(name)),
  },
  nowMs,
)

/** Calls `run` when another tab of this browser writes or removes the entry of `stored` with this name. */
export const onStored = (name: string, run: () => void): void =>
  globalThis.addEventListener?.('storage', (event) => event.key === key(name) && run())

/** Whether this page was opened by the buttons Back and Forward of the browser. */
export const isByHistory = (): boolean =>
  performance.getEntriesByType('navigation').some((opened) => 'type' in opened && opened.type === 'back_forward')

const clock = serverClock(entries(undefined, nowMs), nowMs)
/** The server's current time in milliseconds. */
export const serverNow = clock.now
export const setServerClock = clock.set

/** How long after the last press of a person a call still counts as asked for by this person. */
const pressedForMs = 5_000
let pressedAtMs = -Infinity
// A screen reader presses by a click and writes by an input alone.
for (const kind of ['pointerdown', 'keydown', 'wheel', 'click', 'input'] as const)
  globalThis.addEventListener?.(kind, () => void (pressedAtMs = nowMs()), { capture: true, passive: true })

/** Whether a person has pressed something a moment ago: other calls are the console's own and do not keep a session alive. */
export const isPressed = (): boolean => nowMs() - pressedAtMs < pressedForMs
