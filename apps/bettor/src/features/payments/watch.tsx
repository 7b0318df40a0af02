import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { payments } from '@nare/contract/payments'
import { useAmountText } from '@nare/ui/amount'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { loadMessages } from '../../i18n/locale.ts'
import { notify } from '../../notices/notices.ts'
import { useRetryUntilResolved } from '../../state/use-retry-until-resolved.ts'
import { call } from '../../state/browser.ts'
import { useSend } from '../../state/hooks.ts'
import { forgetOpenDeposit, storeOpenDeposit, openDeposit } from './open-deposit.ts'
import { pollOpenDeposit } from './poll-open-deposit.ts'
import { lookUp, type SentPayment } from './send-payment.ts'
import { useCommandIds } from './use-command-ids.ts'

const lookUpTimeoutMs = 15_000

/**
 * Resolves payments without a response, including those of earlier visits, and polls an open deposit after the bettor has left
 * its page. Paused on the payment pages, which do this themselves.
 */
export function PaymentWatch() {
  const [path] = useLocation()
  const [resolvedCount, setResolvedCount] = useState(0)
  const text = useAmountText()
  const send = useSend()
  const deposits = useCommandIds('deposit')
  const withdrawals = useCommandIds('withdrawal')
  const resolve = async (): Promise<boolean> => {
    let isUnresolved = false
    for (const { kind, page, ids, onFound } of [
      { kind: 'deposit', page: '/deposit', ids: deposits, onFound: resumeDeposit },
      {
        kind: 'withdrawal',
        page: '/withdraw',
        ids: withdrawals,
        onFound: ({ amount }: SentPayment) => announceWithdrawal(text(amount)),
      },
    ] as const) {
      const id = path === page ? undefined : ids.unresolved()
      if (id === undefined) continue
      const reply = await Promise.race([send(lookUp(kind, id)), timeout()])
      // Another bettor may have logged in meanwhile, or another tab may have resolved it.
      if (reply?.ok && ids.unresolved() === id) {
        ids.done(id)
        await onFound(reply.value)
        setResolvedCount((count) => count + 1)
      } else isUnresolved = true
    }
    return isUnresolved
  }
  useRetryUntilResolved(resolve, path)
  return <OpenDepositWatch key={resolvedCount} />
}

const timeout = (): Promise<undefined> => new Promise((done) => setTimeout(done, lookUpTimeoutMs, undefined))

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
  forgetOpenDeposit(depositId)
  const amount = text(open.amount)
  notify({
    message:
      status === 'succeeded'
        ? i18n._(msg`Your deposit of ${amount} has arrived`)
        : i18n._(msg`Your deposit of ${amount} failed. Your balance hasn't changed`),
  })
}
