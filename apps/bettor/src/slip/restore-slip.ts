import type { Pick } from '../state/picks.ts'
import { placedOf } from '../state/slip-commands.ts'
import { picksOf, slip, type PickSlipKind } from '../state/slips.ts'
import type { Steps } from '../state/store.ts'

/** `placed` is the value of `placedOf` when the slip was cleared. */
type Cleared = { kind: PickSlipKind; picks: readonly Pick[]; placed: unknown }

/**
 * Restores cleared picks, except those of matches picked again since. Does nothing once a bet is being placed or was placed: a placed
 * pick never returns to the slip.
 */
export function restoreSlip({ kind, picks, placed }: Cleared): Steps {
  return async (send, getState) => {
    const { betting: state } = getState()
    if (state.placements[kind].stage !== 'idle' || placedOf(state, kind) !== placed) return
    const now = picksOf(state, kind)
    const kept = picks.filter(({ match_id }) => now.every((pick) => pick.match_id !== match_id))
    send(slip(kind).set([...kept, ...now]))
  }
}
