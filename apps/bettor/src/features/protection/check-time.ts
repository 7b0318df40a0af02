/** The time when play started or the last reminder was dismissed, and the time when the app was last visible. */
export type Check = { sinceMs: number; seenMs: number }

/** Being away this long restarts the timer. */
export const awayMs = 15 * 60_000

/** Returns `due` if a reminder is due, and the next state to store. Without a recent state the timer starts at `nowMs`. */
export function checkDue(
  stored: Check | undefined,
  { nowMs, everyMs }: { nowMs: number; everyMs: number },
): { next: Check; due: boolean } {
  const fresh = !stored || nowMs - stored.seenMs >= awayMs || stored.sinceMs > nowMs
  const sinceMs = fresh ? nowMs : stored.sinceMs
  return { next: { sinceMs, seenMs: nowMs }, due: nowMs - sinceMs >= everyMs }
}

/** The stored state of this bettor; undefined for another bettor's or an invalid value. */
export function readCheck(value: unknown, owner: unknown): Check | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { user, sinceMs, seenMs } = { user: undefined, sinceMs: undefined, seenMs: undefined, ...value }
  return user === owner && typeof sinceMs === 'number' && typeof seenMs === 'number' ? { sinceMs, seenMs } : undefined
}
