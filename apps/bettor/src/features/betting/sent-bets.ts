import { betting as calls } from '@nare/contract/betting'
import { betting, showPlacing, type Placed } from '../../state/betting.ts'
import { sentBy, type SentIds } from '../../state/sent-ids.ts'
import type { Steps } from '../../state/store.ts'

export type Bet = Placed['bet']
/** Shows a bet that was placed: its picks leave the slip, and its receipt comes. Whoever is here now may be another bettor: then nothing is shown. */
export function settle({ bet, ucns, owner }: { bet: Bet; ucns: readonly string[]; owner: unknown }): Steps {
  return async (send, getState) => {
    const { betting: state, auth } = getState()
    if (auth.user?.id !== owner) return
    const { set } = betting.actions
    send(set({ field: 'slip', value: state.slip.filter(({ ucn }) => !ucns.includes(ucn)) }))
    send(set({ field: 'receipts', value: [...state.receipts.filter(({ bet_id }) => bet_id !== bet.bet_id), bet] }))
    send(set({ field: 'refusal', value: null }))
  }
}

const oneAskMs = 10_000

type Asking = { ids: SentIds; wait: (ms: number) => Promise<void> }

/**
 * Asks what became of the bets whose answers never came, once each: one that was placed becomes a receipt. While one with a
 * pick of the slip is asked for, the slip says so. Answers whether any was found.
 */
export function resolveSent({ ids, wait }: Asking): Steps<boolean> {
  return async (send, getState, { call }) => {
    const owner = getState().auth.user?.id
    if (owner === undefined) return false
    let found = false
    for (const { id, mark, about: ucns } of sentBy(ids, owner)) {
      if (getState().betting.placing !== 'idle') return found
      const shown = getState().betting.slip.some(({ ucn }) => ucns.includes(ucn))
      if (shown) {
        send(betting.actions.set({ field: 'placing_for', value: owner }))
        void send(showPlacing(owner, 'checking'))
      }
      const reply = await Promise.race([call(calls.bet, { id }), wait(oneAskMs)])
      if (reply?.ok) {
        ids.drop(mark)
        await send(settle({ bet: reply.body.data, ucns, owner }))
        found = true
      }
      if (shown) void send(showPlacing(owner, 'idle'))
    }
    return found
  }
}
