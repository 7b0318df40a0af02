import { useLingui } from '@lingui/react/macro'
import type { BetView } from '@nare/contract/betting'
import { Amount } from '@nare/ui/amount'
import { Link } from 'wouter'
import { Sums } from '../../slip/foot.tsx'
import { Receipt } from '../../slip/receipt.tsx'
import { LeagueLeg, oddsAndPayout } from './league-leg.tsx'
import style from './league-slip.module.css'

/** The receipt of a league bet with the server's values, until dismissed. */
export function LeagueReceipt({ bet }: { bet: BetView }) {
  const { t } = useLingui()
  const [odds, payout] = oddsAndPayout(bet.legs.length, bet.total_odds, bet.possible_win)
  return (
    <Receipt
      kind="league"
      className={style.receipt}
      head={{ id: bet.bet_id }}
      soft
      link={<Link href="/bethistory">{t`My league bets`}</Link>}
    >
      <ul className={style.legs}>
        {bet.legs.map((leg) => (
          <LeagueLeg key={leg.ucn} leg={leg} />
        ))}
      </ul>
      <Sums
        className={style.sums}
        rows={[
          { name: t`Stake`, value: <Amount value={bet.stake} /> },
          bet.total_odds !== null && odds,
          bet.possible_win !== null && payout,
        ]}
      />
    </Receipt>
  )
}
