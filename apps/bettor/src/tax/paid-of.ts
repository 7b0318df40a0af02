export type Paying = { readonly returned: string; readonly tax?: { readonly paid: string } | undefined }

/** What a bet has paid: its return less the tax on winnings. */
export const paidOf = ({ returned, tax }: Paying): string => tax?.paid ?? returned
