import { useLingui } from '@lingui/react/macro'
import { askPasskey } from '@nare/client/passkey'
import type { Failed } from '@nare/client/call'
import { passkeys } from '@nare/contract/passkeys'
import { Button } from '@nare/ui/button'
import { kickoff } from '@nare/ui/format'
import { Notice } from '@nare/ui/notice'
import { useState } from 'react'
import { Link } from 'wouter'
import { useOnce } from '../../forms/use-once.ts'
import { failureText } from '../../i18n/failure-text.ts'
import { call, commandId } from '../../state/browser.ts'
import type { Confirmed } from './send-payment.ts'

type Props = { amount: string; failed: Failed; onConfirmed: (confirmed: Confirmed) => void }

/** Asks for the passkey that a withdrawal needs. Its answer confirms one withdrawal of this amount. */
export function ConfirmByPasskey({ amount, failed, onConfirmed }: Props) {
  const { t, i18n } = useLingui()
  const { busy, once } = useOnce()
  const [wrong, setWrong] = useState<string>()
  const { until } = failed.body
  const end = typeof until === 'string' ? kickoff(until, i18n.locale) : undefined
  const confirm = async (): Promise<void> => {
    setWrong(undefined)
    const id = commandId()
    const options = await call(passkeys.withdrawalOptions, { id, amount })
    if (!options.ok)
      return setWrong(options.code === 'not_found' ? t`You have no passkey.` : failureText(i18n, options))
    const passkey = await askPasskey(options.body)
    if (passkey) onConfirmed({ id, passkey })
    else setWrong(t`No passkey was used. No money was moved.`)
  }
  return (
    <>
      <Notice tone="info">
        {end === undefined
          ? t`Confirm this withdrawal with your passkey.`
          : t`Your password, number or passkeys have changed. Until ${end} only a passkey that you had before confirms a withdrawal.`}{' '}
        {end === undefined && <Link href="/profile?tab=security">{t`Passkeys`}</Link>}
      </Notice>
      <Notice>{wrong}</Notice>
      <p>
        <Button wide disabled={busy} onClick={() => void once(confirm)}>{t`Confirm with passkey`}</Button>
      </p>
    </>
  )
}
