/** More bets than a visit normally lists. */
const idsMax = 1000
const ids = new Set<string>()

/**
 * The ids of the bets that were open during this visit. When a bet of this set ends, the bettor gets a notice.
 */
export const seenOpen: ReadonlySet<string> = ids

/** Adds an open bet to `seenOpen` and removes a bet in any other state. */
export function trackOpenBet(id: string, state: string): void {
  if (state !== 'open') ids.delete(id)
  else if (ids.size < idsMax) ids.add(id)
}
