import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { payments } from '@nare/contract/payments'
import { useAmountText } from '@nare/ui/amount'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { loadMessages } from '../../i18n/locale.ts'
import { notify } from '../../notices/notices.ts'
import { useRetryUntilResolved } from '../../commands/use-retry-until-resolved.ts'
import { call } from '../../state/browser.ts'
import { useSend } from '../../state/hooks.ts'
import { endDeposit, forgetOpenDeposit, storeOpenDeposit, openDeposit } from './open-deposit.ts'
import { pollOpenDeposit } from './poll-open-deposit.ts'
import { resolvePayments, type SentPayment } from './send-payment.ts'
import { toolsOf } from './tools.ts'

/**
 * Resolves payments without a response, including those of earlier visits, and polls an open deposit after the bettor has left
 * its page. Paused on the payment pages, which do this themselves.
 */
export function PaymentWatch() {
  const [path] = useLocation()
  const [resolvedCount, setResolvedCount] = useState(0)
  const text = useAmountText()
  const send = useSend()
  const resolve = async (): Promise<boolean> => {
    let isUnresolved = false
    const onFound = {
      deposit: resumeDeposit,
      withdrawal: ({ amount }: SentPayment) => announceWithdrawal(text(amount)),
    }
    for (const [kind, page] of [
      ['deposit', '/deposit'],
      ['withdrawal', '/withdraw'],
    ] as const) {
      if (path === page) continue
      const found = async (payment: SentPayment): Promise<void> => {
        await onFound[kind](payment)
        setResolvedCount((count) => count + 1)
      }
      if (await send(resolvePayments(kind, toolsOf[kind], found))) isUnresolved = true
    }
    return isUnresolved
  }
  useRetryUntilResolved(resolve, path)
  return <OpenDepositWatch key={resolvedCount} />
}

async function resumeDeposit({ id, amount }: SentPayment): Promise<void> {
  storeOpenDeposit({ depositId: id, amount: amount.replace(/\.\d+$/, '') })
}

async function announceWithdrawal(amount: string): Promise<void> {
  await loadMessages('payments')
  notify({ message: i18n._(msg`We received your withdrawal of ${amount}. Follow it in your statement`) })
}

/**
 * Polls an open deposit after the bettor has left its page and shows the result as a notice. If the texts cannot be loaded, the
 * next check tries again.
 */
function OpenDepositWatch() {
  const [path] = useLocation()
  const text = useAmountText()
  const isElsewhere = path !== '/deposit'
  const check = useEffectEvent((isStopped: () => boolean) => checkOpenDeposit(isStopped, text))
  useEffect(() => {
    if (!isElsewhere) return
    return pollOpenDeposit({ isOpen: () => openDeposit() !== undefined, check: (isStopped) => check(isStopped) })
  }, [isElsewhere])
  return null
}

async function checkOpenDeposit(isStopped: () => boolean, text: (amount: string) => string): Promise<void> {
  const open = openDeposit()
  if (!open) return
  const { depositId } = open
  const reply = await call(payments.confirmation, { deposit_id: depositId })
  if (isStopped()) return
  if (!reply.ok) return reply.code === 'not_found' ? forgetOpenDeposit(depositId) : undefined
  const { status } = reply.body
  if (status !== 'succeeded' && status !== 'failed') return
  await loadMessages('payments')
  if (isStopped()) return
  endDeposit({ ...open, arrived: status === 'succeeded' })
  const amount = text(open.amount)
  notify({
    message:
      status === 'succeeded'
        ? i18n._(msg`Your deposit of ${amount} has arrived`)
        : i18n._(msg`Your deposit of ${amount} failed. Your balance hasn't changed`),
  })
}
