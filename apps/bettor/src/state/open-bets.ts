/** More bets than one visit lists. */
const idsMax = 1000
const ids = new Set<string>()

/**
 * The ids of the bets that any part of the app has seen open during this visit. A bet of this set that has ended since gets a
 * notice.
 */
export const seenOpen: ReadonlySet<string> = ids

/** Adds an open bet to `seenOpen` and removes a bet in any other state. */
export function trackOpenBet(id: string, state: string): void {
  if (state !== 'open') ids.delete(id)
  else if (ids.size < idsMax) ids.add(id)
}
