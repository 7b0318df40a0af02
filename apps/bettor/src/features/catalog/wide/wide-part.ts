/** What lists of matches have on wide screens only, in one chunk. */
export { Hero } from './hero.tsx'
export { WideHeads } from './wide-heads.tsx'
export { WidePrices } from './wide-prices.tsx'
