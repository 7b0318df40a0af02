import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { payments } from '@nare/contract/payments'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { loadAllMessages } from '../../i18n/locale.ts'
import { notify } from '../../notices/notices.ts'
import { useRetryUntilResolved } from '../../state/use-retry-until-resolved.ts'
import { call } from '../../state/browser.ts'
import { useSend } from '../../state/hooks.ts'
import { forgetOpenDeposit, keepOpenDeposit, openDeposit } from './open-deposit.ts'
import { lookUp, type Taken } from './send-payment.ts'
import { useCommandIds } from './use-command-ids.ts'

const everyMs = 15_000
const timesMost = 240

/**
 * Finds out what became of the payments whose answers never came, also those that an earlier visit sent, and of the deposit
 * whose page was left. Their own pages do so for themselves.
 */
export function PaymentWatch() {
  const [path] = useLocation()
  const [found, setFound] = useState(0)
  const send = useSend()
  const deposits = useCommandIds('deposit')
  const withdrawals = useCommandIds('withdrawal')
  const look = async (): Promise<boolean> => {
    let left = false
    for (const { kind, page, ids, tell } of [
      { kind: 'deposit', page: '/deposit', ids: deposits, tell: keepFound },
      { kind: 'withdrawal', page: '/withdraw', ids: withdrawals, tell: tellWithdrawal },
    ] as const) {
      const id = path === page ? undefined : ids.unanswered()
      if (id === undefined) continue
      const told = await Promise.race([send(lookUp(kind, id)), tooLong()])
      // Another bettor may have come meanwhile, or another tab may have told.
      if (told?.ok && ids.unanswered() === id) {
        ids.done(id)
        await tell(told.value)
        setFound((times) => times + 1)
      } else left = true
    }
    return left
  }
  useRetryUntilResolved(look, path)
  return <OpenDepositWatch key={found} />
}

const tooLong = (): Promise<undefined> => new Promise((done) => setTimeout(done, everyMs, undefined))

async function keepFound({ id, amount }: Taken): Promise<void> {
  keepOpenDeposit({ depositId: id, amount: amount.replace(/\.\d+$/, '') })
}

async function tellWithdrawal({ amount }: Taken): Promise<void> {
  await loadAllMessages()
  notify({ message: i18n._(msg`We have your withdrawal of ${amount}. Follow it in your statement`) })
}

/**
 * Goes on asking about a deposit whose page was left while its end was open, for an hour, and says it in one line; where
 * the texts for that cannot be fetched now, the next time.
 */
function OpenDepositWatch() {
  const [path] = useLocation()
  const away = path !== '/deposit'
  useEffect(() => {
    if (!away) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let times = 0
    const later = (): void => {
      if (openDeposit() && times++ < timesMost) timer = setTimeout(() => void ask().then(later, later), everyMs)
    }
    later()
    return () => clearTimeout(timer)
  }, [away])
  return null
}

async function ask(): Promise<void> {
  const open = openDeposit()
  if (!open) return
  const { depositId, amount } = open
  const reply = await call(payments.confirmation, { deposit_id: depositId })
  if (!reply.ok) return reply.code === 'not_found' ? forgetOpenDeposit(depositId) : undefined
  const { status } = reply.body
  if (status !== 'succeeded' && status !== 'failed') return
  await loadAllMessages()
  forgetOpenDeposit(depositId)
  notify({
    message:
      status === 'succeeded'
        ? i18n._(msg`Your deposit of ${amount} has arrived`)
        : i18n._(msg`Your deposit of ${amount} did not come; your wallet did not change`),
  })
}
