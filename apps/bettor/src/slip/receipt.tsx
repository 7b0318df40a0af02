import { useLingui } from '@lingui/react/macro'
import { Button } from '@nare/ui/button'
import { Icon } from '@nare/ui/icon'
import type { ReactNode } from 'react'
import type { SlipKind } from '../state/slips.ts'
import style from './slip.module.css'
import { takeFocus } from './take-focus.ts'
import { useReceipts } from './use-receipts.ts'
import { useSteady } from './use-steady.ts'

type ReceiptProps = {
  kind: SlipKind
  className?: string | undefined
  /** The number of the bet, or what the head shows in place of the tick and the number. */
  head: { id: string } | { drawing: ReactNode }
  children: ReactNode
  soft?: boolean
  /** The page of the placed bets. */
  link: ReactNode
}

/** The receipt of what was placed last, with the values the server returned, until dismissed. */
export function Receipt({ kind, className, head, children, soft = false, link }: ReceiptProps) {
  const { t } = useLingui()
  const { dismiss } = useReceipts(kind)
  // The button for placing the bet was in the same place.
  const isSteady = useSteady('receipt', '')
  const isPlain = 'id' in head
  return (
    <section className={className} aria-live="polite">
      {!isPlain && head.drawing}
      <h3 ref={takeFocus} tabIndex={-1} className={isPlain ? style.placed : undefined}>
        {isPlain && <Icon name="check" size={20} />} {t`Bet placed`}
        {isPlain && (
          <>
            {' '}
            <small className="num">#{head.id}</small>
          </>
        )}
      </h3>
      {children}
      <div className={style.done}>
        <Button wide {...(soft && { look: 'soft' })} disabled={!isSteady} onClick={dismiss}>{t`Done`}</Button>
        {link}
      </div>
    </section>
  )
}
