import { betting, undone, type BettingState } from './betting.ts'
import type { Pick } from './picks.ts'
import { picksOf, slip, type PickSlipKind } from './slips.ts'
import type { Steps } from './store.ts'

/** `placed` is the value of `placedOf` at the time of the tap. */
type Tap = { kind: PickSlipKind; before: readonly Pick[]; now: readonly Pick[]; placed: unknown }

/** The receipts of a slip: another value means that a bet was placed. */
export const placedOf = ({ receipts, kiron }: BettingState, kind: PickSlipKind): unknown =>
  kind === 'league' ? kiron : receipts

/** Undoes a tap unless a bet of its slip is being placed or was placed since: a placed pick never returns to the slip. */
export function undo({ kind, placed, ...tap }: Tap): Steps {
  return async (send, getState) => {
    const state = getState().betting
    const placing = kind === 'league' ? state.kiron_placing : state.placing
    if (placing !== 'idle' || placedOf(state, kind) !== placed) return
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
