import { useLingui } from '@lingui/react/macro'
import type { betting } from '@nare/contract/betting'
import type { Answer } from '@nare/contract/route'
import { Amount } from '@nare/ui/amount'
import type { ReactNode } from 'react'
import { NetText } from './net-text.tsx'
import style from './totals.module.css'

/** Labelled totals of a list, sticky while the list scrolls. */
export function Totals({ sums }: { sums: readonly { label: ReactNode; value: string }[] }) {
  return (
    <dl className={style.totals}>
      {sums.map(({ label, value }, index) => (
        <div key={index}>
          <dt>{label}</dt>
          <dd>
            <Amount value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The totals of a list of bets. A sentence says what "Net" counts where open bets make the difference. */
export function BetTotals({ totals }: { totals: Answer<typeof betting.bets>['totals'] }) {
  const { t } = useLingui()
  return (
    <>
      <Totals
        sums={[
          { label: t`Staked`, value: totals.staked },
          { label: t`Returned`, value: totals.returned },
          ...(totals.tax ? [{ label: t`Tax on winnings`, value: totals.tax }] : []),
          { label: t`Net`, value: totals.net_settled },
        ]}
      />
      {totals.net !== totals.net_settled && (
        <p className={style.net}>
          <NetText />
        </p>
      )}
    </>
  )
}
