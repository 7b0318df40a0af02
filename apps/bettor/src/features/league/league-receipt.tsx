import type { BetView } from '@nare/contract/betting'
import { BetName } from '../../slip/bet-name.tsx'
import { Receipt } from '../../slip/receipt.tsx'
import { LeagueLeg } from './league-leg.tsx'

/** The receipt of a league bet. */
export function LeagueReceipt({ bet }: { bet: BetView }) {
  return (
    <Receipt
      kind="league"
      bets={[bet]}
      nameOf={(placed) => <BetName bet={placed} />}
      matches="/nare-league"
      placed="/bethistory"
      picksOf={({ legs }) => (
        <ul>
          {legs.map((leg) => (
            <LeagueLeg key={leg.ucn} leg={leg} />
          ))}
        </ul>
      )}
    />
  )
}
