import { commandTools } from '../../commands/command-tools.ts'
import { request } from '../../commands/request.ts'
import type { CommandTools } from '../../commands/run-command.ts'
import { pickOrder, pickProduct, place, type Placed } from '../../slip/placement.ts'
import { placeLeagueBet } from '../../state/calls-league.ts'
import { wirePicks } from '../../state/picks.ts'
import { slip } from '../../state/slips.ts'
import type { Steps } from '../../state/store.ts'

export const league = pickProduct('league')
export const tools = commandTools('league-bet-ids')

/** Places the league slip at a stake: one pick is a single, more are a multi. */
export function placeLeagueSlip(stake: string, own: CommandTools = tools): Steps<Placed> {
  return (send, getState) => {
    const picks = slip('league').of(getState().betting)
    const type = picks.length === 1 ? ('single' as const) : ('multi' as const)
    const bet = { stake, type, accept: 'higher' as const, slip: wirePicks(picks) }
    const order = pickOrder(picks, (id) => request(placeLeagueBet, { id, ...bet }, (answer) => answer.bet))
    return send(place(league, picks.length > 0 ? [order] : [], own))
  }
}
