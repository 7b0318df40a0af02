import { protection } from '@nare/contract/protection'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { useBusy } from '../../loading/busy.tsx'
import { useApp } from '../../state/hooks.ts'
import { useRead } from '../../state/use-read.ts'
import { picksOf } from '../../state/slips.ts'
import { BreakNotice } from './break-notice.tsx'
import { DepositForm } from './deposit-form.tsx'
import { DepositState } from './deposit-state.tsx'
import { PaymentFrame } from './frame.tsx'
import { slips, type BackTo } from './kept-slip.tsx'
import { forgetOpenDeposit, openDeposit } from './open-deposit.ts'

/**
 * The deposit page: the form with its tax, the prompt on the phone, and the result. While a deposit is open the page shows that
 * deposit instead of the form. One begun from a slip returns there when the money is in.
 */
export function Deposit() {
  const [query, setQuery] = useSearchParams()
  const [, go] = useLocation()
  const [open, setOpen] = useState(openDeposit)
  const depositId = query.get('payment') ?? open?.depositId
  const back = backOf(query)
  const picks = useApp(({ betting }) => (back ? picksOf(betting, slips[back].kind).length : 0))
  const leave = (): void => {
    if (depositId) forgetOpenDeposit(depositId)
    setOpen(openDeposit())
    setQuery({})
  }
  const sent = (id: string): void => {
    setOpen(openDeposit())
    setQuery({ payment: id, ...(back && { back }) }, { replace: true })
  }
  return (
    <PaymentFrame here="deposit">
      {depositId ? (
        <DepositState
          key={depositId}
          depositId={depositId}
          onDone={leave}
          {...(back && picks > 0 && { onPaid: () => go(slips[back].page, { replace: true }) })}
        />
      ) : (
        <NewDeposit requested={query.get('amount')} back={back} onSent={sent} />
      )}
    </PaymentFrame>
  )
}

/** The slip that asked for the deposit, by its name in the address; an amount without a name is the sports slip's. */
function backOf(query: URLSearchParams): BackTo | undefined {
  const back = query.get('back')
  if (back === 'slip' || back === 'league') return back
  return query.has('amount') ? 'slip' : undefined
}

/** The form, unless a break or an exclusion forbids depositing. If that cannot be read, the server refuses the deposit. */
function NewDeposit(props: Parameters<typeof DepositForm>[0]) {
  const { body, failed } = useRead(protection.protection, {}, 0)
  const waiting = !body && !failed
  useBusy(waiting)
  if (waiting) return null
  if (body?.exclusion) return <BreakNotice exclusion={body.exclusion} helpLine={body.help_line} />
  return <DepositForm {...props} />
}
