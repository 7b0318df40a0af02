import { Button } from '@nare/ui/button'
import { Field } from '@nare/ui/field'
import { Notice } from '@nare/ui/notice'
import { useEffect, useState, type FormEvent } from 'react'
import { passkeyResponse } from '../features/session/passkey.ts'
import { Dialog } from '../parts/dialog.tsx'
import { call } from '../wire/calls.ts'
import { useMe } from '../wire/me.ts'
import { onConfirmFirst } from '../wire/send.ts'
import { operatorStaff } from '@nare/contract/operator-staff'
import style from './step-up.module.css'

type Ask = { readonly answer: (confirmed: boolean) => void }

/** Asks for a code or the passkey where a call needs the session confirmed; the call is then repeated. */
export function StepUp() {
  const [ask, setAsk] = useState<Ask>()
  useEffect(() => onConfirmFirst(() => new Promise((answer) => setAsk({ answer }))), [])
  const end = (confirmed: boolean): void => {
    ask?.answer(confirmed)
    setAsk(undefined)
  }
  return (
    <Dialog open={ask !== undefined} title="Confirm that it is you" onClose={() => end(false)}>
      {ask && <ConfirmForm onConfirmed={() => end(true)} />}
    </Dialog>
  )
}

function ConfirmForm({ onConfirmed }: { onConfirmed: () => void }) {
  const { name } = useMe()
  const [code, setCode] = useState('')
  const [fault, setFault] = useState('')
  const [isSending, setSending] = useState(false)
  const confirm = async (input: { code: string } | { response: never }): Promise<void> => {
    if (isSending) return
    setSending(true)
    const reply = await call(operatorStaff.confirmPerson, input)
    setSending(false)
    setCode('')
    if (reply.ok) onConfirmed()
    else setFault(reply.error)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void confirm({ code })
  }
  const withPasskey = async (): Promise<void> => {
    const response = await passkeyResponse(name)
    if (typeof response === 'string') setFault(response)
    else await confirm({ response: response.response as never })
  }
  return (
    <form className={style.form} onSubmit={submit}>
      <p>For ten minutes you can then move money, confirm proposals and change roles and settings.</p>
      <Field
        label="Code of your app"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      <Notice>{fault}</Notice>
      <div className={style.buttons}>
        <Button type="submit" disabled={isSending || code.trim() === ''}>
          {isSending ? 'Checking…' : 'Confirm'}
        </Button>
        <Button look="soft" disabled={isSending} onClick={() => void withPasskey()}>
          Use a passkey
        </Button>
      </div>
    </form>
  )
}
