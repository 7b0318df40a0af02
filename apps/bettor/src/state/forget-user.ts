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
const kept = ['last-stake', 'last-deposit', 'open-deposit', 'reality-check']
/** Who has no account searches too: these go with the bettor, not at the start. */
const searched = 'searches'

const resets = () => [
  ...(
    [
      ...(['betslip', 'kiron', 'jackpotbestlip', 'error', 'refusal', 'receipts', 'placing'] as const),
      ...(['insufficient_balance', 'bet_placement_message'] as const),
    ] as const
  ).map(betting.actions.reset),
  ...(
    [
      ...(['modal', 'error', 'points_message', 'withdrawal_message', 'deposits_message'] as const),
      ...(['deposits_confirm_message', 'self_exclusion_message', 'self_exclusion_time'] as const),
    ] as const
  ).map(data.actions.reset),
  ...(['bet_history_data', 'bet_details_data', 'old_bet_details', 'old_bets_data'] as const).map(
    virtualLeague.actions.reset,
  ),
  ...(['favorites_data', 'casino_game_url'] as const).map(virtuals.actions.reset),
  ...(['error', 'otp_sent', 'reset_id', 'reset_mobile', 'resetMessage', 'user_sign_up'] as const).map(
    auth.actions.reset,
  ),
  reads.actions.forget(),
]

type Forgetting = {
  stored: Entries
  /** Drops what the service worker keeps of the bettor's own. */
  forgetCaches: () => void
}

/**
 * From now on forgets a bettor when they leave, whichever way: by a logout here or in another tab, by the end of the session,
 * or because another one logs in. What was left by a session that ended while the app was closed goes at once.
 */
export function forgetUserOnChange(store: AppStore, { stored, forgetCaches }: Forgetting): void {
  const forget = (keys: readonly string[]): void => {
    for (const key of keys) stored.remove(key)
    forgetCaches()
  }
  let before = store.getState().auth.user
  if (!before) forget(kept)
  store.subscribe(() => {
    const earlier = before
    before = store.getState().auth.user
    if (before?.token === earlier?.token) return
    const left = earlier !== null && before?.id !== earlier.id
    forget(left ? [...kept, searched] : [])
    if (left) for (const reset of resets()) store.dispatch(reset)
  })
}
