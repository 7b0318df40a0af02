import { useLingui } from '@lingui/react/macro'
import { useAmountText } from '@nare/ui/amount'
import type { Slots } from './slots.ts'

/** Announces the result of the bettor's last bet to screen readers. */
export function Spoken({ now }: { now: Slots }) {
  const { t } = useLingui()
  const text = useAmountText()
  const [last] = now.settledBets
  return (
    <div role="status" className="unseen">
      {last?.state === 'won'
        ? t`Cashed out at ${last.cashed_out_at}×: ${text(last.returned)}`
        : last?.state === 'lost'
          ? t`Crashed. ${text(last.stake)} lost`
          : last?.state === 'void'
            ? t`${text(last.stake)} returned`
            : ''}
    </div>
  )
}
