import type { MatchView } from '@nare/contract/catalog'
import { isoDay } from '@nare/ui/format'
import { serverNow } from '../../../state/browser.ts'

/** The first match of today with prices, else the first of any day. The server sorts by rank of the league. */
export function biggest(matches: readonly MatchView[]): MatchView | undefined {
  const today = isoDay(serverNow())
  const priced = matches.filter((match) => match.state === 'not_started' && match.neutral_odd !== null)
  return priced.find(({ start_time }) => isoDay(Date.parse(start_time)) === today) ?? priced[0]
}
