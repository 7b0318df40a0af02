import { Trans, useLingui } from '@lingui/react/macro'
import type { Failed } from '@nare/client/call'
import { useAmountText } from '@nare/ui/amount'
import { Notice } from '@nare/ui/notice'
import { Link } from 'wouter'
import { failureText } from '../../i18n/failure-text.ts'
import { useLoginAddress } from '../../pages/use-login-address.ts'

/** Why a payment was refused, that no money moved, and a link to the page that helps. */
export function Refusal({ failed }: { failed: Failed }) {
  const { i18n } = useLingui()
  const amount = useAmountText()
  const verify = useLoginAddress('/verify')
  return (
    <Notice>
      {failureText(i18n, failed, amount)}. <Trans>No money was moved.</Trans>{' '}
      {(failed.code === 'limit_reached' || failed.code === 'self_excluded') && (
        <Link href="/profile?tab=limits">
          <Trans>See your limits and breaks</Trans>
        </Link>
      )}
      {failed.code === 'not_verified' && (
        <Link href={verify}>
          <Trans>Verify your phone</Trans>
        </Link>
      )}
      {failed.code === 'identity_required' && (
        <Link href="/profile?tab=documents">
          <Trans>Verify your identity</Trans>
        </Link>
      )}
      {failed.ref && (
        <>
          {' '}
          <Trans>Reference</Trans> <code>{failed.ref}</code>
        </>
      )}
    </Notice>
  )
}
