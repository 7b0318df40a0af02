import type { BetView } from '@nare/contract/betting'
import { Link } from 'wouter'
import { BetHead } from '../bet-head.tsx'
import { BetLeg } from '../bet-leg.tsx'
import { MayCashOut } from '../bet-foot.tsx'
import { PlayedRound } from '../game-ticket.tsx'
import { useFreshBet } from '../use-fresh-bet.ts'
import look from '../bet.module.css'
import style from './open-bets.module.css'

/** An open bet as a compact card; the kind leads to its page. A bet that ends stays until the list is requested again. */
export function OpenBet({ bet: listed }: { bet: BetView }) {
  const { bet, learn } = useFreshBet(listed)
  return (
    <li className={style.bet}>
      <BetHead bet={bet} kind={(kind) => <Link href={`/my-bets?bet=${bet.bet_id}`}>{kind}</Link>} />
      <ul className={look.legs}>
        {bet.game && <PlayedRound bet={bet} played={bet.game} />}
        {bet.legs.map((leg, n) => (
          <BetLeg key={leg.ucn} leg={leg} at={{ bet_id: bet.bet_id, n }} isLeague={bet.product === 'league'} />
        ))}
      </ul>
      <MayCashOut bet={bet} learn={learn} isPage={false} line={(button) => button} />
    </li>
  )
}
