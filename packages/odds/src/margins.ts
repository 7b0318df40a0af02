/** Overround per winning outcome by market id: 0.063 is 6.3 percent. */
export type Margins = Readonly<Record<string, number>>

/**
 * Margins of bookmakers in the top five leagues, where measured (1, 10, 16, 18, 29, 60, 68, 83, 90, 166). The others
 * grow with the number of outcomes; markets on both teams scoring cover at least the model's bias. That of a
 * combination (900), which has one outcome, shortens the odds against it: 9 to 1 with 0.12 becomes 8.04 to 1.
 */
export const defaultMargins: Margins = {
  '1': 0.063,
  '7': 0.075,
  '8': 0.09,
  '10': 0.063,
  '11': 0.06,
  '14': 0.075,
  '16': 0.043,
  '18': 0.061,
  '19': 0.075,
  '20': 0.075,
  '21': 0.12,
  '23': 0.1,
  '24': 0.1,
  '25': 0.09,
  '26': 0.06,
  '29': 0.07,
  '30': 0.1,
  '31': 0.075,
  '32': 0.075,
  '33': 0.08,
  '34': 0.08,
  '35': 0.12,
  '36': 0.11,
  '37': 0.12,
  '45': 0.2,
  '47': 0.15,
  '52': 0.09,
  '60': 0.086,
  '63': 0.086,
  '64': 0.08,
  '66': 0.06,
  '68': 0.07,
  '75': 0.08,
  '83': 0.107,
  '85': 0.107,
  '90': 0.076,
  '139': 0.08,
  '166': 0.071,
  '186': 0.055,
  '187': 0.06,
  '189': 0.06,
  '219': 0.05,
  '223': 0.05,
  '225': 0.05,
  '340': 0.06,
  '406': 0.055,
  '410': 0.06,
  '412': 0.06,
  '900': 0.12,
}

/** For a market not listed above. */
const defaultMargin = 0.08

/** The overround of a market: the caller's or the default. */
export function marginOf(marketId: string, margins: Margins = {}): number {
  return margins[marketId] ?? defaultMargins[marketId] ?? defaultMargin
}
