import type { BetView } from '@nare/contract/betting'
import { lookUpBet } from '../../commands/request.ts'
import { resolveSent, type CommandTools } from '../../commands/run-command.ts'
import { unresolvedOf, type SentId } from '../../commands/sent-ids.ts'
import { betting } from '../../state/betting.ts'
import { showPlacing } from '../../state/slip-commands.ts'
import type { Steps } from '../../state/store.ts'

/** Removes the picks of a placed bet from the slip and shows its receipt. Does nothing if another bettor has logged in since. */
export function showPlacedBet(bet: BetView, owner: string | undefined): Steps {
  return async (send, getState) => {
    const { betting: state, auth } = getState()
    if (auth.user?.id !== owner) return
    const { set } = betting.actions
    const isPlaced = (ucn: string): boolean => bet.legs.some((leg) => leg.ucn === ucn)
    send(set({ field: 'slip', value: state.slip.filter(({ ucn }) => !isPlaced(ucn)) }))
    send(set({ field: 'receipts', value: [...state.receipts.filter(({ bet_id }) => bet_id !== bet.bet_id), bet] }))
    send(set({ field: 'refusal', value: null }))
  }
}

/**
 * Looks up each bet without a response once and shows the receipt of a placed one. The slip shows `checking` while a bet on one
 * of its picks is looked up. Returns whether any bet was found.
 */
export function resolveSentBets(tools: Pick<CommandTools, 'ids' | 'wait'>): Steps<boolean> {
  return async (send, getState) => {
    const owner = getState().auth.user?.id
    if (owner === undefined || getState().betting.placing !== 'idle') return false
    let isFound = false
    const isInSlip = ({ about }: SentId): boolean => getState().betting.slip.some(({ ucn }) => about.includes(ucn))
    const look = (only: (sent: SentId) => boolean): Promise<boolean> =>
      resolveSent(
        {
          owner: () => getState().auth.user?.id,
          only,
          lookUp: ({ id }) => send(lookUpBet(id)),
          onFound: (bet) => {
            isFound = true
            return send(showPlacedBet(bet, owner))
          },
        },
        tools,
      )
    if (unresolvedOf(tools.ids, owner).some(isInSlip)) {
      send(betting.actions.set({ field: 'placing_for', value: owner }))
      void send(showPlacing(owner, 'checking'))
      await look(isInSlip)
      void send(showPlacing(owner, 'idle'))
    }
    if (getState().betting.placing === 'idle') await look((sent) => !isInSlip(sent))
    return isFound
  }
}
