import { Trans, useLingui } from '@lingui/react/macro'
import { fantasy as calls, type MiniLeague } from '@nare/contract/fantasy'
import { typedCode } from '@nare/contract/typed-code'
import type { Failed } from '@nare/client/call'
import { Button } from '@nare/ui/button'
import { Icon } from '@nare/ui/icon'
import { Notice } from '@nare/ui/notice'
import { useRef, useState, type FormEvent } from 'react'
import { useSearchParams } from 'wouter'
import { houseName } from '../../i18n/house-name.ts'
import { failureText } from '../../i18n/failure-text.ts'
import { useOnce } from '../../forms/use-once.ts'
import { notify } from '../../notices/notices.ts'
import { SignedIn } from '../../pages/signed-in.tsx'
import { call, commandId } from '../../state/browser.ts'
import { useRead } from '../../state/use-read.ts'
import style from './leagues.module.css'
import { Unread } from './unread.tsx'

type LeaguesProps = { onOpen: (code: string) => void }

/** The bettor's mini-leagues: create one, join one by its code, share a code, open a table. */
export function Leagues({ onOpen }: LeaguesProps) {
  const { t } = useLingui()
  return (
    <SignedIn as="h2" title={t`Mini-leagues`} reason={t`Log in to play against your friends in a mini-league`}>
      <OwnLeagues onOpen={onOpen} />
    </SignedIn>
  )
}

function OwnLeagues({ onOpen }: LeaguesProps) {
  const { t } = useLingui()
  const { body, failed, again } = useRead(calls.leagues, {}, 5_000)
  if (!body) return <Unread failed={failed} again={again} />
  return (
    <section aria-label={t`Mini-leagues`} className={style.leagues}>
      <Forms onDone={again} />
      {body.data.length === 0 && (
        <p className={style.note}>
          <Trans>You're in no mini-league yet. Create one and share its code, or join a friend's</Trans>
        </p>
      )}
      <ul>
        {body.data.map((league) => (
          <League key={league.code} league={league} onOpen={() => onOpen(league.code)} />
        ))}
      </ul>
    </section>
  )
}

function League({ league: { code, name, players }, onOpen }: { league: MiniLeague; onOpen: () => void }) {
  const { t } = useLingui()
  const message = t`Join my fantasy mini-league ${name} on ${houseName} with the code ${code}: ${`${location.origin}/fpl?tab=leagues&join=${code}`}`
  const copy = (): void =>
    void navigator.clipboard?.writeText(code).then(
      () => notify({ message: t`Code ${code} copied` }),
      () => undefined,
    )
  return (
    <li>
      <p>
        <b>{name}</b>
        <small>
          <Trans>Players: {players}</Trans>
        </small>
      </p>
      <code>{code}</code>
      <span className={style.acts}>
        <Button look="soft" small onClick={onOpen}>{t`See table`}</Button>
        {'clipboard' in navigator && <Button look="soft" small onClick={copy}>{t`Copy`}</Button>}
        <a href={`https://wa.me/?text=${encodeURIComponent(message)}`} target="_blank" rel="noopener noreferrer">
          <Icon name="share" size={16} /> WhatsApp
        </a>
      </span>
    </li>
  )
}

function Forms({ onDone }: { onDone: () => void }) {
  const { t, i18n } = useLingui()
  const { busy, once } = useOnce()
  const [query] = useSearchParams()
  const [name, setName] = useState('')
  const [code, setCode] = useState(typedCode(query.get('join') ?? ''))
  const [failed, setFailed] = useState<Failed | undefined>()
  const sent = useRef<{ name: string; id: string } | undefined>(undefined)
  const submit = (event: FormEvent, run: () => Promise<Failed | undefined>): void => {
    event.preventDefault()
    void once(async () => {
      const refused = await run()
      setFailed(refused)
      if (!refused) onDone()
    })
  }
  const make = async (): Promise<Failed | undefined> => {
    if (sent.current?.name !== name) sent.current = { name, id: commandId() }
    const reply = await call(calls.createLeague, { id: sent.current.id, name })
    if (reply.ok || (reply.status >= 400 && reply.status < 500)) sent.current = undefined
    if (!reply.ok) return reply
    const { code: made } = reply.body
    notify({ message: t`Your mini-league is ready. Its code is ${made}` })
    setName('')
    return undefined
  }
  const join = async (): Promise<Failed | undefined> => {
    const reply = await call(calls.joinLeague, { code })
    if (!reply.ok) return reply
    const { name: joined } = reply.body
    notify({ message: t`You're in ${joined}` })
    setCode('')
    return undefined
  }
  return (
    <div className={style.forms}>
      {failed && (
        <Notice>
          {failed.code === 'not_found'
            ? t`There is no mini-league with this code`
            : failed.code === 'too_many_leagues'
              ? t`You're in 50 mini-leagues already`
              : failed.code === 'league_full'
                ? t`This mini-league is full`
                : failureText(i18n, failed)}
        </Notice>
      )}
      <form onSubmit={(event) => submit(event, join)}>
        <label>
          {t`Code of a mini-league`}
          <input
            value={code}
            autoCapitalize="characters"
            autoComplete="off"
            required
            onChange={({ target }) => setCode(typedCode(target.value))}
          />
        </label>
        <Button type="submit" small disabled={busy}>{t`Join`}</Button>
      </form>
      <form onSubmit={(event) => submit(event, make)}>
        <label>
          {t`Name of a new mini-league`}
          <input
            value={name}
            maxLength={40}
            autoComplete="off"
            required
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        <Button type="submit" look="soft" small disabled={busy}>{t`Create`}</Button>
      </form>
    </div>
  )
}
