import { useLingui } from '@lingui/react/macro'
import { hasPasskeys } from '@nare/client/named-host'
import { Button } from '@nare/ui/button'
import { Field, Tick } from '@nare/ui/field'
import { Notice } from '@nare/ui/notice'
import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import pages from '../../pages/pages.module.css'
import { failureText } from '../../i18n/failure-text.ts'
import { loadChunk } from '../../loading/chunk.ts'
import { login } from '../../state/calls-identity.ts'
import { useSend } from '../../state/hooks.ts'
import { PasswordField } from '../../forms/password-field.tsx'
import { PhoneField } from './phone-field.tsx'
import { withTo } from './safe-path.ts'
import { useEnter, useLeaveIfLoggedIn } from './use-enter.ts'
import { useForm } from '../../forms/use-form.ts'
import { useOnce } from '../../forms/use-once.ts'
import { useRules } from '../../forms/use-rules.ts'

/** Phone and password, plus an SMS code after too many wrong passwords; or a passkey. Returns to the previous page. */
export function Login() {
  const { t, i18n } = useLingui()
  const send = useSend()
  const rules = useRules()
  const [, go] = useLocation()
  const [query] = useSearchParams()
  const to = query.get('to')
  const enter = useEnter()
  useLeaveIfLoggedIn(to)
  const [needsCode, setNeedsCode] = useState(false)
  const [tried, setTried] = useState('')
  const [stay, setStay] = useState(true)
  const [wrong, setWrong] = useState<string>()
  const { once } = useOnce()
  const byPasskey = async (): Promise<void> => {
    setWrong(undefined)
    const { loginByPasskey } = await loadChunk(() => import('./passkey-login.ts'))
    const failed = await send(loginByPasskey(stay))
    if (failed) setWrong(failed === 'none' ? t`No passkey here. Use your password` : failureText(i18n, failed))
    else enter(to)
  }
  const form = useForm(
    async ({ msisdn = '', password = '', code = '' }) => {
      const result = await send(login({ msisdn, password, stay, ...(code && { code }) }))
      if (login.rejected.match(result)) {
        const number = `msisdn=${encodeURIComponent(msisdn)}`
        setTried(number)
        const { payload } = result
        if (payload?.code === 'code_required') setNeedsCode(true)
        if (payload?.code === 'not_verified') go(withTo(`/verify?${number}`, to))
        return needsCode && payload?.code === 'wrong_credentials'
          ? { ...payload, fields: { password: t`Wrong phone number, password or code` } }
          : payload
      }
      if (login.fulfilled.match(result) && !result.payload.user.verified) go(withTo('/verify', to), { replace: true })
      else enter(to)
      return undefined
    },
    ({ msisdn, password, code }) => ({
      msisdn: rules.mobile(msisdn, t`Phone number`),
      password: rules.required(password, t`Password`),
      ...(code && { code: rules.code(code, t`Code`) }),
    }),
  )
  return (
    <form className={pages.form} onSubmit={form.submit} noValidate>
      <h1>{t`Log in`}</h1>
      <Notice>{form.error ?? wrong}</Notice>
      <PhoneField autoFocus error={form.field('msisdn')} />
      <PasswordField
        label={t`Password`}
        name="password"
        autoComplete="current-password"
        error={form.field('password')}
      />
      {needsCode && (
        <Field
          label={t`Code`}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          error={form.field('code')}
          hint={t`Leave empty to get a new code`}
        />
      )}
      <Tick checked={stay} onChange={({ target }) => setStay(target.checked)}>
        {t`Stay logged in`}
        <br />
        <small>{t`Untick it on a shared device: you are logged out after 4 hours`}</small>
      </Tick>
      <Button type="submit" wide disabled={form.busy}>
        {form.busy ? t`Logging in…` : t`Log in`}
      </Button>
      <footer>
        {hasPasskeys() && (
          <Button wide look="soft" onClick={() => void once(byPasskey)}>{t`Log in with a passkey`}</Button>
        )}
        <Button wide look="soft" onClick={() => go(withTo('/signup', to))}>{t`Create account`}</Button>
        <Link href={withTo(`/reset-password?${tried}`, to)}>{t`Forgot your password?`}</Link>
      </footer>
    </form>
  )
}
