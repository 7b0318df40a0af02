/**
 * The quarters, halves or sets of a match in one line: "28–27 · 15–11". Undefined if there is none beside the score: one period, or
 * innings, of which each is one side's.
 */
export function periodsLine(periods: readonly string[] | undefined): string | undefined {
  if (!periods || periods.length < 2) return undefined
  const isOneSided = periods.every((one) => one.split(':').includes('0'))
  return isOneSided ? undefined : periods.map((one) => one.replace(':', '–')).join(' · ')
}
