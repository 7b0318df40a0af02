import { useLingui } from '@lingui/react/macro'
import { sessions as calls } from '@nare/contract/passkeys'
import type { Answer } from '@nare/contract/route'
import { Button } from '@nare/ui/button'
import { kickoff } from '@nare/ui/format'
import { Notice } from '@nare/ui/notice'
import { useState } from 'react'
import { useOnce } from '../../forms/use-once.ts'
import { failureText } from '../../i18n/failure-text.ts'
import { Retry } from '../../loading/retry.tsx'
import { Skeleton } from '../../loading/skeleton.tsx'
import { call } from '../../state/browser.ts'
import { useRead } from '../../state/use-read.ts'
import style from './account.module.css'

type OwnSession = Answer<typeof calls.sessions>['data'][number]

/** How many sessions are shown at once. */
const shownMax = 5

/** Where the bettor is logged in: end one, or all but this one. */
export function Sessions() {
  const { t, i18n } = useLingui()
  const { body, failed, loading, again } = useRead(calls.sessions, {}, 0)
  const { busy, once } = useOnce()
  const [wrong, setWrong] = useState<string>()
  const [all, setAll] = useState(false)
  const end = (which: OwnSession | 'others'): void =>
    void once(async () => {
      setWrong(undefined)
      const reply =
        which === 'others'
          ? await call(calls.endOthers, {})
          : await call(calls.endSession, { session_id: which.session_id })
      // A session that is gone already is what was wanted.
      if (reply.ok || reply.code === 'not_found') again()
      else setWrong(failureText(i18n, reply))
    })
  const data = body?.data ?? []
  const others = data.filter(({ current }) => !current).length
  const rows = all ? data : data.slice(0, shownMax)
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">{t`Where you are logged in`}</h2>
      {!body && (failed && !loading ? <Retry why={failureText(i18n, failed)} again={again} /> : <Skeleton rows={2} />)}
      <ul className={style.messages} aria-label={t`Where you are logged in`}>
        {rows.map((session) => (
          <Row key={session.session_id} session={session} busy={busy} onEnd={() => end(session)} />
        ))}
      </ul>
      <Notice>{wrong}</Notice>
      {rows.length < data.length && (
        <Button wide look="soft" onClick={() => setAll(true)}>{t`Show all ${data.length}`}</Button>
      )}
      {others > 0 && (
        <Button wide look="soft" disabled={busy} onClick={() => end('others')}>{t`End all other sessions`}</Button>
      )}
    </section>
  )
}

function Row({ session, busy, onEnd }: { session: OwnSession; busy: boolean; onEnd: () => void }) {
  const { t, i18n } = useLingui()
  const device = session.device ?? t`A browser`
  const [since, last] = [kickoff(session.opened_at, i18n.locale), kickoff(session.last_used_at, i18n.locale)]
  return (
    <li className={style.own}>
      <p>
        <b>{device}</b>
        <small>
          {t`Since ${since}`} · {session.current ? t`this one` : t`last used ${last}`}
        </small>
      </p>
      {!session.current && (
        <Button
          look="soft"
          small
          disabled={busy}
          aria-label={t`End the session ${device}, since ${since}`}
          onClick={onEnd}
        >
          {t`End`}
        </Button>
      )}
    </li>
  )
}
