import './later-catalogues.ts'

/** The own bets, with the loaders of what only open bets need. */
export { MyBets } from '../features/betting/my-bets.tsx'
