import type { Group } from './markets.ts'

export type MarketTab = Group | 'all' | 'mine'
/** A group of markets, what happened in the match, or form and table. */
export type MatchTab = MarketTab | 'events' | 'form'

export const isMarketTab = (tab: MatchTab): tab is MarketTab => tab !== 'events' && tab !== 'form'
