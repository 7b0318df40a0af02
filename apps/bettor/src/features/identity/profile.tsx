import { Trans, useLingui } from '@lingui/react/macro'
import { Amount } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import type { ReactNode } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { useFeature } from '../../state/use-feature.ts'
import { lazyPart } from '../../loading/lazy-part.tsx'
import { loadChunk } from '../../loading/chunk.ts'
import { LoginPrompt } from '../../pages/signed-in.tsx'
import { useLoginAddress } from '../../pages/use-login-address.ts'
import { Preferences } from '../../preferences/preferences.tsx'
import type { SignedUser } from '../../state/auth.ts'
import { logOut } from '../../state/calls-identity.ts'
import { loadWithMessages } from '../../i18n/locale.ts'
import { countText } from '../../i18n/count-text.ts'
import { maskedNumber } from '../../i18n/phone-text.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { leftSessions } from '../../state/left-sessions.ts'
import style from './profile.module.css'
import { ProfileTabs, useTabs } from './profile-tabs.tsx'

const Documents = lazyPart(() =>
  loadWithMessages(() => loadChunk(() => import('./documents.tsx')), ['identity']).then((part) => part.Documents),
)

type Parts = {
  play: ReactNode
  limits: ReactNode
  statement: ReactNode
  messages: ReactNode
  bonus: ReactNode
  complaints: ReactNode
  own: ReactNode
}

/** The account in tabs, each with its own URL, in the order of `profile-tabs.tsx`. */
export function Profile(parts: Parts) {
  const { t } = useLingui()
  const [query] = useSearchParams()
  const tabs = useTabs()
  const user = useApp(({ auth }) => auth.user)
  const requested = query.get('tab') ?? (location.hash === '#protection' ? 'limits' : 'overview')
  const tab = tabs.find((name) => name === requested) ?? 'overview'
  return (
    <section className={style.page}>
      <h1>{t`Profile`}</h1>
      {user ? (
        <>
          <p className={style.who}>
            <b>{user.name || maskedNumber(user.msisdn)}</b>{' '}
            {user.name && <span className="num">{maskedNumber(user.msisdn)}</span>}
          </p>
          <ProfileTabs here={tab} />
          {tab === 'overview' && <Overview user={user} play={parts.play} />}
          {tab === 'bonus' && parts.bonus}
          {tab === 'limits' && parts.limits}
          {tab === 'statement' && parts.statement}
          {tab === 'messages' && parts.messages}
          {tab === 'security' && <Security user={user} own={parts.own} />}
          {tab === 'documents' && <Documents />}
          {tab === 'complaints' && parts.complaints}
          {tab === 'preferences' && <Preferences />}
        </>
      ) : (
        <>
          <LoginPrompt drawing="page">{t`Log in to see your account and limits`}</LoginPrompt>
          <Preferences />
        </>
      )}
    </section>
  )
}

function Overview({ user, play }: { user: SignedUser; play: ReactNode }) {
  const { t } = useLingui()
  const points = useFeature('points')
  const links = [
    { href: '/deposit', text: t`Deposit` },
    { href: '/withdraw', text: t`Withdraw` },
    { href: '/my-bets', text: t`My bets` },
    { href: '/bet-history', text: t`Bet history` },
    ...(points ? [{ href: '/points', text: t`Points` }] : []),
    { href: '/responsible-gambling', text: t`Help with gambling` },
  ]
  return (
    <>
      <dl className={style.money}>
        <div>
          <dt>{t`Balance`}</dt>
          <dd>
            <Amount value={user.balance} />
          </dd>
        </div>
        <div>
          <dt>{t`Bonus`}</dt>
          <dd>
            <Amount value={user.bonus} />
          </dd>
        </div>
        {points && (
          <div>
            <dt>{t`Points`}</dt>
            <dd className="num">{countText(user.points)}</dd>
          </div>
        )}
      </dl>
      {!user.verified && <VerifyLink />}
      {play}
      <nav className={style.ways} aria-label={t`Account`}>
        {links.map(({ href, text }) => (
          <Link key={href} href={href}>
            {text}
          </Link>
        ))}
      </nav>
      <LogOut />
    </>
  )
}

/** Phone verification, password change, log-out, the bettor's data and closing the account. */
function Security({ user, own }: { user: SignedUser; own: ReactNode }) {
  const { t } = useLingui()
  return (
    <>
      <h2>{t`Phone`}</h2>
      <p>
        <span className="num">{maskedNumber(user.msisdn)}</span> · {user.verified ? t`Verified` : t`Not verified`}
      </p>
      {!user.verified && <VerifyLink />}
      <h2>{t`Password`}</h2>
      <p>{t`We send a code to your phone to set a new password. This logs you out on all devices.`}</p>
      <p>
        <Link href={useLoginAddress('/reset-password')}>{t`Change password`}</Link>
      </p>
      <LogOut />
      {own}
    </>
  )
}

function VerifyLink() {
  return (
    <p>
      <Link href={useLoginAddress('/verify')}>
        <Trans>Verify your phone</Trans>
      </Link>
    </p>
  )
}

function LogOut() {
  const send = useSend()
  const [, go] = useLocation()
  const leave = (): void => {
    void send(logOut(leftSessions.end))
    go('/')
  }
  return (
    <Button look="soft" wide onClick={leave}>
      <Trans>Log out</Trans>
    </Button>
  )
}
