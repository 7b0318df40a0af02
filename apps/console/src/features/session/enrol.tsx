import { Button } from '@nare/ui/button'
import { Field } from '@nare/ui/field'
import { Notice } from '@nare/ui/notice'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { Empty } from '../../parts/controls.tsx'
import { call } from '../../wire/calls.ts'
import { operatorStaff } from '@nare/contract/operator-staff'
import { queries, useRead } from '../../wire/use-read.ts'
import { Door } from './door.tsx'
import { sessionBegan } from './end-session.ts'
import { newPasskey } from './passkey.ts'
import style from './door.module.css'

/** The token of the link, which stands after # so that no server sees it in an address. */
const tokenOf = (hash: string): string => hash.replace(/^#/, '').slice(0, 100)

/** Enrolment by a link: a password with a code app, or a passkey; then ten recovery codes, shown once. */
export function Enrol() {
  const [token] = useState(() => tokenOf(location.hash))
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes) return <RecoveryCodes codes={codes} />
  if (token === '')
    return (
      <Door title="Enrol">
        <p>
          This page needs the whole link that you were given. <Link to="/login">Log in</Link>
        </p>
      </Door>
    )
  return <EnrolForm token={token} onDone={setCodes} />
}

type Reply = { ok: true; body: { recovery_codes: string[] } } | { ok: false; error: string }

function EnrolForm({ token, onDone }: { token: string; onDone: (codes: readonly string[]) => void }) {
  const opened = useRead(operatorStaff.enrolment, { link: token })
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [fault, setFault] = useState('')
  const [isSending, setSending] = useState(false)
  const enter = async (send: () => Promise<Reply | string>): Promise<void> => {
    if (isSending) return
    setSending(true)
    setFault('')
    const reply = await send()
    setSending(false)
    setCode('')
    if (typeof reply === 'string') setFault(reply)
    else if (reply.ok) onDone(reply.body.recovery_codes)
    else setFault(reply.error)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void enter(() => call(operatorStaff.enrol, { link: token, password, code: code.trim() }))
  }
  const byPasskey = async (): Promise<Reply | string> => {
    const passkey = await newPasskey(opened.data?.passkey)
    if (typeof passkey === 'string') return passkey
    const given = { link: token, response: passkey.response as never, ...(password !== '' && { password }) }
    return call(operatorStaff.enrolPasskey, given)
  }
  if (opened.error) return <Door title="Enrol">{<Notice>{opened.error.message}</Notice>}</Door>
  if (!opened.data) return <Door title="Enrol">{<Empty>Loading…</Empty>}</Door>
  const { name, secret, otpauth_url } = opened.data
  return (
    <Door title={`Enrol ${name}`}>
      <form onSubmit={submit}>
        <input type="hidden" autoComplete="username" value={name} readOnly />
        <Field
          label="New password"
          type="password"
          autoComplete="new-password"
          autoFocus
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
        <p>
          Add this key to your code app: <code className={style.secret}>{secret}</code>{' '}
          <a href={otpauth_url}>Open in an app on this device</a>
        </p>
        <Field
          label="Code of the app"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
        <Notice>{fault}</Notice>
        <div className={style.buttons}>
          <Button type="submit" disabled={isSending || password === '' || code.trim() === ''}>
            {isSending ? 'Checking…' : 'Enrol'}
          </Button>
          <Button look="soft" disabled={isSending} onClick={() => void enter(byPasskey)}>
            Enrol with a passkey
          </Button>
        </div>
      </form>
    </Door>
  )
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const navigate = useNavigate()
  const open = (): void => {
    queries.clear()
    sessionBegan()
    void navigate({ to: '/' })
  }
  return (
    <Door title="Recovery codes">
      <p>
        Each replaces the code of your app once. They are not shown again: print them, or keep them in a password
        manager.
      </p>
      <ol className={style.codes}>
        {codes.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ol>
      <Button onClick={open}>I have kept them</Button>
    </Door>
  )
}
