import { request } from '../../commands/request.ts'
import type { CommandTools } from '../../commands/run-command.ts'
import { pickOrder, pickProduct, place, type Order, type Placed } from '../../slip/placement.ts'
import { stakesOf } from '../../slip/stakes.ts'
import { sizesOf } from '../../slip/system-size.ts'
import type { BettingState } from '../../state/betting.ts'
import { placeBet } from '../../state/calls-betting.ts'
import { wirePicks } from '../../state/picks.ts'
import type { Steps } from '../../state/store.ts'

export const sports = pickProduct('sports')

/** The bets of a slip: one per pick for singles, each at its own stake or at the one for all; else one. */
function ordersOf({ slip, bet_type, system, accept }: BettingState, stake: string): Order[] {
  const isSingle = bet_type === 'single' || slip.length === 1
  const stakes = isSingle ? stakesOf(slip, stake) : [stake]
  const type = isSingle ? 'single' : bet_type
  const sizes = type === 'system' ? { system: sizesOf(slip.length, system) } : {}
  return (isSingle ? slip.map((pick) => [pick]) : [slip]).map((picks, at) =>
    pickOrder(picks, (id) =>
      request(
        placeBet,
        { id, stake: stakes[at] ?? stake, accept, slip: wirePicks(picks), type, ...sizes },
        ({ bet }) => bet,
      ),
    ),
  )
}

/** Places the slip at a stake. */
export const placeSlip =
  (stake: string, tools: CommandTools): Steps<Placed> =>
  (send, getState) =>
    send(place(sports, ordersOf(getState().betting, stake), tools))
