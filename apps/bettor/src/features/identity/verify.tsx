import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@nare/ui/button'
import { Notice } from '@nare/ui/notice'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { localNumber } from '../../i18n/phone-text.ts'
import pages from '../../pages/pages.module.css'
import { verify } from '../../state/calls-identity.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { CodeField } from './code-field.tsx'
import { useEnter } from './use-enter.ts'
import { PhoneField } from './phone-field.tsx'
import { withTo } from './safe-path.ts'
import { useForm } from '../../forms/use-form.ts'
import { useRules } from '../../forms/use-rules.ts'

/** Verifies the phone with the six-digit code from the SMS and logs the bettor in. */
export function Verify() {
  const { t } = useLingui()
  const send = useSend()
  const rules = useRules()
  const enter = useEnter()
  const [query] = useSearchParams()
  const storedNumber = useApp(({ auth }) => auth.user?.msisdn ?? auth.reset_mobile)
  const number = query.get('msisdn') ?? storedNumber ?? ''
  const id = query.get('id') ?? undefined
  /** The verified number whose owner must set a new password. */
  const [confirmed, setConfirmed] = useState<string | undefined>()
  const form = useForm(
    async ({ msisdn = '', code = '' }) => {
      const result = await send(verify({ msisdn: number || msisdn, code, ...(id !== undefined && { id }) }))
      if (verify.rejected.match(result)) {
        if (result.payload?.code === 'reset_required') setConfirmed(number || msisdn)
        return result.payload
      }
      enter(query.get('to'))
      return undefined
    },
    ({ msisdn, code }) => ({
      ...(number ? {} : { msisdn: rules.mobile(msisdn, t`Phone number`) }),
      code: rules.code(code, t`Code`),
    }),
  )
  if (confirmed !== undefined) {
    return (
      <div className={pages.form}>
        <h1>{t`Verify your phone`}</h1>
        <Notice>{form.error}</Notice>
        <Link href={withTo(`/reset-password?${new URLSearchParams({ msisdn: confirmed })}`, query.get('to'))}>
          <Trans>Set a new password</Trans>
        </Link>
      </div>
    )
  }
  return (
    <form className={pages.form} onSubmit={form.submit} noValidate>
      <h1>{t`Verify your phone`}</h1>
      <p>{t`We sent a six-digit code by SMS, so only you can bet and withdraw with this number.`}</p>
      <Notice>{form.error}</Notice>
      {number ? (
        <p>
          <b className="num">{localNumber(number)}</b> ·{' '}
          <Link href={withTo('/signup', query.get('to'))}>{t`Change number`}</Link>
        </p>
      ) : (
        <PhoneField error={form.field('msisdn')} />
      )}
      <CodeField page="verify" number={number} ticket={id} error={form.field('code')} submits={number !== ''} />
      <Button type="submit" wide disabled={form.busy}>
        {form.busy ? t`Checking…` : t`Verify`}
      </Button>
    </form>
  )
}
