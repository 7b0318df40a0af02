import { betting } from '../../state/betting.ts'
import { noAnswer } from '../../commands/command-outcome.ts'
import { unresolvedOf, type SentIds } from '../../commands/sent-ids.ts'
import { placementFailed } from '../../state/calls-betting.ts'
import type { Steps } from '../../state/store.ts'

/** Shows after a reload, as before it, that the outcome of a bet on a pick of the slip is unknown. */
export function showUnresolved(ids: SentIds): Steps {
  return async (send, getState) => {
    const { auth, betting: state } = getState()
    if (state.placing !== 'idle' || state.refusal) return
    const isInSlip = unresolvedOf(ids, auth.user?.id).some(({ about }) =>
      state.slip.some(({ ucn }) => about.includes(ucn)),
    )
    if (isInSlip) send(betting.actions.set({ field: 'refusal', value: noAnswer(placementFailed) }))
  }
}
