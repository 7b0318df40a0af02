import { useLingui } from '@lingui/react/macro'
import type { Failed } from '@nare/client/call'
import { useAmountText } from '@nare/ui/amount'
import { Notice } from '@nare/ui/notice'
import { Link } from 'wouter'
import { failureText } from '../../i18n/failure-text.ts'
import { useLoginAddress } from '../../pages/use-login-address.ts'

/** Why a payment was refused, that no money moved, and a link to the page that helps. */
export function Refusal({ failed }: { failed: Failed }) {
  const { i18n, t } = useLingui()
  const amount = useAmountText()
  const verify = useLoginAddress('/verify')
  // Without a limit of withdrawals it is the rule about deposits.
  const unknown = failed.code === 'identity_required' && failed.body['identity_most'] === undefined
  const why = unknown ? t`Confirm your identity first` : failureText(i18n, failed, amount)
  return (
    <Notice>
      {why}. {t`No money was moved.`}{' '}
      {(failed.code === 'limit_reached' || failed.code === 'self_excluded') && (
        <Link href="/profile?tab=limits">{t`See your limits and breaks`}</Link>
      )}
      {failed.code === 'not_verified' && <Link href={verify}>{t`Verify your phone`}</Link>}
      {failed.code === 'identity_required' && <Link href="/profile?tab=documents">{t`Verify your identity`}</Link>}
      {failed.ref && (
        <>
          {' '}
          {t`Reference`} <code>{failed.ref}</code>
        </>
      )}
    </Notice>
  )
}
