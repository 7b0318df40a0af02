import { Trans, useLingui } from '@lingui/react/macro'
import { useAmountText } from '@nare/ui/amount'
import { useApp } from '../../state/hooks.ts'
import type { BettingState } from '../../state/betting.ts'
import { slip } from '../../state/slips.ts'
import style from './payments.module.css'

/** The slips that a deposit goes back to, by their names in its address. */
export const slips = {
  slip: { kind: 'sports', page: '/betslip-slip' },
  league: { kind: 'league', page: '/betslip-nare' },
  jackpot: { kind: 'jackpot', page: '/betslip-jackpot' },
} as const
export type BackTo = keyof typeof slips

/** How many picks the slip that a deposit goes back to has. */
export function keptPicks(of: BackTo, state: BettingState): number {
  const kept = slip(slips[of].kind).of(state)
  return Array.isArray(kept) ? kept.length : (kept?.picks.length ?? 0)
}

/** The stake as it was typed; a jackpot's ticket has none. */
function keptStake(of: BackTo, state: BettingState, sports: string): string {
  if (of === 'slip') return sports
  return of === 'league' ? state.kiron_stake : ''
}

/** Tells a bettor who came from a slip that it is kept, and that no deposit places it. Nothing without picks. */
export function KeptSlip({ of }: { of: BackTo }) {
  const { t } = useLingui()
  const text = useAmountText()
  const picks = useApp(({ betting }) => keptPicks(of, betting))
  const stake = useApp(({ data, betting }) => keptStake(of, betting, data.stake_value))
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
