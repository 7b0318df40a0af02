import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { DepositAsk } from './deposit-ask.tsx'
import { DepositState } from './deposit-state.tsx'
import { PaymentFrame } from './frame.tsx'
import { forgetOpenDeposit, openDeposit } from './open-deposit.ts'

/**
 * Money in: the amount with its tax, the prompt on the phone, and how it ended. While the end of a deposit is open this page
 * shows that deposit and asks for no other.
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
        <DepositAsk
          wanted={query.get('amount')}
          onSent={(id) => {
            setOpen(openDeposit())
            setQuery({ payment: id }, { replace: true })
          }}
        />
      )}
    </PaymentFrame>
  )
}
