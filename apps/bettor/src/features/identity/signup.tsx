import { Trans, useLingui } from '@lingui/react/macro'
import { mobileNumber } from '@nare/contract/typed'
import { Button } from '@nare/ui/button'
import { Field, Tick } from '@nare/ui/field'
import { Notice } from '@nare/ui/notice'
import { Link, useLocation, useSearchParams } from 'wouter'
import pages from '../../pages/pages.module.css'
import { signup } from '../../state/calls-identity.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { loadChunk } from '../../loading/chunk.ts'
import { lazyPart } from '../../loading/lazy-part.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { PhoneField } from './phone-field.tsx'
import { withTo } from './safe-path.ts'
import { useLeaveIfLoggedIn } from './use-enter.ts'
import { useForm } from '../../forms/use-form.ts'
import { useRules } from '../../forms/use-rules.ts'

/** Nobody needs it to sign up, so the form does not wait for it. */
const Consent = lazyPart(() => loadChunk(() => import('./signup-consent.tsx')).then((part) => part.SignupConsent), {
  failed: null,
})

/** Creates an account: phone, password, date of birth, and boxes that start unticked; the one about promotions may stay so. */
export function Signup() {
  const { t } = useLingui()
  const send = useSend()
  const rules = useRules()
  const [, go] = useLocation()
  const [query] = useSearchParams()
  useLeaveIfLoggedIn(query.get('to'))
  const age = useApp(({ data }) => data.app_config?.min_age ?? 18)
  const form = useForm(
    async ({ msisdn = '', password = '', date_of_birth = '', promotions_by_sms }) => {
      const result = await send(signup({ msisdn, password, date_of_birth, terms: true, promotions_by_sms }))
      if (signup.rejected.match(result))
        return result.payload?.code === 'under_age'
          ? { ...result.payload, fields: { date_of_birth: t`You must be ${age} or older` } }
          : result.payload
      // The sign-up id is in the URL, so a reload verifies this sign-up and not another one of the same number.
      const id = signup.fulfilled.match(result) ? result.payload.success.id : undefined
      const search = new URLSearchParams({ msisdn: mobileNumber(msisdn) ?? msisdn, ...(id !== undefined && { id }) })
      go(withTo(`/verify?${search.toString()}`, query.get('to')))
      return undefined
    },
    ({ msisdn, password, date_of_birth, terms }) => ({
      msisdn: rules.mobile(msisdn, t`Phone number`),
      password: rules.atLeast(password, t`Password`, 8),
      date_of_birth: rules.required(date_of_birth, t`Date of birth`),
      terms: terms ? undefined : t`Accept the terms and conditions to continue`,
    }),
  )
  return (
    <form className={pages.form} onSubmit={form.submit} noValidate>
      <h1>{t`Create account`}</h1>
      <Notice>{form.error}</Notice>
      <PhoneField hint={t`Like 0712 345 678`} error={form.field('msisdn')} />
      <PasswordField
        label={t`Password`}
        name="password"
        autoComplete="new-password"
        hint={t`8 characters or more`}
        error={form.field('password')}
      />
      <Field
        label={t`Date of birth`}
        name="date_of_birth"
        type="date"
        autoComplete="bday"
        hint={t`You must be ${age} or older`}
        error={form.field('date_of_birth')}
      />
      <Tick name="terms" error={form.field('terms')}>
        <Trans>
          I accept the <Link href="/terms-and-conditions">terms and conditions</Link>
        </Trans>
      </Tick>
      <Consent />
      <Button type="submit" wide disabled={form.busy}>
        {form.busy ? t`Sending…` : t`Create account`}
      </Button>
      <footer>
        <Link href={withTo('/login', query.get('to'))}>{t`Already registered? Log in`}</Link>
      </footer>
    </form>
  )
}
