import { Trans, useLingui } from '@lingui/react/macro'
import { useApp } from '../../state/hooks.ts'
import { Lines } from './lines.tsx'
import style from './payments.module.css'

/** How to pay without a prompt if the operator has a paybill: its number and the account to copy. */
export function PayByHand() {
  const { t } = useLingui()
  const paybill = useApp(({ data }) => data.app_config?.payments.paybill)
  const account = useApp(({ auth }) => auth.user?.msisdn)
  if (!paybill || !account) return null
  return (
    <details className={style.help}>
      <summary>{t`Pay with M-Pesa paybill`}</summary>
      <Lines
        rows={[
          { label: t`Paybill number`, value: <code className={style.reference}>{paybill}</code> },
          { label: t`Account number`, value: <code className={style.reference}>{account}</code> },
        ]}
      />
      <p className={style.note}>
        <Trans>The account is your phone number here. The money arrives automatically, less the excise.</Trans>
      </p>
    </details>
  )
}
