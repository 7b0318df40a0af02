const checksAtS = [10, 20, 40, 60, 90] as const
/** The seconds without an answer after which a payment has the status unknown. */
export const unknownAfterS = 180
const sweepS = 300
const sweepHourS = 3600
/** The seconds after which status queries about a payment end. */
export const sweepsEndS = 72 * 3600

/**
 * Seconds from the submission to the next status query: at 10, 20, 40, 60 and 90, at three minutes, then every five minutes for an hour,
 * then hourly for three days. None before `fromS`. Undefined afterwards: an operator decides.
 */
export function nextCheckS(ageS: number, fromS = 0): number | undefined {
  const early = checksAtS.find((at) => at > ageS && at >= fromS)
  if (early !== undefined) return early
  if (ageS >= sweepsEndS) return undefined
  return ageS < unknownAfterS ? Math.max(unknownAfterS, ageS + 60) : ageS + (ageS < sweepHourS ? sweepS : sweepHourS)
}

/** Whether an open payment of this age gets the status unknown. */
export const isUnknown = (ageS: number): boolean => ageS >= unknownAfterS
