import type { Entries } from '@nare/client/storage'
import { auth } from './auth.ts'
import { betting } from './betting.ts'
import { data } from './data.ts'
import { reads } from './reads.ts'
import type { AppStore } from './store.ts'
import { virtualLeague } from './virtual-league.ts'
import { virtuals } from './virtuals.ts'

/**
 * What this browser kept of a bettor beside the session itself. The slips, the league's lists and the campaign stay, as the
 * specification keeps them, and so does what was chosen for this device. The ids of commands without an answer stay for a day:
 * they hold no amount, and without them the same bettor could pay twice (decision 14).
 */
const privateKeys = ['last-stake', 'last-deposit', 'open-deposit', 'reality-check'] as const
/** Who has no account searches too: these go with the bettor, not at the start. */
const searched = 'searches'

const ofBetting = [
  ...(['betslip', 'kiron', 'jackpotbestlip', 'error', 'refusal', 'receipts'] as const),
  ...(['insufficient_balance', 'bet_placement_message'] as const),
] as const
const ofData = [
  ...(['modal', 'error', 'points_message', 'withdrawal_message', 'deposits_message'] as const),
  ...(['deposits_confirm_message', 'self_exclusion_message', 'self_exclusion_time'] as const),
] as const
const ofLeague = ['bet_history_data', 'bet_details_data', 'old_bet_details', 'old_bets_data'] as const
const ofGames = ['favorites_data', 'casino_game_url'] as const
const ofAuth = ['error', 'otp_sent', 'reset_id', 'reset_mobile', 'resetMessage', 'user_sign_up'] as const

type Forgetting = {
  stored: Entries
  /** Drops what the service worker keeps of the bettor's own. */
  forgetCaches: () => void
}

/** Takes out of the state and the storage what was a bettor's own. */
export function forgetOwner(store: AppStore, stored: Entries): void {
  for (const key of [...privateKeys, searched]) stored.remove(key)
  for (const field of ofBetting) store.dispatch(betting.actions.reset(field))
  for (const field of ofData) store.dispatch(data.actions.reset(field))
  for (const field of ofLeague) store.dispatch(virtualLeague.actions.reset(field))
  for (const field of ofGames) store.dispatch(virtuals.actions.reset(field))
  for (const field of ofAuth) store.dispatch(auth.actions.reset(field))
  store.dispatch(reads.actions.forget())
}

/**
 * From now on forgets a bettor when they leave, whichever way: by a logout here or in another tab, by the end of the session,
 * or because another one logs in. What was left by a session that ended while the app was closed goes at once.
 */
export function forgetWithOwner(store: AppStore, { stored, forgetCaches }: Forgetting): void {
  let before = store.getState().auth.user
  if (!before) {
    for (const key of privateKeys) stored.remove(key)
    forgetCaches()
  }
  store.subscribe(() => {
    const earlier = before
    const now = store.getState().auth.user
    before = now
    if (now?.token === earlier?.token) return
    forgetCaches()
    if (earlier && now?.id !== earlier.id) forgetOwner(store, stored)
    else if (earlier) store.dispatch(reads.actions.forget())
  })
}
