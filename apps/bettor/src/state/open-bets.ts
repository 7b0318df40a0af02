import { paidOf, type Paying } from '../tax/paid-of.ts'

/** More bets than a visit normally lists. */
const idsMax = 1000
const returns = new Map<string, string>()
/** The bets that the bettor is cashing out on this page, and those that were cashed out whole. */
const ownCashOuts = new Set<string>()

/**
 * The bets that were open during this visit, by id, with what they had returned then. When a bet of this map ends, the bettor gets a
 * notice.
 */
export const seenOpen: ReadonlyMap<string, string> = returns

type Tracked = Paying & { readonly state: string }

/** Adds an open bet to `seenOpen` and removes a bet in any other state. A bet that the bettor cashes out on this page is not added. */
export function trackOpenBet(id: string, bet: Tracked): void {
  if (bet.state !== 'open' || ownCashOuts.has(id)) returns.delete(id)
  else if (returns.size < idsMax || returns.has(id)) returns.set(id, paidOf(bet))
}

/** Begins a cash-out on this page: what becomes of the bet needs no notice. */
export function beginOwnCashOut(id: string): void {
  ownCashOuts.add(id)
  returns.delete(id)
}

/** Ends a cash-out on this page: a bet that is still open is tracked again. */
export function endOwnCashOut(id: string, bet: Tracked): void {
  if (bet.state === 'open') ownCashOuts.delete(id)
  trackOpenBet(id, bet)
}
