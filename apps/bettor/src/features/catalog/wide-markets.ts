export const soccer = '79'
/** Where rows have room for more markets. */
export const wide = '(min-width: 1200px)'
/** What the rows of wide screens have beside the chosen market: goals over and under 2.5, and both teams to score. */
export const wideMarkets = ['18', '29']
