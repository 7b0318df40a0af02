import { protection } from '@nare/contract/protection'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { useBusy } from '../../loading/busy.tsx'
import { useApp } from '../../state/hooks.ts'
import { useRead } from '../../state/use-read.ts'
import { BreakNotice } from './break-notice.tsx'
import { DepositForm } from './deposit-form.tsx'
import { DepositState } from './deposit-state.tsx'
import { PaymentFrame } from './frame.tsx'
import { pickCount, slips } from './kept-slip.tsx'
import { backOf, isSlip } from './deposit-back.ts'
import { useLeave } from './leave.ts'
import { forgetOpenDeposit, openDeposit } from './open-deposit.ts'

/**
 * The deposit page: the form with its tax, the prompt on the phone, and the result. While a deposit is open, the page shows it
 * instead of the form. A deposit started from a slip or a game returns there when the money has arrived; any other leads back to the
 * page before it.
 */
export function Deposit() {
  const [query, setQuery] = useSearchParams()
  const [, go] = useLocation()
  const leave = useLeave()
  const [open, setOpen] = useState(openDeposit)
  const depositId = query.get('payment') ?? open?.depositId
  const back = backOf(query)
  const picks = useApp(({ betting }) => (isSlip(back) ? pickCount(back, betting) : 0))
  const page = isSlip(back) ? picks > 0 && slips[back].page : back && `/${back}`
  const closeDeposit = (): void => {
    if (depositId) forgetOpenDeposit(depositId)
    setOpen(openDeposit())
    setQuery({ ...(back && { back }) }, { replace: true })
  }
  const onSent = (id: string): void => {
    setOpen(openDeposit())
    setQuery({ payment: id, ...(back && { back }) }, { replace: true })
  }
  return (
    <PaymentFrame here="deposit" payment={depositId}>
      {depositId ? (
        <DepositState
          key={depositId}
          depositId={depositId}
          onAgain={closeDeposit}
          onDone={leave}
          {...(page && { onPaid: () => go(page, { replace: true }) })}
        />
      ) : (
        <NewDeposit requested={query.get('amount')} back={isSlip(back) ? back : undefined} onSent={onSent} />
      )}
    </PaymentFrame>
  )
}

/** The form, or a notice during a break or an exclusion. If the exclusion cannot be loaded, the server refuses the deposit. */
function NewDeposit(props: Parameters<typeof DepositForm>[0]) {
  const { body, failed } = useRead(protection.protection, {}, 0)
  const isLoading = !body && !failed
  useBusy(isLoading)
  if (isLoading) return null
  if (body?.exclusion) return <BreakNotice exclusion={body.exclusion} helpLine={body.help_line} />
  return <DepositForm {...props} />
}
