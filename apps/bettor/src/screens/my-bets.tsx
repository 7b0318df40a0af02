import './later-catalogues.ts'
import './jackpot-ticket.tsx'

/** My bets. The imports above register the tickets of other features and the parts that only open bets need. */
export { MyBets } from '../features/betting/my-bets.tsx'
