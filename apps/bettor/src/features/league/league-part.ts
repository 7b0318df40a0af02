/** The league's screens and its slip in one chunk: small parts that are met together weigh a third less than apart. */
export { LeagueBets } from './bethistory.tsx'
export { LeagueSlipBar } from './league-slip-bar.tsx'
export { LeagueSlipColumn, LeagueSlipPage } from './league-slip.tsx'
export { NareLeague } from './nare-league.tsx'
export { Playouts } from './playouts.tsx'
export { Results } from './results.tsx'
export { Standing } from './standing.tsx'
export { Virtuals } from './virtuals.tsx'
