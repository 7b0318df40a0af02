import { betting, type BettingState } from '../../state/betting.ts'
import type { Steps } from '../../state/store.ts'

/**
 * Restores cleared picks, except those of matches picked again since. Does nothing once a bet is being placed or was placed: a placed
 * pick never returns to the slip.
 */
export function restoreSlip({ slip: cleared, receipts }: Pick<BettingState, 'slip' | 'receipts'>): Steps {
  return async (send, getState) => {
    const { slip, placing, receipts: receiptsNow } = getState().betting
    if (placing !== 'idle' || receiptsNow !== receipts) return
    const kept = cleared.filter(({ match_id }) => slip.every((pick) => pick.match_id !== match_id))
    send(betting.actions.set({ field: 'slip', value: [...kept, ...slip] }))
  }
}
