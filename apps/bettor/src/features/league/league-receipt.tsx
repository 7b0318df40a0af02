import { Plural, Trans } from '@lingui/react/macro'
import type { BetView } from '@nare/contract/betting'
import { Amount } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { Icon } from '@nare/ui/icon'
import { Price } from '@nare/ui/price'
import { Link } from 'wouter'
import { marketName } from '../../i18n/market-texts.ts'
import { takeFocus } from '../../slip/take-focus.ts'
import { betting } from '../../state/betting.ts'
import { useSend } from '../../state/hooks.ts'
import { OutcomeName } from './outcome-name.tsx'
import style from './league-slip.module.css'

/** The receipt of a league bet with the server's values, until dismissed. */
export function LeagueReceipt({ bet }: { bet: BetView }) {
  const send = useSend()
  return (
    <section className={style.receipt} aria-live="polite">
      <h3 ref={takeFocus} tabIndex={-1}>
        <Icon name="check" size={20} /> <Trans>Bet placed</Trans> <small className="num">#{bet.bet_id}</small>
      </h3>
      <ul className={style.legs}>
        {bet.legs.map((leg) => (
          <li key={leg.ucn} className={style.leg}>
            <div>
              <b>
                <OutcomeName of={leg} />
              </b>
              <small>
                {marketName({ sub_type_id: leg.sub_type_id, name: leg.market })} · {leg.home_team} v {leg.away_team}
              </small>
            </div>
            <Price value={leg.odd_value} />
          </li>
        ))}
      </ul>
      <dl className={style.sums}>
        <div>
          <dt>
            <Trans>Stake</Trans>
          </dt>
          <dd>
            <Amount value={bet.stake} />
          </dd>
        </div>
        {bet.total_odds && (
          <div>
            <dt>
              <Plural value={bet.legs.length} one="Odds" other="Odds, all # picks must win" />
            </dt>
            <dd>
              <Price value={bet.total_odds} />
            </dd>
          </div>
        )}
        {bet.possible_win !== null && (
          <div>
            <dt>
              <Trans>Possible payout</Trans>
            </dt>
            <dd>
              <b>
                <Amount value={bet.possible_win} />
              </b>
            </dd>
          </div>
        )}
      </dl>
      <p className={style.actions}>
        <Button look="soft" wide onClick={() => send(betting.actions.reset('kiron'))}>
          <Trans>Done</Trans>
        </Button>
        <Link href="/bethistory">
          <Trans>My league bets</Trans>
        </Link>
      </p>
    </section>
  )
}
