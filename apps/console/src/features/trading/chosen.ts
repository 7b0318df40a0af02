import type { SheetMarket, SheetOutcome } from '@nare/contract/operator-trading-board'

/** The outcome that is looked at. */
export type Chosen = {
  readonly marketId: string
  readonly oddKey: string
  readonly market: SheetMarket
  readonly outcome: SheetOutcome
}

/** The outcome of an address, or the first of the match; undefined for a match without markets. */
export function chosenOf(
  markets: readonly SheetMarket[],
  { marketId, oddKey }: { readonly marketId: string | undefined; readonly oddKey: string | undefined },
): Chosen | undefined {
  const all = outcomesOf(markets)
  return all.find((one) => one.marketId === marketId && one.oddKey === oddKey) ?? all[0]
}

/** A market with its line, "Total 2.5"; some names have it already. */
export const marketTitle = ({ name, line }: Pick<SheetMarket, 'name' | 'line'>): string =>
  line === '' || name.endsWith(` ${line}`) ? name : `${name} ${line}`

/** All outcomes in the order in which they are shown. */
export const outcomesOf = (markets: readonly SheetMarket[]): readonly Chosen[] =>
  markets.flatMap((market) =>
    market.outcomes.map((outcome) => ({
      ...{ marketId: market.sub_type_id, oddKey: outcome.odd_key, market, outcome },
    })),
  )

/** Which markets are shown: those that are offered, those with bets, or all. */
export const marketViews = ['open', 'bets', 'all'] as const
export type MarketView = (typeof marketViews)[number]

export function marketsIn(markets: readonly SheetMarket[], view: MarketView): readonly SheetMarket[] {
  if (view === 'open') return markets.filter(({ state }) => state !== 'closed')
  return view === 'bets' ? markets.filter(({ outcomes }) => outcomes.some(({ bets }) => bets > 0)) : markets
}

/** The view that is asked for; without one the markets that are open, or those with bets where none is, as after the end. */
export function viewOf(markets: readonly SheetMarket[], asked: string | undefined): MarketView {
  const found = marketViews.find((one) => one === asked)
  return found ?? marketViews.find((view) => marketsIn(markets, view).length > 0) ?? 'all'
}
