/** More own bets than a visit lists. */
const idsMax = 1000
const ids = new Set<string>()

/**
 * The own bets that this visit has seen open, by whatever part of the app: one that has ended since is news, also when the
 * part that shows it loaded later.
 */
export const seenOpen: ReadonlySet<string> = ids

/** Notes what is known of a bet now. */
export function noteBet(id: string, state: string): void {
  if (state !== 'open') ids.delete(id)
  else if (ids.size < idsMax) ids.add(id)
}
