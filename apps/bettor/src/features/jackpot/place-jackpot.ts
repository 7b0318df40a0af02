import type { BetView } from '@nare/contract/betting'
import { commandTools } from '../../commands/command-tools.ts'
import { request } from '../../commands/request.ts'
import type { CommandTools } from '../../commands/run-command.ts'
import { place, type Placed, type Product } from '../../slip/placement.ts'
import { placeJackpotBet } from '../../state/calls-jackpot.ts'
import type { Steps } from '../../state/store.ts'
import { wireTicket, type JackpotPick } from './picks.ts'
import { clearPicks } from './slip-picks.ts'

export const jackpot: Product = {
  kind: 'jackpot',
  clear: (_, [jackpotId = '']) => clearPicks(jackpotId),
  fallback: 'jackpot  Bet placement failed',
}
export const tools = commandTools('jackpot-bet-ids')

type Ticket = { jackpotId: string; picks: readonly JackpotPick[]; matches: readonly { match_id: string }[] }

/** Places a ticket of a pool. While the outcome of a ticket is unknown, at most one ticket of that pool is placed. */
export function placeJackpot({ jackpotId, picks, matches }: Ticket, own: CommandTools = tools): Steps<Placed> {
  const ticket = { jackpot_id: jackpotId, picks: wireTicket(picks, matches) }
  const send = (id: string) => request(placeJackpotBet, { id, ...ticket }, ({ bet }) => bet as BetView)
  return place(jackpot, [{ about: [jackpotId], send }], own)
}
