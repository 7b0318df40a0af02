import { useLingui } from '@lingui/react/macro'
import { Amount } from '@nare/ui/amount'
import { Icon } from '@nare/ui/icon'
import { Link, useLocation, useSearch } from 'wouter'
import { catalog } from '@nare/contract/catalog'
import { houseName } from '../i18n/house-name.ts'
import { useApp } from '../state/hooks.ts'
import { useRead } from '../state/use-read.ts'
import { useExclusion } from '../state/use-exclusion.ts'
import { useFeature } from '../state/use-feature.ts'
import { SearchBox } from './search-box.tsx'
import { openSearch } from './search-opener.tsx'
import { MenuButton } from './menu-opener.tsx'
import { loadChunk } from '../loading/chunk.ts'
import { lazyPart } from '../loading/lazy-part.tsx'
import { accountPages } from '../pages/account-address.ts'
import { useBack } from '../play/use-back.ts'
import { usePageTitle } from '../pages/page-title.ts'
import { useLoginAddress } from '../pages/use-login-address.ts'
import style from './header.module.css'
import { Logo } from './logo.tsx'

const OpenBets = lazyPart(() => loadChunk(() => import('./open-bets.tsx')).then((bets) => bets.OpenBets), {
  loading: <span className={style.mine} />,
  failed: null,
})

/** The top bar: logo, sections, search, own bets, balance (for guests log in and join), and the account menu. */
export function TopBar({ profile, searchBox, wide }: { profile: boolean; searchBox: boolean; wide: boolean }) {
  const { t } = useLingui()
  const signedIn = useApp(({ auth }) => auth.isLoggedIn)
  return (
    <header className={style.bar}>
      <div className={style.inside}>
        <Link href="/" className={style.logo} aria-label={t`${houseName}, home`}>
          <Logo />
        </Link>
        {profile ? <AccountTabs /> : <Sections />}
        <span className={style.gap} />
        {searchBox && wide ? <SearchBox inBar /> : <SearchIcon hidden={searchBox} />}
        {wide && !profile && signedIn && <OpenBets />}
        <Account />
        <MenuButton />
      </div>
      <div className="kanga" />
    </header>
  )
}

/** The bar of a phone's pages without the bottom navigation: back, the page's title, home, and the balance. */
export function BackBar({ page, searchBox }: { page: string; searchBox: boolean }) {
  const { t } = useLingui()
  return (
    <header className={style.bar} data-back>
      <div className={style.inside}>
        <button type="button" className={style.icon} aria-label={t`Back`} onClick={useBack('/')}>
          <Icon name="left" />
        </button>
        <strong className={style.title}>{usePageTitle(page)}</strong>
        <SearchIcon hidden={searchBox} />
        <Link href="/" className={style.icon} aria-label={t`${houseName}, home`}>
          <Icon name="home" />
        </Link>
        {!accountPages.some((each) => each === `/${page}`) && <Account bare />}
      </div>
      <div className="kanga" />
    </header>
  )
}

/** The icon of the search. `hidden` while the search box is below the bar: on low screens the icon is in its place. */
function SearchIcon({ hidden }: { hidden: boolean }) {
  const { t } = useLingui()
  return (
    <button
      type="button"
      className={style.icon}
      data-boxed={hidden || undefined}
      aria-label={t`Search`}
      aria-keyshortcuts="/"
      onClick={openSearch}
    >
      <Icon name="search" />
    </button>
  )
}

function Sections() {
  const { t } = useLingui()
  const [path] = useLocation()
  const current = useSearch().includes('when=live') ? `${path}?when=live` : path
  const live = useRead(catalog.sports, {}, 60_000).body?.data.reduce((sum, sport) => sum + sport.live, 0) ?? 0
  const features = useApp(({ data }) => data.app_config?.features)
  const pause = useExclusion()
  const sections: { href: string; text: string; feature?: string }[] = [
    { href: '/', text: t`Sports` },
    { href: '/?when=live', text: live ? t`Live · ${live}` : t`Live` },
    { href: '/jackpot', text: t`Jackpot`, feature: 'jackpot' },
    { href: '/virtuals', text: t`Virtuals`, feature: 'league' },
    { href: '/casino', text: t`Casino`, feature: 'casino' },
    { href: '/nare-games', text: t`Games`, feature: 'games' },
    ...(pause ? [] : [{ href: '/promotions', text: t`Promotions`, feature: 'promotions' }]),
  ]
  const open = sections.filter(({ feature }) => feature === undefined || features?.[feature])
  return (
    <nav className={style.sections} aria-label={t`Sections`}>
      {open.map(({ href, text }) => (
        <Link
          key={href}
          href={href}
          data-live={(live > 0 && href === '/?when=live') || undefined}
          aria-current={current === href ? 'page' : undefined}
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}

function AccountTabs() {
  const { t } = useLingui()
  const points = useFeature('points')
  const tabs = [
    { href: '/profile', text: t`Profile` },
    { href: '/my-bets', text: t`My bets` },
    { href: '/deposit', text: t`Deposit` },
    { href: '/withdraw', text: t`Withdraw` },
    ...(points ? [{ href: '/points', text: t`Points` }] : []),
  ]
  return (
    <nav className={style.sections} aria-label={t`Account`}>
      {tabs.map(({ href, text }) => (
        <Link key={href} href={href}>
          {text}
        </Link>
      ))}
    </nav>
  )
}

/** The balance with the way to a deposit; for guests log in and join, of which a `bare` bar has room for the first, and for no currency. */
function Account({ bare = false }: { bare?: boolean }) {
  const { t } = useLingui()
  const balance = useApp(({ auth }) => (auth.isLoggedIn ? (auth.user?.balance ?? '') : null))
  const [login, signup] = [useLoginAddress(), useLoginAddress('/signup')]
  if (balance === null) {
    return (
      <>
        <Link href={login} className={style.login}>{t`Log in`}</Link>
        {!bare && <Link href={signup} className={style.join}>{t`Join`}</Link>}
      </>
    )
  }
  return (
    <span className={style.money}>
      <Link href="/profile" className={style.balance}>
        <Amount value={balance} bare={bare} /> <span className="unseen">{t`Balance and profile`}</span>
      </Link>
      <Link href="/deposit" className={style.join} aria-label={t`Deposit`}>
        <Icon name="plus" size={18} />
        <span className={style.word}>{t`Deposit`}</span>
      </Link>
    </span>
  )
}
