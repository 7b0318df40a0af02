import { undone, type BettingState } from './betting.ts'
import type { Pick } from './picks.ts'
import { picksOf, slip, type PickSlipKind } from './slips.ts'
import type { Steps } from './store.ts'

/** `placed` is the value of `placedOf` at the time of the tap. */
export type Tap = { kind: PickSlipKind; before: readonly Pick[]; now: readonly Pick[]; placed: unknown }

/** The fields that hold the receipts of each slip. */
export const receiptField = { sports: 'receipts', league: 'kiron', jackpot: 'jackpotbestlip' } as const

/** The receipts of a slip: another value means that a bet was placed. */
export const placedOf = (state: BettingState, kind: PickSlipKind): unknown => state[receiptField[kind]]

/** Undoes a tap unless a bet of its slip is being placed or was placed since: a placed pick never returns to the slip. */
export function undo({ kind, placed, ...tap }: Tap): Steps {
  return async (send, getState) => {
    const state = getState().betting
    if (state.placements[kind].stage !== 'idle' || placedOf(state, kind) !== placed) return
    send(slip(kind).set(undone(picksOf(state, kind), tap)))
  }
}
