import { Trans, useLingui } from '@lingui/react/macro'
import { complaints as calls, type Complaint } from '@nare/contract/complaints'
import { Button } from '@nare/ui/button'
import { Notice } from '@nare/ui/notice'
import { kickoff } from '@nare/ui/format'
import { useState, type FormEvent } from 'react'
import { noAnswer, type CommandResult } from '../../commands/command-outcome.ts'
import { useCommand, type Command } from '../../commands/use-command.ts'
import { failureText } from '../../i18n/failure-text.ts'
import { call } from '../../state/browser.ts'
import style from './complaints.module.css'
import { useSubjectText, type Subject } from './subject.ts'
import { tools } from './tools.ts'

const textMax = 2000
const textMin = 3

type FormProps = { subject: Subject; onSent: () => void }

/** Sends a complaint once, with the bet or payment that it is about. The text stays until the complaint is known to have arrived. */
export function ComplaintForm({ subject, onSent }: FormProps) {
  const { t, i18n } = useLingui()
  const subjectText = useSubjectText()
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [sent, setSent] = useState<Complaint | undefined>()
  const { stage, failed, unknown, run } = useCommand<Complaint>(tools)
  const typed = text.trim()
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const isShort = typed.length < textMin
    setMissing(isShort)
    if (isShort) return void document.getElementById('complaint-text')?.focus()
    setSent(undefined)
    const made = await run(complainCommand(subject, typed))
    if (!made) return
    setSent(made)
    if (made.text === typed) setText('')
    onSent()
  }
  const by = sent && kickoff(sent.due_at, i18n.locale)
  const number = sent?.complaint_id
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={style.form}>
      <p className={style.about}>
        <small>{t`About`}</small> <b>{subjectText(subject)}</b>
      </p>
      {sent && (
        <Notice tone="good">
          <Trans>
            We have your complaint, number {number}. You get an answer by {by}, here and as a message.
          </Trans>
        </Notice>
      )}
      <Notice>{failed && failureText(i18n, failed)}</Notice>
      {stage === 'checking' && <Notice tone="info">{t`We're checking whether your complaint arrived.`}</Notice>}
      {unknown && stage === 'ready' && (
        <Notice>{t`We lost the connection before your complaint was confirmed. Sending it again never sends it twice.`}</Notice>
      )}
      <label htmlFor="complaint-text">{t`What happened, and what do you want?`}</label>
      <textarea
        id="complaint-text"
        name="text"
        rows={5}
        maxLength={textMax}
        value={text}
        aria-invalid={isMissing || undefined}
        aria-describedby="complaint-note"
        onChange={({ target }) => {
          setText(target.value)
          setMissing(false)
        }}
      />
      <p id="complaint-note" className={isMissing ? style.error : style.hint}>
        {isMissing ? t`Tell us what happened` : t`Don't write your password or PIN here`}
      </p>
      <Button wide type="submit" disabled={stage !== 'ready'}>
        {stage === 'ready' ? t`Send complaint` : t`Sending…`}
      </Button>
    </form>
  )
}

const complainCommand = (subject: Subject, text: string): Command<Complaint> => {
  const { about, ref } = subject
  return {
    about: ['complaint', about, ref ?? ''],
    request: (id) => async () => {
      const reply = await call(calls.complain, { id, about, ...(ref === undefined ? {} : { ref }), text })
      return reply.ok ? { ok: true, value: reply.body.data } : reply
    },
    lookUp: complaintOf,
  }
}

/** Finds a complaint by the id of its command among the newest ones: at most ten are made in a day. */
async function complaintOf(id: string): Promise<CommandResult<Complaint>> {
  const reply = await call(calls.complaints, { page: 1, limit: 20 })
  if (!reply.ok) return reply
  const found = reply.body.data.find((complaint) => complaint.id === id)
  if (found) return { ok: true, value: found }
  return { ...noAnswer(calls.complain.fallback), status: 404, code: 'not_found' }
}
