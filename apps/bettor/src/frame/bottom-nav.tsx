import { useLingui } from '@lingui/react/macro'
import { Icon, type IconName } from '@nare/ui/icon'
import { Link, useLocation, useSearch } from 'wouter'
import style from './bottom-nav.module.css'
import { layoutOf, pageOf } from '../pages/layout.ts'
import { useApp } from '../state/hooks.ts'
import { useFeature } from '../state/use-feature.ts'

/** Whether the settings may enable the league: not if the server has written into the page that the house has none. */
const mayHaveLeague = (): boolean => document.documentElement.dataset.league !== 'off'

/** The main navigation at the bottom of a phone; the slip bar is above it. */
export function BottomNav() {
  const { t } = useLingui()
  const [path] = useLocation()
  const search = useSearch()
  const live = search.includes('when=live')
  const casino = useFeature('casino')
  const league = useFeature('league')
  const isKnown = useApp(({ data }) => data.app_config !== null)
  const places: { href: string; icon: IconName; text: string; isCurrent: boolean }[] = [
    { href: '/', icon: 'home', text: t`Home`, isCurrent: path === '/' && !live },
    { href: '/?when=live', icon: 'live', text: t`Live`, isCurrent: path === '/' && live },
    casino
      ? { href: '/casino', icon: 'casino', text: t`Casino`, isCurrent: path === '/casino' }
      : { href: '/competition', icon: 'ball', text: t`A-Z`, isCurrent: path === '/competition' },
    ...(league
      ? [
          {
            href: '/nare-league',
            icon: 'trophy' as const,
            text: t`League`,
            isCurrent: layoutOf(pageOf(path), search).leagueSlip,
          },
        ]
      : []),
    { href: '/my-bets', icon: 'bets', text: t`My bets`, isCurrent: path === '/my-bets' },
  ]
  return (
    <nav className={style.nav} aria-label={t`Main`} data-waits={(!isKnown && mayHaveLeague()) || undefined}>
      {places.map(({ href, icon, text, isCurrent }) => (
        <Link key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
          <Icon name={icon} />
          <span>{text}</span>
        </Link>
      ))}
    </nav>
  )
}
