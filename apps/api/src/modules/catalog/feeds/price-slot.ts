const late = { fromMinute: 75, slotsPerMinute: 4 }

/**
 * The minute, with its fraction, that prices are made for: they are made anew whenever it changes, each minute and later every 15
 * seconds. In the last minutes the chances of a minute ago are further from the present ones than the margin covers.
 */
export function priceSlot(minute: number): number {
  const slots = minute < late.fromMinute ? 1 : late.slotsPerMinute
  return Math.floor(minute * slots) / slots
}
