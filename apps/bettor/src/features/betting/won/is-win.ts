import type { BetView } from '@nare/contract/betting'

type Settled = Pick<BetView, 'state' | 'stake' | 'returned' | 'product'>

/** Whether a ticket has won more than its stake. What comes back of a stake is no win, and rounds of games have no moment of their own. */
export const isWin = ({ state, stake, returned, product }: Settled): boolean =>
  state === 'won' && product !== 'games' && product !== 'casino' && Number(returned) > Number(stake)
