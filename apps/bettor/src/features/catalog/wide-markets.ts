export const soccer = '79'
/** Screens whose rows have room for more markets. */
export const wide = '(min-width: 1200px)'
/** The additional markets of rows on wide screens: total goals, and both teams to score. */
export const wideMarkets = ['18', '29']
