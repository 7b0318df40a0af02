export type Paying = { readonly returned: string; readonly tax?: { readonly paid: string } | undefined }

/** What a bet has paid: its return less the tax on winnings. */
export const paidOf = ({ returned, tax }: Paying): string => tax?.paid ?? returned

/** Whether a bet has paid more than its stake. */
export const hasGain = ({ stake, ...bet }: Paying & { readonly stake: string }): boolean =>
  Number(paidOf(bet)) > Number(stake)
