import type { Pick } from './picks.ts'
import { placedOf } from './slip-commands.ts'
import { picksOf, slip, type PickSlipKind } from './slips.ts'
import type { Steps } from './store.ts'

/** `placed` is the value of `placedOf` at the time of the tap. */
export type Tap = { kind: PickSlipKind; before: readonly Pick[]; now: readonly Pick[]; placed: unknown }

/** Undoes a tap unless a bet of its slip is being placed or was placed since: a placed pick never returns to the slip. */
export function undo({ kind, placed, ...tap }: Tap): Steps {
  return async (send, getState) => {
    const state = getState().betting
    if (state.placements[kind].stage !== 'idle' || placedOf(state, kind) !== placed) return
    send(slip(kind).set(undone(picksOf(state, kind), tap)))
  }
}

/**
 * The current slip with the pick that a tap removed from `before` restored at its old position. The pick that replaced it
 * is removed if it is still in the slip; any other pick made for the match since then stays.
 */
export function undone(
  slip: readonly Pick[],
  { before, now }: { before: readonly Pick[]; now: readonly Pick[] },
): Pick[] {
  const isIn = (list: readonly Pick[], { ucn }: Pick): boolean => list.some((other) => other.ucn === ucn)
  const at = before.findIndex((pick) => !isIn(now, pick))
  const removed = before[at]
  if (!removed) return [...slip]
  const replacement = now.find((pick) => !isIn(before, pick))
  const index = slip.findIndex(({ match_id }) => match_id === removed.match_id)
  if (replacement) return slip[index]?.ucn === replacement.ucn ? slip.with(index, removed) : [...slip]
  return index < 0 ? slip.toSpliced(at, 0, removed) : [...slip]
}
