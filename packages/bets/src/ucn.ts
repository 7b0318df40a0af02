/** The identifier of a pick in a slip: match, market and outcome joined, lowercased, letters and digits only. */
export function ucn(matchId: string, marketId: string, oddKey: string): string {
  return `${matchId}${marketId}${oddKey}`.toLowerCase().replace(/[^a-z0-9]/g, '')
}
