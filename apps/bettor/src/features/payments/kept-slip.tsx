import { Trans, useLingui } from '@lingui/react/macro'
import { useAmountText } from '@nare/ui/amount'
import { useApp } from '../../state/hooks.ts'
import style from './payments.module.css'

/** Tells a bettor who came from the slip that it is kept, and that no deposit places it. Nothing without picks. */
export function KeptSlip() {
  const { t } = useLingui()
  const text = useAmountText()
  const picks = useApp(({ betting }) => betting.slip.length)
  const stake = useApp(({ data }) => data.stake_value)
  if (picks === 0) return null
  return (
    <p className={style.kept}>
      <b className="num" aria-hidden>
        {picks}
      </b>
      <span>
        {stake === '' ? (
          <Trans>Your slip is kept. Nothing is placed until you press the button there</Trans>
        ) : (
          <Trans>
            Your slip is kept. We place it only when you press <b>{t`Place bet ${text(stake)}`}</b>
          </Trans>
        )}
      </span>
    </p>
  )
}
