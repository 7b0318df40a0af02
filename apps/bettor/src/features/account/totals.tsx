import { Amount } from '@nare/ui/amount'
import type { ReactNode } from 'react'
import style from './account.module.css'

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
