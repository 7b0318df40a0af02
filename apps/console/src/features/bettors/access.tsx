import type { BettorDetails } from '@nare/contract/console-bettors'
import { countOf, dayText, whenText } from '../../parts/format.ts'
import { serverNow } from '../../wire/browser.ts'
import type { Ending } from './ending-form.tsx'
import { Section } from './side-section.tsx'
import page from './bettor.module.css'
import style from './side.module.css'

type Props = {
  readonly bettor: Pick<BettorDetails, 'passkeys' | 'sessions' | 'devices'>
  /** Asks to end a passkey or a session; absent for who may not. */
  readonly onEnd: ((ending: Ending) => void) | undefined
}

/** What lets somebody into the account, each with a button that ends it, and the browsers that were used. */
export function Access({ bettor: { passkeys, sessions, devices }, onEnd }: Props) {
  const when = (at: string): string => whenText(at, serverNow())
  const endOf = (ending: Ending, name: string) =>
    onEnd && (
      <button type="button" className={page.mini} aria-label={`End ${name}`} onClick={() => onEnd(ending)}>
        End
      </button>
    )
  return (
    <Section id="devices" title="Passkeys, sessions, devices">
      {passkeys.length + sessions.length + devices.length === 0 && (
        <p className="t3">No passkey, no session and no device.</p>
      )}
      <ul className={style.list}>
        {passkeys.map(({ passkey_id, name, created_at, last_used_at }) => (
          <li key={`passkey ${passkey_id}`}>
            <b title={name}>Passkey {name}</b>
            {endOf({ what: 'passkey', id: passkey_id, name }, `the passkey ${name}`)}
            <small>since {dayText(created_at)}</small>
            <small>{last_used_at === null ? 'never used' : `used ${when(last_used_at)}`}</small>
          </li>
        ))}
        {sessions.map(({ session_id, device, opened_at, expires_at, last_used_at, by_passkey }) => {
          const name = device ?? 'An unknown browser'
          return (
            <li key={`session ${session_id}`}>
              <b title={name}>{name}</b>
              {endOf({ what: 'session', id: session_id, name }, `the session of ${when(opened_at)} in ${name}`)}
              <small>
                since {when(opened_at)}
                {by_passkey && ', by passkey'}
              </small>
              <small>
                used {when(last_used_at)}, until {when(expires_at)}
              </small>
            </li>
          )
        })}
        {devices.map(({ since, last_at, times }) => (
          <li key={`${since} ${last_at}`}>
            <span>Device since {dayText(since)}</span>
            <small>
              {countOf(times, 'login')}, last {when(last_at)}
            </small>
          </li>
        ))}
      </ul>
    </Section>
  )
}
