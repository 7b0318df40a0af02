import type { ProviderName } from './ports.ts'

const checksAtS = [10, 20, 40, 60, 90] as const
/** After so many seconds without an answer a payment is called unknown. */
export const unknownAfterS = 180
const sweepS = 300
const sweepHourS = 3600
/** Status queries about a payment end after so many seconds. */
export const sweepsEndS = 72 * 3600

/**
 * Seconds from the submission to the next status query: at 10, 20, 40, 60 and 90, then every five minutes for an hour, then hourly for
 * three days. Undefined afterwards: an operator has to look. Airtel wants no query before three minutes.
 */
export function nextCheckS(ageS: number, provider: ProviderName): number | undefined {
  const early = provider === 'airtel' ? undefined : checksAtS.find((at) => at > ageS)
  if (early !== undefined) return early
  if (ageS >= sweepsEndS) return undefined
  return ageS < unknownAfterS ? Math.max(unknownAfterS, ageS + 60) : ageS + (ageS < sweepHourS ? sweepS : sweepHourS)
}

/** Whether an open payment of this age has the status unknown. */
export const isUnknown = (ageS: number): boolean => ageS >= unknownAfterS
