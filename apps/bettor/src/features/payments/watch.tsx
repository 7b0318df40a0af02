import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { payments } from '@nare/contract/payments'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { loadMessages } from '../../i18n/locale.ts'
import { notify } from '../../notices/notices.ts'
import { useRetryUntilResolved } from '../../state/use-retry-until-resolved.ts'
import { call } from '../../state/browser.ts'
import { useSend } from '../../state/hooks.ts'
import { forgetOpenDeposit, keepOpenDeposit, openDeposit } from './open-deposit.ts'
import { lookUp, type SentPayment } from './send-payment.ts'
import { useCommandIds } from './use-command-ids.ts'

const everyMs = 15_000
const timesMax = 240

/**
 * Resolves payments whose response was lost, including those of earlier visits, and follows a deposit whose page was left.
 * The payment pages do this themselves, so it pauses there.
 */
export function PaymentWatch() {
  const [path] = useLocation()
  const [found, setFound] = useState(0)
  const send = useSend()
  const deposits = useCommandIds('deposit')
  const withdrawals = useCommandIds('withdrawal')
  const resolve = async (): Promise<boolean> => {
    let left = false
    for (const { kind, page, ids, onFound } of [
      { kind: 'deposit', page: '/deposit', ids: deposits, onFound: keepFound },
      { kind: 'withdrawal', page: '/withdraw', ids: withdrawals, onFound: announceWithdrawal },
    ] as const) {
      const id = path === page ? undefined : ids.unanswered()
      if (id === undefined) continue
      const reply = await Promise.race([send(lookUp(kind, id)), tooLong()])
      // Another bettor may have logged in meanwhile, or another tab may have resolved it.
      if (reply?.ok && ids.unanswered() === id) {
        ids.done(id)
        await onFound(reply.value)
        setFound((times) => times + 1)
      } else left = true
    }
    return left
  }
  useRetryUntilResolved(resolve, path)
  return <OpenDepositWatch key={found} />
}

const tooLong = (): Promise<undefined> => new Promise((done) => setTimeout(done, everyMs, undefined))

async function keepFound({ id, amount }: SentPayment): Promise<void> {
  keepOpenDeposit({ depositId: id, amount: amount.replace(/\.\d+$/, '') })
}

async function announceWithdrawal({ amount }: SentPayment): Promise<void> {
  await loadMessages('payments')
  notify({ message: i18n._(msg`We received your withdrawal of ${amount}. Follow it in your statement`) })
}

/**
 * Follows an open deposit for an hour after its page was left and shows the result as a notice. If the texts cannot be loaded
 * now, the next check tries again.
 */
function OpenDepositWatch() {
  const [path] = useLocation()
  const away = path !== '/deposit'
  useEffect(() => {
    if (!away) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let times = 0
    const later = (): void => {
      if (openDeposit() && times++ < timesMax)
        timer = setTimeout(() => void checkOpenDeposit().then(later, later), everyMs)
    }
    later()
    return () => clearTimeout(timer)
  }, [away])
  return null
}

async function checkOpenDeposit(): Promise<void> {
  const open = openDeposit()
  if (!open) return
  const { depositId, amount } = open
  const reply = await call(payments.confirmation, { deposit_id: depositId })
  if (!reply.ok) return reply.code === 'not_found' ? forgetOpenDeposit(depositId) : undefined
  const { status } = reply.body
  if (status !== 'succeeded' && status !== 'failed') return
  await loadMessages('payments')
  forgetOpenDeposit(depositId)
  notify({
    message:
      status === 'succeeded'
        ? i18n._(msg`Your deposit of ${amount} has arrived`)
        : i18n._(msg`Your deposit of ${amount} failed. Your balance hasn't changed`),
  })
}
