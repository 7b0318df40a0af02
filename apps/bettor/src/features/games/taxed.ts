import type { WinTax } from '@nare/contract/shapes'

/** A round as its bettor is paid: its payout less the tax on winnings. As it is where there is none. */
export const taxedRound = <R extends { readonly payout: string; readonly tax?: WinTax | undefined }>(round: R): R =>
  round.tax ? { ...round, payout: round.tax.paid } : round
