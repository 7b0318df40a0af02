import { Trans, useLingui } from '@lingui/react/macro'
import { identityKinds, kyc, pictureKinds, type IdentityCheckView } from '@nare/contract/kyc'
import { Button } from '@nare/ui/button'
import { Field } from '@nare/ui/field'
import { kickoff } from '@nare/ui/format'
import { Notice } from '@nare/ui/notice'
import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import { useOnce } from '../../forms/use-once.ts'
import { failureText } from '../../i18n/failure-text.ts'
import { Skeleton } from '../../loading/skeleton.tsx'
import { call, commandId } from '../../state/browser.ts'
import { useRead } from '../../state/use-read.ts'
import { pictureText } from './picture.ts'
import { WinnerName } from './winner-name.tsx'
import style from './profile.module.css'

type Kind = (typeof identityKinds)[number]
type Picture = (typeof pictureKinds)[number]
type Wrong = Readonly<Record<string, string | undefined>>

const refreshMs = 20_000

/** The identity check: its state, why documents are required, and the upload form. */
export function Documents() {
  const { i18n, t } = useLingui()
  const { body, failed, again } = useRead(kyc.identityCheck, {}, 0)
  const isPending = body?.state === 'submitted' || body?.state === 'checking'
  const refresh = useEffectEvent(again)
  useEffect(() => {
    if (!isPending) return
    const timer = setInterval(() => refresh(), refreshMs)
    return () => clearInterval(timer)
  }, [isPending])
  if (!body) return failed ? <Notice>{failureText(i18n, failed)}</Notice> : <Skeleton rows={2} />
  const needsDocuments = body.state === 'none' || body.state === 'failed'
  return (
    <section aria-labelledby="documents">
      <h2 id="documents">{t`Identity check`}</h2>
      {body.wanted && needsDocuments && (
        <Notice tone="info">{t`Confirm your identity before your next withdrawal.`}</Notice>
      )}
      <CheckState check={body} />
      {(body.asks === 'number' || needsDocuments) && (
        <DocumentForm key={body.asks} withPictures={body.asks !== 'number'} onSent={again} />
      )}
      <div className={style.consent}>
        <WinnerName />
      </div>
    </section>
  )
}

function CheckState({ check }: { check: IdentityCheckView }) {
  const { i18n, t } = useLingui()
  const at = check.documents[0]?.received_at
  switch (check.state) {
    case 'none':
      return (
        <p>
          <Trans>
            The law requires us to check who you are: your age, and that winnings go to the right person. We store the
            pictures apart from your bets and share them with nobody else.
          </Trans>
        </p>
      )
    case 'submitted':
    case 'checking':
      return (
        <Notice tone="info">
          {t`We're checking your documents.`}{' '}
          {at && (
            <>
              {t`Received`} {kickoff(at, i18n.locale)}
            </>
          )}
        </Notice>
      )
    case 'passed':
      return <Notice tone="good">{t`Your identity is confirmed.`}</Notice>
    case 'failed':
      return <Notice>{check.reason ?? t`Your documents could not be confirmed. Please send them again.`}</Notice>
  }
}

/** Sends the number of a document, which confirms most people without pictures; or with it the name and the pictures. */
function DocumentForm({ withPictures, onSent }: { withPictures: boolean; onSent: () => void }) {
  const { t, i18n } = useLingui()
  const id = useRef(commandId())
  const { busy, once } = useOnce()
  const [wrong, setWrong] = useState<Wrong>({})
  const kindNames: Readonly<Record<Kind, string>> = {
    national_id: t`National ID`,
    passport: t`Passport`,
    alien_id: t`Alien ID`,
  }
  const submit = async (form: FormData): Promise<void> => {
    const text = (name: string): string => {
      const value = form.get(name)
      return typeof value === 'string' ? value.trim() : ''
    }
    const kind = identityKinds.find((known) => known === text('kind')) ?? 'national_id'
    const document = { kind, number: text('number') }
    const problems: Record<string, string> = {}
    if (!/^[A-Za-z0-9]{5,20}$/.test(document.number))
      problems.number = t`Please enter the number as shown on the document`
    if (withPictures && text('name').length < 2) problems.name = t`Please enter your name as shown on the document`
    const pictures: Partial<Record<Picture, string>> = {}
    for (const picture of pictureKinds) {
      const file = form.get(picture)
      if (!(file instanceof File) || file.size === 0) continue
      const encoded = await pictureText(file)
      if (encoded === undefined) problems[picture] = t`Please choose a picture of the document`
      else pictures[picture] = encoded
    }
    const { front = '', ...others } = pictures
    if (withPictures && front === '') problems.front ??= t`Please choose a picture of the document`
    setWrong(problems)
    if (Object.keys(problems).length > 0) return
    const reply = withPictures
      ? await call(kyc.checkIdentity, { id: id.current, ...document, name: text('name'), front, ...others })
      : await call(kyc.checkNumber, { id: id.current, ...document })
    // Without a definite response the documents may have arrived, so the retry keeps its id.
    if (reply.ok || (reply.status >= 400 && reply.status < 500)) id.current = commandId()
    if (reply.ok) return onSent()
    setWrong(Object.keys(reply.fields).length > 0 ? reply.fields : { form: failureText(i18n, reply) })
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    void once(() => submit(form))
  }
  const photo = (name: Picture, label: string, hint?: string) => (
    <Field label={label} name={name} type="file" accept="image/*" error={wrong[name]} hint={hint} />
  )
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
      {withPictures && (
        <>
          <Field label={t`Name on the document`} name="name" autoComplete="name" maxLength={120} error={wrong.name} />
          {photo('front', t`Front of the document`)}
          {photo('back', t`Back of the document`, t`Not for a passport`)}
          {photo('selfie', t`You holding the document`, t`Optional, makes the check faster`)}
        </>
      )}
      <Notice>{wrong.form}</Notice>
      <Button type="submit" wide disabled={busy}>
        {withPictures ? (busy ? t`Sending…` : t`Send the documents`) : busy ? t`Checking…` : t`Confirm my identity`}
      </Button>
    </form>
  )
}
