import { betting as calls } from '@nare/contract/betting'
import { betting, type Placed } from '../../state/betting.ts'
import { showPlacing } from '../../state/slip-commands.ts'
import { unresolvedOf, type SentIds } from '../../state/sent-ids.ts'
import type { Steps } from '../../state/store.ts'

export type Bet = Placed['bet']

/** Removes the picks of a placed bet from the slip and shows its receipt. Does nothing if another bettor has logged in since. */
export function showPlacedBet({ bet, ucns, owner }: { bet: Bet; ucns: readonly string[]; owner: unknown }): Steps {
  return async (send, getState) => {
    const { betting: state, auth } = getState()
    if (auth.user?.id !== owner) return
    const { set } = betting.actions
    send(set({ field: 'slip', value: state.slip.filter(({ ucn }) => !ucns.includes(ucn)) }))
    send(set({ field: 'receipts', value: [...state.receipts.filter(({ bet_id }) => bet_id !== bet.bet_id), bet] }))
    send(set({ field: 'refusal', value: null }))
  }
}

const lookUpTimeoutMs = 10_000

type LookUpTools = { ids: SentIds; wait: (ms: number) => Promise<void> }

/**
 * Looks up each bet without a response once and shows the receipt of a placed one. The slip shows `checking` while a bet on one
 * of its picks is looked up. Returns whether any bet was found.
 */
export function resolveSent({ ids, wait }: LookUpTools): Steps<boolean> {
  return async (send, getState, { call }) => {
    const owner = getState().auth.user?.id
    if (owner === undefined) return false
    let found = false
    for (const { id, mark, about: ucns } of unresolvedOf(ids, owner)) {
      if (getState().betting.placing !== 'idle') return found
      const inSlip = getState().betting.slip.some(({ ucn }) => ucns.includes(ucn))
      if (inSlip) {
        send(betting.actions.set({ field: 'placing_for', value: owner }))
        void send(showPlacing(owner, 'checking'))
      }
      const reply = await Promise.race([call(calls.bet, { id }), wait(lookUpTimeoutMs)])
      if (reply?.ok) {
        ids.drop(mark)
        await send(showPlacedBet({ bet: reply.body.data, ucns, owner }))
        found = true
      }
      if (inSlip) void send(showPlacing(owner, 'idle'))
    }
    return found
  }
}
