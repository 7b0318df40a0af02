import { useLingui } from '@lingui/react/macro'
import { typedCode } from '@nare/contract/typed-code'
import { Amount } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { Icon, type IconName } from '@nare/ui/icon'
import { Sheet } from '@nare/ui/sheet'
import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { countText } from '../i18n/count-text.ts'
import { pageTitle } from '../pages/titles.ts'
import { useLoginAddress } from '../pages/use-login-address.ts'
import { Keys } from '../preferences/keys.tsx'
import { Preferences } from '../preferences/preferences.tsx'
import { useApp } from '../state/hooks.ts'
import { useExclusion } from '../state/use-exclusion.ts'
import { useFeature } from '../state/use-feature.ts'
import style from './account-menu.module.css'

type Entry = { href: string; icon: IconName; text: string; sum?: ReactNode }

export type Shown = 'menu' | 'keys'
type MenuProps = { onClose: () => void }

/** The sheet over the page: the account menu, or the keyboard shortcuts. */
export function AccountMenu({ shows, onClose }: MenuProps & { shows: Shown }) {
  const { t } = useLingui()
  if (shows === 'menu') return <Menu onClose={onClose} />
  return (
    <Sheet open title={t`Keyboard shortcuts`} closeLabel={t`Close`} onClose={onClose}>
      <Keys />
    </Sheet>
  )
}

/** The account menu: pages in groups, a field for a booking code, and the preferences of this device. Guests see log in and create account. */
function Menu({ onClose }: MenuProps) {
  const { t, i18n } = useLingui()
  const signedIn = useApp(({ auth }) => auth.isLoggedIn)
  const hasGames = useFeature('games')
  const hasJackpot = useFeature('jackpot')
  const hasFantasy = useFeature('fantasy')
  const user = useApp(({ auth }) => auth.user)
  const rewards = useRewards()
  const own: Entry[] = [
    { href: '/profile', icon: 'user', text: t`Profile` },
    { href: '/my-bets', icon: 'bets', text: t`My bets` },
    { href: '/bet-history', icon: 'clock', text: t`Bet history` },
    { href: '/deposit', icon: 'plus', text: t`Deposit` },
    { href: '/withdraw', icon: 'wallet', text: t`Withdraw` },
    ...(rewards.points
      ? [{ href: '/points', icon: 'star' as const, text: pageTitle(i18n, 'points'), sum: countText(user?.points ?? 0) }]
      : []),
    ...(rewards.bonus
      ? [
          {
            href: '/profile?tab=bonus',
            icon: 'gift' as const,
            text: t`Bonus`,
            sum: <Amount value={user?.bonus} />,
          },
        ]
      : []),
  ]
  const [login, signup] = [useLoginAddress(), useLoginAddress('/signup')]
  const guest: Entry[] = [
    { href: login, icon: 'user', text: t`Log in` },
    { href: signup, icon: 'plus', text: t`Create account` },
  ]
  const play: Entry[] = [
    ...(hasJackpot ? [{ href: '/jackpot', icon: 'bolt' as const, text: t`Jackpot` }] : []),
    ...(hasGames ? [{ href: '/nare-games', icon: 'casino' as const, text: t`Games` }] : []),
    ...(hasFantasy ? [{ href: '/fpl', icon: 'ball' as const, text: pageTitle(i18n, 'fpl') }] : []),
    { href: '/results?sport=79', icon: 'ball', text: t`Results` },
    ...(rewards.leaderboard
      ? [{ href: '/leader-board', icon: 'trophy' as const, text: pageTitle(i18n, 'leader-board') }]
      : []),
    ...(rewards.promotions
      ? [{ href: '/promotions', icon: 'gift' as const, text: pageTitle(i18n, 'promotions') }]
      : []),
  ]
  const help: Entry[] = [
    { href: '/how-to-play', icon: 'info', text: t`How to play` },
    { href: '/responsible-gambling', icon: 'lock', text: t`Limits and help` },
  ]
  const groups = [
    { name: t`Account`, entries: signedIn ? own : guest },
    { name: t`Play`, entries: play },
    { name: t`Help`, entries: help },
  ]
  return (
    <Sheet open corner title={t`Menu`} closeLabel={t`Close`} onClose={onClose}>
      <nav className={style.list} aria-label={t`Account`}>
        {groups.map(({ name, entries }) => (
          <section key={name} aria-label={name}>
            <h3>{name}</h3>
            {entries.map(({ href, icon, text, sum }) => (
              <Link key={href} href={href} onClick={onClose}>
                <Icon name={icon} size={20} />
                <span>
                  {text} {sum !== undefined && <b className="num">{sum}</b>}
                </span>
              </Link>
            ))}
          </section>
        ))}
      </nav>
      <BookingCode onDone={onClose} />
      <div className={style.choices}>
        <Preferences />
      </div>
    </Sheet>
  )
}

/** Which parts of rewards the operator has switched on. During a break, promotions are not advertised. */
function useRewards() {
  const pause = useExclusion()
  const [points, bonus, leaderboard] = [useFeature('points'), useFeature('bonus'), useFeature('leaderboard')]
  return { points, bonus, leaderboard, promotions: useFeature('promotions') && !pause }
}

const codeMinLength = 4

/** A field that opens the page of a booking code. */
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
      <label htmlFor={id}>{t`Booking code`}</label>
      <input
        id={id}
        placeholder={t`Like K7P2QX`}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        value={code}
        onChange={(event) => setCode(typedCode(event.target.value))}
      />
      <Button small look="soft" type="submit">{t`Use booking code`}</Button>
    </form>
  )
}
