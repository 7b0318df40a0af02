import { useLingui } from '@lingui/react/macro'
import type { Failed } from '@nare/client/call'
import { hasPasskeys, isNumberedHost } from '@nare/client/named-host'
import { makePasskey } from '@nare/client/passkey'
import { passkeys as calls, type PasskeyView } from '@nare/contract/passkeys'
import { Button } from '@nare/ui/button'
import { Tick } from '@nare/ui/field'
import { day } from '@nare/ui/format'
import { Notice } from '@nare/ui/notice'
import { useState } from 'react'
import { PasswordField } from '../../forms/password-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOnce } from '../../forms/use-once.ts'
import { useRules } from '../../forms/use-rules.ts'
import { failureText } from '../../i18n/failure-text.ts'
import { Retry } from '../../loading/retry.tsx'
import { Skeleton } from '../../loading/skeleton.tsx'
import { useApp } from '../../state/hooks.ts'
import { call } from '../../state/browser.ts'
import { useRead } from '../../state/use-read.ts'
import style from './account.module.css'

/** Something to do once the bettor is known to sit there: without a password first, with one if the server asks for it. */
type Step = (password?: string) => Promise<Failed | undefined>

/** The passkeys of the account: add one, end one, and whether withdrawals ask for one. */
export function Passkeys() {
  const { t, i18n } = useLingui()
  const verified = useApp(({ auth }) => auth.user?.verified === true)
  const { body, failed, loading, again } = useRead(calls.passkeys, verified ? {} : undefined, 0)
  const { busy, once } = useOnce()
  const [wrong, setWrong] = useState<string>()
  const [asked, setAsked] = useState<Step>()
  if (!verified) return null

  const run = (step: Step): void =>
    void once(async () => {
      setWrong(undefined)
      setAsked(undefined)
      const refusal = await step()
      if (refusal?.code === 'confirm_first') setAsked(() => step)
      else if (refusal) setWrong(textOf(refusal))
    })
  const textOf = (refusal: Failed): string =>
    refusal.code === 'limit_reached' ? t`End a passkey first` : failureText(i18n, refusal)
  const add: Step = async (password) => {
    const options = await call(calls.newOptions, { ...(password && { password }) })
    if (!options.ok) return options
    const response = await makePasskey(options.body)
    if (!response) return void setWrong(t`No passkey was added. Try again`)
    const reply = await call(calls.add, { response, name: nameOfHere() })
    if (!reply.ok) return reply
    again()
    return undefined
  }
  const end =
    ({ id }: PasskeyView): Step =>
    async (password) => {
      const reply = await call(calls.end, { id, ...(password && { password }) })
      if (!reply.ok) return reply
      again()
      return undefined
    }
  const ask =
    (wanted: boolean): Step =>
    async (password) => {
      const reply = await call(calls.askAtWithdrawals, { ask: wanted, ...(password && { password }) })
      if (!reply.ok) return reply
      again()
      return undefined
    }
  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys">{t`Passkeys`}</h2>
      <p>{t`Log in with your fingerprint, face or screen lock. Your password keeps working.`}</p>
      {!body && (failed && !loading ? <Retry why={failureText(i18n, failed)} again={again} /> : <Skeleton rows={2} />)}
      {body && body.data.length > 0 && (
        <>
          <ul className={style.messages} aria-label={t`Passkeys`}>
            {body.data.map((passkey) => (
              <Row key={passkey.id} passkey={passkey} busy={busy} onEnd={() => run(end(passkey))} />
            ))}
          </ul>
          <Tick
            checked={body.ask_at_withdrawals}
            disabled={busy}
            onChange={({ target }) => run(ask(target.checked))}
          >{t`Ask for a passkey before each withdrawal`}</Tick>
        </>
      )}
      <Notice>{wrong}</Notice>
      {asked && <Confirm step={asked} onDone={() => setAsked(undefined)} />}
      {hasPasskeys() ? (
        body && !asked && <Button wide look="soft" disabled={busy} onClick={() => run(add)}>{t`Add a passkey`}</Button>
      ) : (
        <p>
          {isNumberedHost(location.hostname)
            ? t`A passkey needs an address with a name`
            : t`This browser has no passkeys.`}
        </p>
      )}
    </section>
  )
}

function Row({ passkey, busy, onEnd }: { passkey: PasskeyView; busy: boolean; onEnd: () => void }) {
  const { t, i18n } = useLingui()
  const { name, created_at: created, last_used_at: used } = passkey
  const [since, last] = [day(created, i18n.locale), used && day(used, i18n.locale)]
  return (
    <li className={style.own}>
      <p>
        <b>{name}</b>
        <small>
          {t`Added ${since}`} · {last ? t`last used ${last}` : t`not used yet`}
        </small>
      </p>
      <Button
        look="soft"
        small
        disabled={busy}
        aria-label={t`End the passkey ${name}`}
        onClick={onEnd}
      >{t`End`}</Button>
    </li>
  )
}

/** The password, before a step that whoever found the session open must not take. */
function Confirm({ step, onDone }: { step: Step; onDone: () => void }) {
  const { t } = useLingui()
  const rules = useRules()
  const form = useForm(
    async ({ password = '' }) => {
      const refusal = await step(password)
      if (!refusal) onDone()
      return refusal
    },
    ({ password }) => ({ password: rules.required(password, t`Password`) }),
  )
  return (
    <form onSubmit={form.submit} noValidate>
      <Notice>{form.error}</Notice>
      <PasswordField
        label={t`Your password, to confirm that it is you`}
        name="password"
        autoComplete="current-password"
        error={form.field('password')}
      />
      <Button type="submit" wide disabled={form.busy}>{t`Continue`}</Button>
    </form>
  )
}

/** What this device is called in the list. */
const nameOfHere = (): string =>
  /Android|iPhone|iPad|Windows|Mac|CrOS|Linux/.exec(navigator.userAgent)?.[0].replace('CrOS', 'Chromebook') ?? 'Passkey'
