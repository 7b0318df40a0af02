import { useLingui } from '@lingui/react/macro'
import { identityKinds, kyc } from '@nare/contract/kyc'
import { Button } from '@nare/ui/button'
import { Field } from '@nare/ui/field'
import { Notice } from '@nare/ui/notice'
import { useRef, useState, type FormEvent } from 'react'
import { useOnce } from '../../forms/use-once.ts'
import { failureText } from '../../i18n/failure-text.ts'
import { call, commandId } from '../../state/browser.ts'
import style from './profile.module.css'

/** Asks for the number of a document, which confirms most people without pictures. */
export function NumberForm({ onSent }: { onSent: () => void }) {
  const { t, i18n } = useLingui()
  const id = useRef(commandId())
  const { busy, once } = useOnce()
  const [wrong, setWrong] = useState<Readonly<Record<string, string | undefined>>>({})
  const kindNames = { national_id: t`National ID`, passport: t`Passport`, alien_id: t`Alien ID` }
  const submit = async (form: FormData): Promise<void> => {
    const [kindGiven, numberGiven] = [form.get('kind'), form.get('number')]
    const kind = identityKinds.find((known) => known === kindGiven) ?? 'national_id'
    const number = typeof numberGiven === 'string' ? numberGiven.trim() : ''
    if (!/^[A-Za-z0-9]{5,20}$/.test(number))
      return setWrong({ number: t`Please enter the number as shown on the document` })
    setWrong({})
    const reply = await call(kyc.checkNumber, { id: id.current, kind, number })
    // Without a definite response the number may have arrived, so the retry keeps its id.
    if (reply.ok || (reply.status >= 400 && reply.status < 500)) id.current = commandId()
    if (reply.ok) return onSent()
    setWrong(Object.keys(reply.fields).length > 0 ? reply.fields : { form: failureText(i18n, reply) })
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    void once(() => submit(form))
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <label className={style.choice}>
        {t`Document`}
        <select name="kind">
          {identityKinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindNames[kind]}
            </option>
          ))}
        </select>
      </label>
      <Field label={t`Document number`} name="number" autoComplete="off" maxLength={20} error={wrong.number} />
      <Notice>{wrong.form}</Notice>
      <Button type="submit" wide disabled={busy}>
        {busy ? t`Checking…` : t`Confirm my identity`}
      </Button>
    </form>
  )
}
