import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@nare/ui/button'
import { notify } from '../../notices/notices.ts'
import { useApp } from '../../state/hooks.ts'
import { Lines } from './lines.tsx'
import style from './payments.module.css'

/** How to pay without a prompt if the operator has a paybill: the steps in the menu of M-Pesa, and what to copy. */
export function PayByHand() {
  const { t } = useLingui()
  const payments = useApp(({ data }) => data.app_config?.payments)
  const account = useApp(({ auth }) => auth.user?.msisdn)
  const { paybill, mpesa_menu: menu } = payments ?? {}
  if (!paybill || !account) return null
  return (
    <details className={style.help}>
      <summary>{t`Pay with M-Pesa paybill`}</summary>
      <ol>
        <li>
          {menu === undefined ? (
            <Trans>Open the M-Pesa menu</Trans>
          ) : (
            <Trans>
              Open M-Pesa, or dial <a href={`tel:${encodeURIComponent(menu)}`}>{menu}</a>
            </Trans>
          )}
        </li>
        <li>{t`Choose Lipa na M-Pesa, then Pay Bill`}</li>
        <li>{t`Enter the numbers below, the amount and your M-Pesa PIN`}</li>
      </ol>
      <Lines
        rows={[
          { label: t`Paybill number`, value: <Copied name={t`Paybill number`} text={paybill} /> },
          { label: t`Account number`, value: <Copied name={t`Account number`} text={account} /> },
        ]}
      />
      <p className={style.note}>
        <Trans>The account is your phone number here. The money arrives automatically, less the excise.</Trans>
      </p>
    </details>
  )
}

/** A number with a button that copies it. */
function Copied({ name, text }: { name: string; text: string }) {
  const { t } = useLingui()
  const copy = (): void =>
    void navigator.clipboard?.writeText(text).then(
      () => notify({ message: t`${name} copied` }),
      () => {},
    )
  return (
    <>
      <code className={style.reference}>{text}</code>{' '}
      {'clipboard' in navigator && (
        <Button look="soft" small aria-label={t`Copy ${name}`} onClick={copy}>{t`Copy`}</Button>
      )}
    </>
  )
}
