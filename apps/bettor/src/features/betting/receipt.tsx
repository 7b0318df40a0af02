import { Trans, useLingui } from '@lingui/react/macro'
import type { BetView } from '@nare/contract/betting'
import { Amount } from '@nare/ui/amount'
import { Price } from '@nare/ui/price'
import { Link } from 'wouter'
import { BetName } from '../../slip/bet-name.tsx'
import { difference } from '../../slip/difference.ts'
import { LegRow } from '../../slip/leg-row.tsx'
import { Receipt as Shared } from '../../slip/receipt.tsx'
import { ReceiptCode } from './receipt-code.tsx'
import own from './receipt.module.css'
import style from './slip.module.css'

/** Receipts of placed bets. Those that a trader decides are shown above. */
export function Receipts({ bets }: { bets: readonly BetView[] }) {
  const placed = bets.filter(({ referral }) => !referral)
  if (placed.length === 0) return null
  return (
    <Shared
      kind="sports"
      className={own.receipt}
      head={{ drawing: <Tick /> }}
      link={
        <Link href="/my-bets" className={style.soft}>
          <Trans>See it in My bets</Trans>
        </Link>
      }
    >
      {placed.map((bet) => (
        <Receipt key={bet.bet_id} bet={bet} />
      ))}
    </Shared>
  )
}

const Tick = () => (
  <>
    <div className="kanga" aria-hidden="true" />
    <svg className={own.tick} viewBox="0 0 40 40" width="40" height="40" aria-hidden="true">
      <circle cx="20" cy="20" r="20" />
      <path d="M12 20.5 18 26.5 28.5 15" pathLength="1" />
    </svg>
  </>
)

/** One placed bet: stake and possible payout first, then the legs at their accepted prices, then the booking code. */
function Receipt({ bet }: { bet: BetView }) {
  return (
    <article>
      <p className={own.head}>
        <b className="num">#{bet.bet_id}</b> · <BetName bet={bet} />
      </p>
      <p className={own.sum}>
        <Amount bare value={bet.stake} />
        {bet.possible_win !== null && (
          <>
            {' → '}
            <Amount value={bet.possible_win} />
          </>
        )}
      </p>
      <PayoutParts bet={bet} />
      {bet.bonus_stake && (
        <p className={own.sums}>
          <Trans>
            <Amount value={bet.bonus_stake} /> of the stake is bonus
          </Trans>
        </p>
      )}
      <ul className={style.legs}>
        {bet.legs.map((leg) => (
          <LegRow
            key={leg.ucn}
            leg={leg}
            href={`/match/${leg.match_id}`}
            end={
              <b className={style.price}>
                <Price value={leg.odd_value} />
              </b>
            }
          />
        ))}
      </ul>
      <ReceiptCode bet={bet} />
    </article>
  )
}

/** The parts of the payout: the odds, and the boost if there is one. */
function PayoutParts({ bet }: { bet: BetView }) {
  const { t } = useLingui()
  if (bet.possible_win === null) return null
  const picks = bet.legs.length
  const hasBoost = /[1-9]/.test(bet.boost.amount)
  return (
    <p className={own.sums}>
      {bet.total_odds && (
        <>
          {t`Odds`} <Price value={bet.total_odds} />
        </>
      )}
      {hasBoost && (
        <>
          {' · '}
          <Amount value={difference(bet.possible_win, bet.boost.amount)} /> + {t`Boost`} {bet.boost.percent}%{' '}
          <b className={style.boost}>
            <Amount value={bet.boost.amount} />
          </b>
        </>
      )}
      {bet.type === 'multi' && picks > 1 && (
        <>
          {' · '}
          <Trans>All {picks} picks must win.</Trans>
        </>
      )}
    </p>
  )
}
