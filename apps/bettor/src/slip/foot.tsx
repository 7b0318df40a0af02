import { useLingui } from '@lingui/react/macro'
import { useAmountText } from '@nare/ui/amount'
import { Notice } from '@nare/ui/notice'
import type { ReactNode } from 'react'
import { failureText } from '../i18n/failure-text.ts'
import type { Placement } from '../state/betting.ts'
import style from './foot.module.css'
import { useOnline } from './use-online.ts'

type FootProps = {
  /** Why the bet was not placed; above the stake. */
  notice: ReactNode
  stake?: ReactNode
  /** Short facts in one line (`Facts`): odds, boost, countdown, tax. */
  facts: ReactNode
  /** The sum that matters most; absent if the button names it. */
  payout?: { name: ReactNode; value: ReactNode } | undefined
  button: ReactNode
  /** The last line: choices and links. */
  children: ReactNode
  /** Whether the foot is in the low sheet of a single pick. */
  isLow?: boolean
}

/** The part pinned below the picks, the same in each slip: notices, stake, facts, the sum and the button, which stay in sight together. */
export function SlipFoot({ notice, stake, facts, payout, button, children, isLow = false }: FootProps) {
  return (
    <div className={style.foot} data-low={isLow || undefined}>
      {notice}
      {stake}
      <p className={style.facts}>{facts}</p>
      <div className={style.pinned}>
        {payout && (
          <dl className={style.payout}>
            <dt>{payout.name}</dt>
            <dd>{payout.value}</dd>
          </dl>
        )}
        {button}
      </div>
      <div className={style.last}>{children}</div>
    </div>
  )
}

/** Facts of a foot; the style sheet adds dots between them. */
export function Facts({ children }: { children: ReactNode[] }) {
  return children.map((fact, index) => fact && <span key={index}>{fact}</span>)
}

/** The sentence below the button of a guest, whose slip survives the login. It is always there, so that the button does not move. */
export function KeptNote() {
  const { t } = useLingui()
  return <p className={style.kept}>{t`Your picks stay here while you log in.`}</p>
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
