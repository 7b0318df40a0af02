import './later-catalogues.ts'
import './jackpot-ticket.tsx'

/** The own bets, with the loaders of what only open bets need and the tickets of other features. */
export { MyBets } from '../features/betting/my-bets.tsx'
