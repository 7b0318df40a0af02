import { Trans } from '@lingui/react/macro'
import type { BetView } from '@nare/contract/betting'
import { Amount } from '@nare/ui/amount'
import { useEffect, useRef } from 'react'
import { moreBy } from './figures.ts'
import type { PaidNow } from './use-taking.ts'
import style from './cash-out.module.css'

/** What a cash-out paid, right after it, and whether that is more than the button showed. It takes the focus. */
export function CashOutPaid({ paid: { amount, shown, bet } }: { paid: PaidNow }) {
  const status = useRef<HTMLParagraphElement>(null)
  useEffect(() => status.current?.focus({ preventScroll: true }), [])
  const more = shown === undefined ? undefined : moreBy(amount, shown)
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

/** What cashing out has paid of a bet, and what stays on it; nothing for a bet without. */
export function CashOutReceipt({ bet }: { bet: BetView }) {
  const paid = bet.cash_out?.paid
  if (!paid) return null
  return (
    <dl className={style.receipt}>
      <dt>
        <Trans>Cashed out</Trans>
      </dt>
      <dd>
        <Amount value={paid} />
      </dd>
      {bet.state === 'open' && bet.left && (
        <>
          <dt>
            <Trans>Stake at first</Trans>
          </dt>
          <dd>
            <Amount value={bet.stake} />
          </dd>
          <dt>
            <Trans>Stake left</Trans>
          </dt>
          <dd>
            <Amount value={bet.left.stake} />
          </dd>
          <dt>
            <Trans>Possible payout of what's left</Trans>
          </dt>
          <dd>
            <Amount value={bet.left.possible_win} />
          </dd>
        </>
      )}
    </dl>
  )
}
