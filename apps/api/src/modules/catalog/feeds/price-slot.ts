const late = { fromMinute: 75, slotsPerMinute: 4 }

/**
 * The minute, with its fraction, for which prices are computed. They are recomputed when it changes: every minute, and from minute 75 every
 * 15 seconds. Late in a match, probabilities can change within a minute by more than the margin covers.
 */
export function priceSlot(minute: number): number {
  const slots = minute < late.fromMinute ? 1 : late.slotsPerMinute
  return Math.floor(minute * slots) / slots
}
