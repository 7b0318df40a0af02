/** When the present stretch of play began, or its last reminder was answered, and when the app was last looked at. */
export type Check = { sinceMs: number; seenMs: number }

/** Away for this long, and the count begins anew. */
export const awayMs = 15 * 60_000

/** Whether a reminder is due, and what to remember: a bettor who was away, or is new here, starts counting now. */
export function checkKept(
  kept: Check | undefined,
  { nowMs, everyMs }: { nowMs: number; everyMs: number },
): { next: Check; due: boolean } {
  const fresh = !kept || nowMs - kept.seenMs >= awayMs || kept.sinceMs > nowMs
  const sinceMs = fresh ? nowMs : kept.sinceMs
  return { next: { sinceMs, seenMs: nowMs }, due: nowMs - sinceMs >= everyMs }
}

/** What was remembered for this bettor; another's, or anything else, counts for nothing. */
export function readCheck(value: unknown, owner: unknown): Check | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { user, sinceMs, seenMs } = { user: undefined, sinceMs: undefined, seenMs: undefined, ...value }
  return user === owner && typeof sinceMs === 'number' && typeof seenMs === 'number' ? { sinceMs, seenMs } : undefined
}
