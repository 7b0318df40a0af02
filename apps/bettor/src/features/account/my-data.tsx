import { useLingui } from '@lingui/react/macro'
import { downloader } from '@nare/client/download'
import { myDataFile, rights as calls, type MyDownload } from '@nare/contract/rights'
import { Button } from '@nare/ui/button'
import { Field } from '@nare/ui/field'
import { kickoff } from '@nare/ui/format'
import { Notice } from '@nare/ui/notice'
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { commandTools } from '../../commands/command-tools.ts'
import { useCommand } from '../../commands/use-command.ts'
import { useOnce } from '../../forms/use-once.ts'
import { failureText } from '../../i18n/failure-text.ts'
import { saveFile } from '../../play/save-file.ts'
import { call, session } from '../../state/browser.ts'
import { useRead } from '../../state/use-read.ts'

const download = downloader({ base: '', session, fetch: (...args) => fetch(...args) })
const tools = commandTools('data-ids')
const refreshMs = 5_000

/** Asks for a download of everything about the bettor, and downloads it once it is ready, with the password. */
export function MyData() {
  const { t, i18n } = useLingui()
  const { body, failed: unread, again } = useRead(calls.myData, {}, 0)
  const { stage, failed, unknown, run } = useCommand<MyDownload>(tools)
  const [asked, setAsked] = useState<MyDownload | undefined>()
  const data = body?.data ?? asked
  const refusal = failed ?? unread
  const isMaking = data?.state === 'making'
  const refresh = useEffectEvent(again)
  useEffect(() => {
    if (!isMaking) return
    const timer = setInterval(() => refresh(), refreshMs)
    return () => clearInterval(timer)
  }, [isMaking])
  const ask = async (): Promise<void> => {
    const made = await run({
      about: ['my-data'],
      request: (id) => async () => {
        const reply = await call(calls.askMyData, { id })
        return reply.ok ? { ok: true, value: reply.body.data } : reply
      },
    })
    if (!made) return
    setAsked(made)
    again()
  }
  const until = data?.expires_at && kickoff(data.expires_at, i18n.locale)
  return (
    <section aria-labelledby="my-data">
      <h2 id="my-data">{t`Your data`}</h2>
      <p>{t`Get everything we keep about you in one file: your profile, bets, payments, messages and more. You can ask once a day.`}</p>
      <Notice>{refusal && failureText(i18n, refusal)}</Notice>
      {unknown && <Notice>{t`We lost the connection. Asking again never asks twice.`}</Notice>}
      {isMaking && (
        <Notice tone="info">{t`We're preparing your file. We'll send you a message when it is ready.`}</Notice>
      )}
      {data?.state === 'ready' && (
        <>
          <Notice tone="good">{t`Your file is ready until ${until ?? ''}.`}</Notice>
          <SaveFile />
        </>
      )}
      {!isMaking && (
        <Button wide look="soft" disabled={stage !== 'ready'} onClick={() => void ask()}>
          {stage === 'ready' ? t`Ask for my data` : t`Sending…`}
        </Button>
      )}
    </section>
  )
}

function SaveFile() {
  const { t } = useLingui()
  const { busy, once } = useOnce()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | undefined>()
  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (password === '') return setError(t`Enter your password`)
    void once(async () => {
      const file = await download(myDataFile, 'nare-my-data.ndjson', { password })
      if (file.ok) saveFile(file.blob, file.name)
      setError(
        file.ok
          ? undefined
          : file.status === 422
            ? t`This password is wrong`
            : t`Couldn't download the file. Try again`,
      )
      if (file.ok) setPassword('')
    })
  }
  return (
    <form onSubmit={save} noValidate>
      <Field
        label={t`Your password, to download the file`}
        type="password"
        name="data-password"
        autoComplete="current-password"
        value={password}
        onChange={({ target }) => {
          setPassword(target.value)
          setError(undefined)
        }}
        error={error}
      />
      <Button wide type="submit" disabled={busy}>
        {busy ? t`Downloading…` : t`Download my data`}
      </Button>
    </form>
  )
}
