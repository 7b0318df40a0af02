/**
 * The scores of quarters, halves or sets in one line: "28–27 · 15–11". Undefined if they add nothing to the score: for a single period,
 * and for innings, which belong to one side each.
 */
export function periodsLine(periods: readonly string[] | undefined): string | undefined {
  if (!periods || periods.length < 2) return undefined
  const isOneSided = periods.every((period) => period.split(':').includes('0'))
  return isOneSided ? undefined : periods.map((period) => period.replace(':', '–')).join(' · ')
}
