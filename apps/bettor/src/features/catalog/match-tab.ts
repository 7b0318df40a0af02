import type { MatchView } from '@nare/contract/catalog'
import type { Group } from './markets.ts'
import { soccer } from './soccer.ts'

export type MarketTab = Group | 'all' | 'mine'
/** A group of markets, what happened in the match, its statistics with chances and form, or the league's table. */
export type MatchTab = MarketTab | 'events' | 'stats' | 'table'

/** The tabs that an address names, in `?tab=`; without it all markets are shown. */
export const namedTabs: readonly MatchTab[] = [
  ...(['mine', 'main', 'goals', 'halves', 'corners', 'cards', 'other'] as const),
  ...(['events', 'stats', 'table'] as const),
]

export const isInsightTab = (tab: MatchTab): tab is 'stats' | 'table' => tab === 'stats' || tab === 'table'
export const isMarketTab = (tab: MatchTab): tab is MarketTab => tab !== 'events' && !isInsightTab(tab)

/** Whether the teams of a match may play for a table: not tournaments of national teams. */
export const hasTable = ({ sport_id, category }: MatchView): boolean =>
  sport_id === soccer && category !== 'International' && category !== 'World'
