import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { DepositForm } from './deposit-form.tsx'
import { DepositState } from './deposit-state.tsx'
import { PaymentFrame } from './frame.tsx'
import { forgetOpenDeposit, openDeposit } from './open-deposit.ts'

/**
 * The deposit page: the form with its tax, the prompt on the phone, and the result. While a deposit is open the page shows that
 * deposit instead of the form.
 */
export function Deposit() {
  const [query, setQuery] = useSearchParams()
  const [open, setOpen] = useState(openDeposit)
  const depositId = query.get('payment') ?? open?.depositId
  const leave = (): void => {
    if (depositId) forgetOpenDeposit(depositId)
    setOpen(openDeposit())
    setQuery({})
  }
  return (
    <PaymentFrame here="deposit">
      {depositId ? (
        <DepositState key={depositId} depositId={depositId} onDone={leave} />
      ) : (
        <DepositForm
          requested={query.get('amount')}
          onSent={(id) => {
            setOpen(openDeposit())
            setQuery({ payment: id }, { replace: true })
          }}
        />
      )}
    </PaymentFrame>
  )
}
