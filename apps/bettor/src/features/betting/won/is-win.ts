import type { BetView } from '@nare/contract/betting'
import { hasGain } from '../../../tax/paid-of.ts'

type Settled = Pick<BetView, 'state' | 'stake' | 'returned' | 'tax' | 'product'>

/** Whether a ticket has paid more than its stake. What comes back of a stake is no win, and rounds of games have no moment of their own. */
export const isWin = (bet: Settled): boolean =>
  bet.state === 'won' && bet.product !== 'games' && bet.product !== 'casino' && hasGain(bet)
