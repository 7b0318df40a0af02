import { useLingui } from '@lingui/react/macro'
import { Link } from 'wouter'

/** Leads to the complaint form with a payment attached. */
export function SomethingWrong({ payment }: { payment: string }) {
  const { t } = useLingui()
  return (
    <p>
      <Link href={`/profile?tab=complaints&payment=${encodeURIComponent(payment)}`}>{t`Something wrong?`}</Link>
    </p>
  )
}
