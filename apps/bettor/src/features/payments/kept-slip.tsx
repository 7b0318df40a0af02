import { Trans, useLingui } from '@lingui/react/macro'
import { useAmountText } from '@nare/ui/amount'
import { useApp } from '../../state/hooks.ts'
import { picksOf } from '../../state/slips.ts'
import style from './payments.module.css'

/** The slips that a deposit goes back to, by their names in its address. */
export const slips = {
  slip: { kind: 'sports', page: '/betslip-slip' },
  league: { kind: 'league', page: '/betslip-nare' },
} as const
export type BackTo = keyof typeof slips

/** Tells a bettor who came from a slip that it is kept, and that no deposit places it. Nothing without picks. */
export function KeptSlip({ of }: { of: BackTo }) {
  const { t } = useLingui()
  const text = useAmountText()
  const picks = useApp(({ betting }) => picksOf(betting, slips[of].kind).length)
  const stake = useApp(({ data, betting }) => (of === 'league' ? betting.kiron_stake : data.stake_value))
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
