import { betting, undone, type BettingState } from './betting.ts'
import type { Pick } from './picks.ts'
import { picksOf, slip, type PickSlipKind } from './slips.ts'
import type { Steps } from './store.ts'

type Tap = { kind?: PickSlipKind; before: readonly Pick[]; now: readonly Pick[]; receipts: BettingState['receipts'] }

/** Undoes a tap unless a bet is being placed or was placed since: a placed pick never returns to the slip. */
export function undo(tap: Tap): Steps {
  return async (send, getState) => {
    const kind = tap.kind ?? 'sports'
    const state = getState().betting
    const { placing, receipts } = state
    if (placing !== 'idle' || receipts !== tap.receipts) return
    send(slip(kind).set(undone(picksOf(state, kind), tap)))
  }
}

/** Shows the progress of this bettor's placement, unless another bettor has started one since. */
export function showPlacing(owner: string | undefined, placing: BettingState['placing']): Steps {
  return async (send, getState) => {
    if (getState().betting.placing_for === (owner ?? null))
      send(betting.actions.set({ field: 'placing', value: placing }))
  }
}
