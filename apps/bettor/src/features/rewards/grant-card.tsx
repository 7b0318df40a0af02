import { Trans, useLingui } from '@lingui/react/macro'
import type { Grant } from '@nare/contract/bonus'
import { Amount, useAmountText } from '@nare/ui/amount'
import { Link } from 'wouter'
import { CancelGrant } from './cancel-grant.tsx'
import { useDeadline, useLastDay } from './dates.ts'
import { useProductText } from '../../play/product-text.ts'
import { wagerLeft, wagerPercent } from './wager.ts'
import style from './rewards.module.css'

type CardProps = { grant: Grant; cash: string | undefined; onCancelled: (message: string) => void }

/** One grant: its source, remaining amount, wagering and end. */
export function GrantCard({ grant, cash, onCancelled }: CardProps) {
  const isActive = grant.state === 'active'
  return (
    <li className={style.card} data-over={!isActive || undefined}>
      <h3>
        <Source grant={grant} />
      </h3>
      {isActive ? <Active grant={grant} /> : <Ended grant={grant} />}
      {isActive && <CancelGrant grant={grant} cash={cash} onCancelled={onCancelled} />}
    </li>
  )
}

function Source({ grant: { source, promotion_id } }: Pick<CardProps, 'grant'>) {
  const { t } = useLingui()
  switch (source) {
    case 'promotion':
      return promotion_id ? (
        <Link href={`/promo/${encodeURIComponent(promotion_id)}`}>{t`From a promotion`}</Link>
      ) : (
        t`From a promotion`
      )
    case 'points':
      return t`From your points`
    case 'operator':
      return t`From us`
  }
}

function Active({ grant }: Pick<CardProps, 'grant'>) {
  const { t } = useLingui()
  const text = useAmountText()
  const deadline = useDeadline()
  const productText = useProductText()
  const { amount, left, staked, wager_done, wager_total, min_odds, products, expires_at, given_for } = grant
  const percent = wagerPercent(grant)
  const end = deadline(expires_at)
  const list = products.map(productText).join(', ')
  const progress = t`${text(wager_done)} of ${text(wager_total)} bet`
  const isCounting = /[1-9]/.test(wager_total)
  return (
    <>
      <p className={style.left}>
        <b>
          <Amount value={left} />
        </b>{' '}
        <Trans>
          left of <Amount value={amount} />
        </Trans>
      </p>
      {/[1-9]/.test(staked) && (
        <p className={style.note}>
          <Trans>
            <Amount value={staked} /> in open bets
          </Trans>
        </p>
      )}
      {isCounting && (
        <>
          <div
            className={style.bar}
            role="progressbar"
            aria-label={t`Betting done`}
            aria-valuenow={percent}
            aria-valuetext={progress}
          >
            <i style={{ width: `${percent}%` }} />
          </div>
          <p className={style.note}>
            {progress} ·{' '}
            <Trans>
              <Amount value={wagerLeft(grant)} /> to go at odds of {min_odds} or more
            </Trans>
          </p>
        </>
      )}
      <p className={style.note}>
        <Trans>For {list}</Trans> · <Trans>Expires {end}</Trans>
      </p>
      {given_for && (
        <p className={style.note}>
          <Trans>
            Ends if you withdraw and less than <Amount value={given_for} /> stays in your wallet
          </Trans>
        </p>
      )}
    </>
  )
}

/** The outcome of an ended grant. */
function Ended({ grant: { state, amount, converted, expires_at, withdrawn } }: Pick<CardProps, 'grant'>) {
  const { t } = useLingui()
  const end = useLastDay()(expires_at)
  return (
    <p>
      <Amount value={amount} /> ·{' '}
      {state === 'converted' ? (
        <Trans>
          <Amount value={converted} /> became cash
        </Trans>
      ) : state === 'used' ? (
        t`Used up`
      ) : state === 'expired' ? (
        <Trans>Expired {end}</Trans>
      ) : withdrawn ? (
        t`Ended by your withdrawal`
      ) : (
        t`You gave it up`
      )}
    </p>
  )
}
