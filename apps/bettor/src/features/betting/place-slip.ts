import type { Failed } from '@nare/client/call'
import { lookUpBet, request } from '../../commands/request.ts'
import { runCommand, type CommandTools } from '../../commands/run-command.ts'
import { betting, type BettingState } from '../../state/betting.ts'
import { placeBet, placementFailed } from '../../state/calls-betting.ts'
import { fetchBalance } from '../../state/calls-identity.ts'
import { wirePicks, type Pick as SlipPick } from '../../state/picks.ts'
import { showPlacing } from '../../state/slip-commands.ts'
import type { Steps } from '../../state/store.ts'
import { showPlacedBet } from './sent-bets.ts'

type Order = { slip: SlipPick[]; stake: string; type: 'single' | 'multi' | 'system'; system?: number[] }

/** The bets of a slip: one per pick for singles, else one. */
function ordersOf({ slip, bet_type, system }: SlipChoice, stake: string): Order[] {
  if (bet_type === 'single' || slip.length === 1) return slip.map((pick) => ({ slip: [pick], stake, type: 'single' }))
  return [{ slip, stake, type: bet_type, ...(bet_type === 'system' && { system }) }]
}

type SlipChoice = { slip: SlipPick[]; bet_type: BettingState['bet_type']; system: number[] }

/**
 * Places the slip. A placed bet leaves the slip and becomes a receipt. The first refusal, or a bet that could not be sent,
 * stops the rest. While the outcome of a bet is unknown, at most one bet on its picks is placed, whatever its prices and stake.
 */
export function placeSlip(stake: string, tools: CommandTools): Steps {
  return async (send, getState) => {
    const { set } = betting.actions
    const owner = getState().auth.user?.id
    const { placing, placing_for } = getState().betting
    // A pending bet of another bettor on this phone does not block this one.
    if (placing !== 'idle' && placing_for === (owner ?? null)) return
    send(set({ field: 'placing_for', value: owner ?? null }))
    send(set({ field: 'refusal', value: null }))
    for (const order of ordersOf(getState().betting, stake)) {
      void send(showPlacing(owner, 'sending'))
      const failed = await send(placeOrder(order, tools))
      // If another bettor has logged in meanwhile, nothing more is placed or shown.
      if (getState().auth.user?.id !== owner) break
      if (!failed) continue
      send(set({ field: 'refusal', value: failed === 'stopped' ? null : failed }))
      break
    }
    void send(showPlacing(owner, 'idle'))
    void send(fetchBalance({}))
  }
}

/** Places one bet of the slip. Returns undefined if it was placed, `stopped` if an earlier bet was found to be placed instead. */
function placeOrder(order: Order, tools: CommandTools): Steps<Failed | 'stopped' | undefined> {
  return async (send, getState) => {
    const owner = getState().auth.user?.id
    const { accept } = getState().betting
    const outcome = await runCommand(
      {
        owner: () => getState().auth.user?.id,
        about: order.slip.map(({ ucn }) => ucn),
        overlaps: true,
        send: (id) =>
          send(request(placeBet, { id, stake: order.stake, accept, ...wireOrder(order) }, ({ bet }) => bet)),
        lookUp: (id) => send(lookUpBet(id)),
        onChecking: () => void send(showPlacing(owner, 'checking')),
        fallback: placementFailed,
      },
      tools,
    )
    if (outcome.is !== 'done') return outcome.failed
    await send(showPlacedBet(outcome.value, owner))
    return outcome.earlier ? 'stopped' : undefined
  }
}

const wireOrder = ({ slip, type, system }: Order) => ({ slip: wirePicks(slip), type, ...(system && { system }) })
