import { Trans, useLingui } from '@lingui/react/macro'
import { thousands } from '@nare/ui/format'
import { useApp } from '../../state/hooks.ts'
import type { BettingState } from '../../state/betting.ts'
import { slip } from '../../state/slips.ts'
import style from './payments.module.css'

/** The slips that a deposit can return to, by their names in the query. */
export const slips = {
  slip: { kind: 'sports', page: '/betslip-slip' },
  league: { kind: 'league', page: '/betslip-nare' },
  jackpot: { kind: 'jackpot', page: '/betslip-jackpot' },
} as const
export type BackTo = keyof typeof slips

/** The number of picks of the slip that a deposit returns to. */
export function pickCount(back: BackTo, state: BettingState): number {
  const picks = slip(slips[back].kind).of(state)
  return Array.isArray(picks) ? picks.length : (picks?.picks.length ?? 0)
}

/** The typed stake; a jackpot ticket has none. */
function typedStake(back: BackTo, state: BettingState, sports: string): string {
  if (back === 'slip') return sports
  return back === 'league' ? state.kiron_stake : ''
}

/** A note for a bettor who came from a slip: the slip is kept, and a deposit does not place it. Renders nothing without picks. */
export function KeptSlip({ back }: { back: BackTo }) {
  const { t } = useLingui()
  const picks = useApp(({ betting }) => pickCount(back, betting))
  const stake = useApp(({ data, betting }) => typedStake(back, betting, data.stake_value))
  if (picks === 0) return null
  return (
    <p className={style.kept}>
      <b className="num" aria-hidden>
        {picks}
      </b>
      <span>
        {stake === '' ? (
          t`Your slip is kept. Nothing is placed until you press the button there`
        ) : (
          <Trans>
            Your slip is kept. We place it only when you press <b>{t`Place ${thousands(stake)}`}</b>
          </Trans>
        )}
      </span>
    </p>
  )
}
