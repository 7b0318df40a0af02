import { Button } from '@nare/ui/button'
import { Field } from '@nare/ui/field'
import { Notice } from '@nare/ui/notice'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { call } from '../../wire/calls.ts'
import { queries } from '../../wire/use-read.ts'
import { operatorStaff } from '@nare/contract/operator-staff'
import { safeBack, sessionBegan } from './end-session.ts'
import { passkeyResponse } from './passkey.ts'
import { Door } from './door.tsx'
import style from './door.module.css'

/** The login with password and code, or with a passkey; then the page that asked for it. */
export function Login() {
  const { back } = useSearch({ strict: false }) as { back?: string }
  const navigate = useNavigate()
  const [given, setGiven] = useState({ name: '', password: '', code: '' })
  const [fault, setFault] = useState('')
  const [isSending, setSending] = useState(false)
  const set = (field: keyof typeof given) => ({
    value: given[field],
    onChange: ({ target }: { target: { value: string } }) => setGiven({ ...given, [field]: target.value }),
  })

  const enter = async (send: () => Promise<string | undefined>): Promise<void> => {
    if (isSending) return
    setSending(true)
    setFault('')
    const refusal = await send()
    setSending(false)
    if (refusal === undefined) {
      queries.clear()
      sessionBegan()
      await navigate({ href: safeBack(back) })
    } else setFault(refusal)
  }
  const byPassword = async (): Promise<string | undefined> => {
    const reply = await call(operatorStaff.login, { ...given, name: given.name.trim(), code: given.code.trim() })
    if (!reply.ok) setGiven({ ...given, code: '' })
    return reply.ok ? undefined : reply.error
  }
  const byPasskey = async (): Promise<string | undefined> => {
    const name = given.name.trim()
    if (name === '') return 'Enter your name first.'
    const passkey = await passkeyResponse(name)
    if (typeof passkey === 'string') return passkey
    const reply = await call(operatorStaff.passkeyLogin, { name, response: passkey.response as never })
    return reply.ok ? undefined : reply.error
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void enter(byPassword)
  }
  return (
    <Door title="Log in">
      <form onSubmit={submit}>
        <Field label="Name" autoComplete="username webauthn" autoFocus required {...set('name')} />
        <Field label="Password" type="password" autoComplete="current-password" required {...set('password')} />
        <Field
          label="Code"
          hint="Of your app, or a recovery code"
          autoComplete="one-time-code"
          required
          {...set('code')}
        />
        <Notice>{fault}</Notice>
        <div className={style.buttons}>
          <Button type="submit" disabled={isSending}>
            {isSending ? 'Checking…' : 'Log in'}
          </Button>
          <Button look="soft" disabled={isSending} onClick={() => void enter(byPasskey)}>
            Use a passkey
          </Button>
        </div>
      </form>
    </Door>
  )
}
