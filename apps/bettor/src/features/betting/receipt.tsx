import { Trans, useLingui } from '@lingui/react/macro'
import type { BetView } from '@nare/contract/betting'
import { Amount } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { kickoff } from '@nare/ui/format'
import { Icon } from '@nare/ui/icon'
import { Price } from '@nare/ui/price'
import { Link } from 'wouter'
import { betting } from '../../state/betting.ts'
import { useSend } from '../../state/hooks.ts'
import own from './receipt.module.css'
import style from './slip.module.css'
import { marketName, outcomeText } from '../../i18n/market-texts.ts'

/** Receipts of placed bets, with the values the server returned, until dismissed. */
export function Receipts({ bets }: { bets: readonly BetView[] }) {
  const send = useSend()
  return (
    <section className={own.receipt} aria-live="polite">
      <h3>
        <Icon name="check" size={20} /> <Trans>Bet placed</Trans>
      </h3>
      {bets.map((bet) => (
        <Receipt key={bet.bet_id} bet={bet} />
      ))}
      <div className={style.actions}>
        <Button wide look="soft" onClick={() => send(betting.actions.reset('receipts'))}>
          <Trans>Done</Trans>
        </Button>
        <Link href="/my-bets">
          <Trans>My bets</Trans>
        </Link>
      </div>
    </section>
  )
}

function Receipt({ bet }: { bet: BetView }) {
  const { i18n } = useLingui()
  return (
    <article>
      <p className={own.receiptHead}>
        <b className="num">#{bet.bet_id}</b> <span>{kickoff(bet.placed_at, i18n.locale)}</span>
      </p>
      <ul>
        {bet.legs.map((leg) => (
          <li key={leg.ucn}>
            <span>
              {leg.home_team} v {leg.away_team}
              <small>
                {marketName({ sub_type_id: leg.sub_type_id, name: leg.market })}: {outcomeText(leg)} · {leg.category} ·{' '}
                {leg.competition_name} · {kickoff(leg.start_time, i18n.locale)} · #{leg.game_id}
              </small>
            </span>
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
              <Trans>Total odds</Trans>
            </dt>
            <dd>
              <Price value={bet.total_odds} />
            </dd>
          </div>
        )}
        {bet.possible_win !== null && (
          <div className={style.total}>
            <dt>
              <Trans>You may get</Trans>
            </dt>
            <dd>
              <Amount value={bet.possible_win} />
            </dd>
          </div>
        )}
      </dl>
    </article>
  )
}
