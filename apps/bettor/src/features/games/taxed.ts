import { netOfGame, winTaxOfGame, type Taxed } from '../../tax/win-tax-today.ts'
import { cashOutNow } from './figures.ts'

/** A round as its bettor is paid: its payout less the tax on winnings. As it is where there is none. */
export function taxedRound<R extends { readonly staked: string; readonly payout: string }>(round: R): R & Taxed {
  const winTax = winTaxOfGame({ stake: round.staked, win: round.payout })
  return winTax ? { ...round, payout: winTax.net, winTax } : round
}

/** What a cash-out of an open round would pay now, after tax. */
export const cashOutPays = (open: { readonly stake: string; readonly multiplier: string }): string =>
  netOfGame({ stake: open.stake, win: cashOutNow(open) })
