import type { ReactNode } from 'react'
import style from './payments.module.css'

/** A list of labelled amounts. */
export function Lines({ rows }: { rows: readonly { label: ReactNode; value: ReactNode; main?: boolean }[] }) {
  return (
    <dl className={style.lines}>
      {rows.map(({ label, value, main }, index) => (
        <div key={index} data-main={main || undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
