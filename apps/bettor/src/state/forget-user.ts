import type { Entries } from '@nare/client/storage'
import type { Extra } from './thunk.ts'
import { auth } from './auth.ts'
import { betting } from './betting.ts'
import { data } from './data.ts'
import { reads } from './reads.ts'
import type { AppStore } from './store.ts'
import { virtualLeague } from './virtual-league.ts'
import { virtuals } from './virtuals.ts'

/**
 * The stored entries of a bettor in addition to the session. The slips, the league's lists and the campaign stay, as the
 * specification requires, and so do the preferences of this device. The ids of unresolved commands stay for a day: they
 * contain no amount, and without them the same bettor could pay twice (decision 14).
 */
const ownEntries = [
  ...['last-stake', 'last-league-stake', 'league-session', 'last-deposit', 'open-deposit'],
  ...['reality-check', 'exclusion', 'front-own', 'casino-own'],
]
/** Searches and typed stakes are stored without an account too, so only a bettor who leaves removes them. */
const alsoGuests = ['searches', 'stake', 'league-stake', 'bet-type']

const resets = () => [
  ...(
    [
      ...(['betslip', 'kiron', 'jackpotbestlip', 'error', 'receipts', 'placements'] as const),
      ...(['kiron_stake', 'insufficient_balance', 'bet_placement_message', 'slip_bonus'] as const),
    ] as const
  ).map(betting.actions.reset),
  ...(
    [
      ...(['stake_value', 'modal', 'error', 'points_message', 'withdrawal_message', 'deposits_message'] as const),
      ...(['deposits_confirm_message', 'self_exclusion_message', 'self_exclusion_time'] as const),
    ] as const
  ).map(data.actions.reset),
  ...(['bet_history_data', 'bet_details_data', 'old_bet_details', 'old_bets_data'] as const).map(
    virtualLeague.actions.reset,
  ),
  ...(['favorites_data', 'casino_reads', 'casino_game_url'] as const).map(virtuals.actions.reset),
  ...(['error', 'otp_sent', 'reset_id', 'reset_mobile', 'resetMessage', 'user_sign_up'] as const).map(
    auth.actions.reset,
  ),
  reads.actions.forget(),
]

type Forgetting = {
  stored: Entries
  /** Deletes the service worker's cache of the bettor's own data. */
  forgetCaches: () => void
}

/**
 * Removes a bettor's data when they leave in any way: a logout here or in another tab, the end of the session, or the login
 * of another bettor. Responses to their requests are discarded. Data of a session that ended while the app was closed is
 * removed immediately.
 */
export function forgetUserOnChange(store: AppStore, { stored, forgetCaches }: Forgetting): void {
  const forget = (keys: readonly string[]): void => {
    for (const key of keys) stored.remove(key)
    forgetCaches()
  }
  let before = store.getState().auth.user
  if (!before) forget(ownEntries)
  store.subscribe(() => {
    const earlier = before
    before = store.getState().auth.user
    if (before?.token === earlier?.token) return
    const hasLeft = earlier !== null && before?.id !== earlier.id
    forget(hasLeft ? [...ownEntries, ...alsoGuests] : [])
    if (!hasLeft) return
    store.dispatch((_, __, { order }: Extra) => order.discardOwn())
    for (const reset of resets()) store.dispatch(reset)
  })
}
