import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Amount } from '@nare/ui/amount'
import { useProductText } from '../../play/product-text.ts'
import type { PointsTable } from './redeem-table.ts'
import style from './rewards.module.css'

/** The rules for earning points, and when points expire. */
export function HowEarned({ table: { earn, expires_days: days } }: { table: PointsTable }) {
  const { t } = useLingui()
  const productText = useProductText()
  return (
    <section aria-label={t`How you earn points`}>
      <h2>{t`How you earn points`}</h2>
      <ul className={style.rules}>
        {earn.map(({ product, points, per, least_odds: odds }) => (
          <li key={product}>
            <b>{productText(product)}</b>{' '}
            <Trans>
              <Plural value={points} one="# point" other="# points" /> for each <Amount value={per} /> of a settled
              stake
            </Trans>
            {odds !== null && (
              <>
                , <Trans>at odds of {odds} or more</Trans>
              </>
            )}
          </li>
        ))}
      </ul>
      <p className={style.note}>
        <Trans>
          Winning and losing bets earn the same. Only what you could lose counts: stakes on opposite outcomes of a match
          cancel out. On a break nothing is earned.
        </Trans>{' '}
        {days > 0 && (
          <Plural
            value={days}
            one="Points expire # day after you earn them."
            other="Points expire # days after you earn them."
          />
        )}
      </p>
    </section>
  )
}
