import { Trans, useLingui } from '@lingui/react/macro'
import type { BetView } from '@nare/contract/betting'
import { Amount } from '@nare/ui/amount'
import { useEffect, useRef } from 'react'
import { excessOver } from './figures.ts'
import type { PaidNow } from './use-cash-out.ts'
import style from './cash-out.module.css'

/** The amount just paid by a cash-out, and how much more it is than the button showed. Gets the focus. */
export function CashOutPaid({ paid: { amount, shown, bet } }: { paid: PaidNow }) {
  const status = useRef<HTMLParagraphElement>(null)
  useEffect(() => status.current?.focus({ preventScroll: true }), [])
  const more = shown === undefined ? undefined : excessOver(amount, shown)
  return (
    <p ref={status} role="status" tabIndex={-1} className={style.paid}>
      <b>
        <Trans>
          You cashed out <Amount value={amount} />
        </Trans>
      </b>
      {more && (
        <span>
          <Trans>
            The value rose: that's <Amount value={more} /> more than shown.
          </Trans>
        </span>
      )}
      {bet.tax && (
        <span>
          <Trans>
            Tax on winnings of this bet: <Amount value={bet.tax.amount} />
          </Trans>
        </span>
      )}
      {bet.state === 'open' && bet.left && (
        <span>
          <Trans>
            <Amount value={bet.left.stake} /> stays on the bet and may pay <Amount value={bet.left.possible_win} />.
          </Trans>
        </span>
      )}
    </p>
  )
}

/** The total of the cash-outs of a bet, and what stays on it; renders nothing without a cash-out. */
export function CashOutReceipt({ bet }: { bet: BetView }) {
  const { t } = useLingui()
  const paid = bet.cash_out?.paid
  if (!paid) return null
  return (
    <dl className={style.receipt}>
      <dt>{t`Cashed out`}</dt>
      <dd>
        <Amount value={paid} />
      </dd>
      {bet.state === 'open' && bet.left && (
        <>
          <dt>{t`Stake at first`}</dt>
          <dd>
            <Amount value={bet.stake} />
          </dd>
          <dt>{t`Stake left`}</dt>
          <dd>
            <Amount value={bet.left.stake} />
          </dd>
          <dt>{t`Possible payout of what's left`}</dt>
          <dd>
            <Amount value={bet.left.possible_win} />
          </dd>
        </>
      )}
    </dl>
  )
}
