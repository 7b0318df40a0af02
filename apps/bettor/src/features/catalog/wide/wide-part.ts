/** What lists of matches have on wide screens only, in one chunk. */
export { WideHeads } from './wide-heads.tsx'
export { WidePrices } from './wide-prices.tsx'
