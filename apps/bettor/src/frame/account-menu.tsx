import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@nare/ui/button'
import { Icon, type IconName } from '@nare/ui/icon'
import { Sheet } from '@nare/ui/sheet'
import { useId, useState, type FormEvent } from 'react'
import { Link, useLocation } from 'wouter'
import { Preferences } from '../preferences/preferences.tsx'
import { useApp } from '../state/hooks.ts'
import { useFeature } from '../state/use-feature.ts'
import style from './account-menu.module.css'

type Entry = { href: string; icon: IconName; text: string }

/** The account's pages, a field for a booking code, and the preferences of this device; for guests the two ways in. */
export function AccountMenu({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const signedIn = useApp(({ auth }) => auth.isLoggedIn)
  const hasGames = useFeature('games')
  const own: Entry[] = [
    { href: '/profile', icon: 'user', text: t`Profile` },
    { href: '/my-bets', icon: 'bets', text: t`My bets` },
    { href: '/bet-history', icon: 'clock', text: t`Bet history` },
    { href: '/deposit', icon: 'plus', text: t`Deposit` },
    { href: '/withdraw', icon: 'wallet', text: t`Withdraw` },
  ]
  const guest: Entry[] = [
    { href: '/login', icon: 'user', text: t`Log in` },
    { href: '/signup', icon: 'plus', text: t`Create account` },
  ]
  const play: Entry[] = [
    ...(hasGames ? [{ href: '/nare-games', icon: 'casino' as const, text: t`Games` }] : []),
    { href: '/results?sport=79', icon: 'ball', text: t`Results` },
  ]
  const help: Entry[] = [
    { href: '/how-to-play', icon: 'info', text: t`How to play` },
    { href: '/responsible-gambling', icon: 'lock', text: t`Limits and help` },
  ]
  return (
    <Sheet open corner title={t`Menu`} closeLabel={t`Close`} onClose={onClose}>
      <nav className={style.list} aria-label={t`Account`}>
        {[...play, ...(signedIn ? own : guest), ...help].map(({ href, icon, text }) => (
          <Link key={href} href={href} onClick={onClose}>
            <Icon name={icon} size={20} />
            {text}
          </Link>
        ))}
      </nav>
      <BookingCode onDone={onClose} />
      <Preferences />
    </Sheet>
  )
}

const codeMinLength = 4
const codeMaxLength = 8

/** A field for a booking code, which opens the page of the code. */
function BookingCode({ onDone }: { onDone: () => void }) {
  const { t } = useLingui()
  const id = useId()
  const [, go] = useLocation()
  const [code, setCode] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (code.length < codeMinLength) return
    onDone()
    go(`/b/${code}`)
  }
  return (
    <form className={style.code} onSubmit={submit}>
      <label htmlFor={id}>
        <Trans>Booking code</Trans>
      </label>
      <input
        id={id}
        placeholder={t`Like K7P2QX`}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        maxLength={codeMaxLength}
        value={code}
        onChange={(event) => setCode(event.target.value.toUpperCase().replace(/[^A-Z0-9]/g, ''))}
      />
      <Button small look="soft" type="submit">
        <Trans>Use booking code</Trans>
      </Button>
    </form>
  )
}
