import { Trans, useLingui } from '@lingui/react/macro'
import type { BetView } from '@nare/contract/betting'
import { Amount } from '@nare/ui/amount'
import { Icon } from '@nare/ui/icon'
import { shortTime } from '@nare/ui/format'
import { difference } from '../../../slip/difference.ts'
import { paidOf } from '../../../tax/paid-of.ts'
import { useNow } from '../../../state/use-now.ts'
import style from './won.module.css'

const minuteMs = 60_000

/** The head of a win: what was paid, how much of it is above the stake, the tax on it, and since when it is in the wallet. Nothing moves. */
export function WonHead({ bet }: { bet: BetView }) {
  const { i18n } = useLingui()
  const nowMs = useNow(minuteMs)
  const { stake, returned, tax, settled_at, legs } = bet
  const paid = paidOf(bet)
  const picks = legs.flatMap((leg) => leg.parts ?? [leg])
  const isWhole = picks.length > 1 && picks.every(({ state }) => state === 'won')
  const count = picks.length
  return (
    <div className={style.head}>
      <div className="kanga" aria-hidden="true" />
      <p className={style.won}>
        <Icon name="check" size={20} /> {isWhole ? <Trans>Won · all {count} picks</Trans> : <Trans>Won</Trans>}
      </p>
      <p className={style.amount}>
        <Amount value={paid} />
      </p>
      <p className={style.gain}>
        <Trans>
          <Amount bare value={difference(paid, stake)} /> above your stake of <Amount bare value={stake} />
        </Trans>
      </p>
      {tax && (
        <p className={style.since}>
          <Trans>
            <Amount bare value={returned} /> less tax on winnings <Amount bare value={tax.amount} />
          </Trans>
        </p>
      )}
      {settled_at && (
        <p className={style.since}>
          <Trans>in your wallet since {shortTime(settled_at, { locale: i18n.locale, nowMs })}</Trans>
        </p>
      )}
    </div>
  )
}

/** Below the legs of a win: its odds and what the boost added. */
export function WonFoot({ bet: { total_odds, boost } }: { bet: BetView }) {
  if (total_odds === null) return null
  const hasBoost = Number(boost.amount) > 0
  return (
    <p className={style.foot}>
      <span>
        <Trans>
          Odds <span className="num">{total_odds}</span>
        </Trans>
        {hasBoost && (
          <>
            {' · '}
            <Trans>boost {boost.percent}%</Trans>
          </>
        )}
      </span>
      {hasBoost && (
        <b className="num">
          +<Amount bare value={boost.amount} />
        </b>
      )}
    </p>
  )
}
