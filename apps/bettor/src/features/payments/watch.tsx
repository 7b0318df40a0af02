import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { payments } from '@nare/contract/payments'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { speakAll } from '../../shell/locale.ts'
import { notify } from '../../shell/notices.ts'
import { call } from '../../state/browser.ts'
import { forgetOpenDeposit, openDeposit } from './open-deposit.ts'

const everyMs = 15_000
const timesMost = 240

/**
 * Goes on asking about a deposit whose page was left while its end was open, for an hour, and says it in one line; where
 * the texts for that cannot be fetched now, the next time.
 */
export function DepositWatch() {
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
  await speakAll()
  forgetOpenDeposit(depositId)
  notify({
    message:
      status === 'succeeded'
        ? i18n._(msg`Your deposit of ${amount} has arrived`)
        : i18n._(msg`Your deposit of ${amount} did not come; your wallet did not change`),
  })
}
