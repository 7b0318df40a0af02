/** The league screens and the league slip in one chunk: together they are a third smaller than as separate chunks. */
export { LeagueBets } from './bethistory.tsx'
export { LeagueSlipBar } from './league-slip-bar.tsx'
export { LeagueSlipColumn, LeagueSlipPage } from './league-slip.tsx'
export { NareLeague } from './nare-league.tsx'
export { Playouts } from './playouts.tsx'
export { Results } from './results.tsx'
export { Standing } from './standing.tsx'
export { Virtuals } from './virtuals.tsx'
