import { useLingui } from '@lingui/react/macro'
import { useAmountText } from '@nare/ui/amount'
import { Notice } from '@nare/ui/notice'
import type { ReactNode } from 'react'
import { failureText } from '../i18n/failure-text.ts'
import type { Placement } from '../state/betting.ts'
import style from './slip.module.css'
import { useOnline } from './use-online.ts'

/** The part pinned below the picks: notices, stake, sums and the button. */
export function SlipFoot({ className = '', children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={`${style.foot} ${className}`}>{children}</div>
}

type NoticeProps = {
  placement: Pick<Placement, 'stage' | 'refusal'>
  /** The sentences of the product while the bet is looked up, and once its outcome is unknown. */
  checking: ReactNode
  unknown: ReactNode
  /** Shown in place of a refusal. */
  instead?: ReactNode
  /** What follows the sentence of a refusal. */
  more?: ReactNode
}

/** Why the bet was not placed, or that its outcome is not known. */
export function PlacementNotice({ placement: { stage, refusal }, checking, unknown, instead, more }: NoticeProps) {
  const { i18n } = useLingui()
  const amount = useAmountText()
  const online = useOnline()
  if (stage === 'checking') return <Notice tone="info">{checking}</Notice>
  if (refusal?.code === 'no_answer') return <Notice>{unknown}</Notice>
  if (instead) return <Notice>{instead}</Notice>
  // What was not sent can be sent now.
  if (!refusal || (refusal.code === 'not_sent' && online)) return null
  return (
    <Notice>
      {failureText(i18n, refusal, amount)}
      {more}
    </Notice>
  )
}

export type Row = { name: ReactNode; value: ReactNode }

/** The sums of a foot or a receipt, line by line. */
export function Sums({ rows, className = '' }: { rows: readonly (Row | false)[]; className?: string | undefined }) {
  return (
    <dl className={`${style.sums} ${className}`}>
      {rows.map(
        (row, at) =>
          row && (
            <div key={at}>
              <dt>{row.name}</dt>
              <dd>{row.value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
