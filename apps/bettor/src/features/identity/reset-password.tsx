import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@nare/ui/button'
import { Notice } from '@nare/ui/notice'
import { Link, useSearchParams } from 'wouter'
import pages from '../../pages/pages.module.css'
import { useLoginAddress } from '../../pages/use-login-address.ts'
import { auth } from '../../state/auth.ts'
import { requestCode, resetPassword } from '../../state/calls-identity.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { CodeField } from './code-field.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { PhoneField } from './phone-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useRules } from '../../forms/use-rules.ts'

/** Resets the password in two steps: request a code, then enter it with a new password. */
export function ResetPassword() {
  const { reset_success_password: isReset, otp_sent: isSent } = useApp((state) => state.auth)
  return (
    <div className={pages.form}>
      <h1>
        <Trans>Reset password</Trans>
      </h1>
      {isReset ? <Done /> : isSent ? <NewPassword /> : <RequestCode />}
    </div>
  )
}

function RequestCode() {
  const { t } = useLingui()
  const send = useSend()
  const rules = useRules()
  const [query] = useSearchParams()
  const form = useForm(
    async ({ msisdn = '' }) => {
      const result = await send(requestCode({ page: 'resetPass', msisdn }))
      return requestCode.rejected.match(result) ? result.payload : undefined
    },
    ({ msisdn }) => ({ msisdn: rules.mobile(msisdn, t`Phone number`) }),
  )
  return (
    <form onSubmit={form.submit} noValidate>
      <Notice>{form.error}</Notice>
      <PhoneField defaultValue={query.get('msisdn') ?? undefined} error={form.field('msisdn')} />
      <Button type="submit" wide disabled={form.busy}>{t`Send code`}</Button>
    </form>
  )
}

function NewPassword() {
  const { t } = useLingui()
  const send = useSend()
  const rules = useRules()
  const number = useApp((state) => state.auth.reset_mobile)
  const form = useForm(
    async ({ code = '', password = '', confirm_password = '' }) => {
      const result = await send(resetPassword({ code, password, confirm_password }))
      return resetPassword.rejected.match(result) ? result.payload : undefined
    },
    ({ code, password, confirm_password }) => ({
      code: rules.code(code, t`Code`),
      password: rules.atLeast(password, t`Password`, 8),
      confirm_password: password === confirm_password ? undefined : t`The passwords don't match`,
    }),
  )
  return (
    <form onSubmit={form.submit} noValidate>
      <Notice tone="info">{t`If this number has an account, a code is on its way`}</Notice>
      <Notice>{form.error}</Notice>
      <CodeField page="resetPass" number={number ?? ''} error={form.field('code')} />
      <PasswordField
        label={t`New password`}
        name="password"
        autoComplete="new-password"
        hint={t`8 characters or more`}
        error={form.field('password')}
      />
      <PasswordField
        label={t`Repeat new password`}
        name="confirm_password"
        autoComplete="new-password"
        error={form.field('confirm_password')}
      />
      <Button type="submit" wide disabled={form.busy}>{t`Set new password`}</Button>
      <footer>
        <Button small look="plain" onClick={() => send(auth.actions.reset('otp_sent'))}>{t`Change number`}</Button>
      </footer>
    </form>
  )
}

function Done() {
  const login = useLoginAddress()
  const send = useSend()
  const { t } = useLingui()
  const leave = (): void => {
    for (const field of ['otp_sent', 'reset_success_password', 'reset_password_message', 'resetMessage'] as const) {
      send(auth.actions.reset(field))
    }
  }
  return (
    <>
      <Notice tone="good">{t`Your new password is set. Log in with it`}</Notice>
      <Link href={login} onClick={leave}>{t`Log in`}</Link>
    </>
  )
}
