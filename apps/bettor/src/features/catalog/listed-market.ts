import type { MarketView, MatchView } from '@nare/contract/catalog'
import { outcomeLabel } from '../../i18n/market-texts.ts'
import { lineOf, usualLine } from '../../odds/line-text.ts'

/** The line of a market that a list shows. Market 1 falls back to the 1X2 prices of the match. */
export function listedMarket(match: MatchView, subTypeId: string | undefined): MarketView | undefined {
  const lines = match.odds.filter(({ sub_type_id }) => sub_type_id === (subTypeId ?? '1'))
  const line = lines.find(({ special_bet_value }) => special_bet_value === usualLine) ?? lines[0]
  if (line) return line
  if ((subTypeId ?? '1') === '1' && match.home_odd !== null && match.neutral_odd !== null) return resultMarket(match)
  return subTypeId === undefined ? match.odds[0] : undefined
}

/** The usual line of a market in these matches, for the headings of its column; else the first line of any of them. */
export function firstListed(matches: readonly MatchView[], market: string | undefined): MarketView | undefined {
  const lines = matches.flatMap((match) => listedMarket(match, market) ?? [])
  return lines.find(({ special_bet_value }) => special_bet_value === usualLine) ?? lines[0]
}

/** The id of the market "next goal". Its line is the number of the goal. */
export const nextGoal = '8'

function resultMarket(match: MatchView): MarketView {
  const outcome = (odd_key: string, display: string, odd_value: string | null) => ({
    odd_key,
    display,
    odd_value,
    outcome_id: odd_key,
  })
  return {
    sub_type_id: '1',
    name: '1X2',
    special_bet_value: '',
    state: 'open',
    odds: [
      outcome('home_team', '1', match.home_odd),
      outcome('draw', 'X', match.neutral_odd),
      outcome('away_team', '2', match.away_odd),
    ],
  }
}

/** Short column headings for the prices of a market. */
export function columnHeads(market: MarketView): string[] {
  const short = new Map([
    ['home_team', '1'],
    ['draw', 'X'],
    ['away_team', '2'],
  ])
  return market.odds.map(({ odd_key, display }) => short.get(odd_key) ?? lineOf(odd_key) ?? outcomeLabel(display))
}
