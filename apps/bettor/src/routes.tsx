import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { pageOf, pages, table, type Path } from './pages/layout.ts'
import type { More } from './i18n/catalogues.ts'
import { loadWithMessages } from './i18n/locale.ts'
import { loadChunk } from './loading/chunk.ts'
import { lazyPart } from './loading/lazy-part.tsx'
import { Skeleton } from './loading/skeleton.tsx'
import { houseName } from './i18n/house-name.ts'
import { loadTitles, usePageTitle } from './pages/page-title.ts'
import { wantsGoals } from './preferences/wants-goals.ts'
import { useApp } from './state/hooks.ts'
import { useSignal } from './state/signal.ts'

type Load<Name extends string> = () => Promise<Record<Name, ComponentType>>
type Screen = ComponentType & { preload: () => Promise<unknown> }

/** A lazily loaded screen. If it was preloaded before its first render, it renders without a placeholder. */
function screenOf(load: () => Promise<ComponentType>): Screen {
  let Loaded: ComponentType | undefined
  const loading = () => load().then((screen) => (Loaded = screen))
  const Lazy = lazy(() => loading().then((screen) => ({ default: screen })))
  function LazyScreen() {
    const [Current] = useState<ComponentType>(() => Loaded ?? Lazy)
    return <Current />
  }
  return Object.assign(LazyScreen, { preload: () => loading().catch(() => undefined) })
}

/** A lazily loaded screen with the further catalogues that it needs. */
const lazyScreen = <Name extends string>(load: Load<Name>, name: Name, texts: readonly More[] = []) =>
  screenOf(() => loadWithMessages(load, texts).then((module) => module[name]))

const NotFound = lazyPart(
  () => loadWithMessages(() => import('./pages/message-pages.tsx'), ['content']).then((pages) => pages.NotFound),
  { loading: <Skeleton /> },
)
const LegalPage = lazyScreen(() => import('./features/content/page.tsx'), 'LegalPage', ['content'])

const loadLeague = () => import('./features/league/league-part.ts')
const leagueTexts = ['league', 'forms'] as const

/** Background tasks of a signed-in bettor and goal alerts. The pages work without them, so a failed load shows nothing. */
const BackgroundTasks = lazy(() =>
  loadChunk(() => import('./screens/background-tasks.tsx')).then(
    (module) => ({ default: module.BackgroundTasks as ComponentType }),
    () => ({ default: () => null }),
  ),
)

/** A screen of later-screens.tsx, whose loader also loads lazily. */
const laterScreen = (path: Path): Screen =>
  screenOf(() => loadChunk(() => import('./screens/later-screens.tsx')).then((later) => later.laterScreenAt(path)))

/** Screens by path (pages/layout.ts); the other screens are in screens/later-screens.tsx. */
const screensByPath: Readonly<Partial<Record<Path, Screen>>> = {
  '/': lazyScreen(() => import('./features/catalog/home.tsx'), 'Home'),
  '/competition': lazyScreen(() => import('./features/catalog/find/competition.tsx'), 'Competitions', ['catalog']),
  '/competition/:competition_id': lazyScreen(() => import('./features/catalog/find/competition.tsx'), 'Competition', [
    'catalog',
  ]),
  '/match/:match_id': lazyScreen(() => import('./screens/match.tsx'), 'MatchScreen', ['match']),
  '/b/:code': lazyScreen(() => import('./features/betting/code-page.tsx'), 'CodePage', ['betting', 'slip', 'forms']),
  '/betslip-slip': lazyScreen(() => import('./features/betting/slip.tsx'), 'SlipPage', ['slip']),
  '/my-bets': lazyScreen(() => import('./screens/my-bets.tsx'), 'MyBets', ['betting', 'slip', 'forms']),
  '/login': lazyScreen(() => import('./features/identity/login.tsx'), 'Login', ['identity', 'forms']),
  '/signup': lazyScreen(() => import('./features/identity/signup.tsx'), 'Signup', ['identity', 'forms']),
  '/verify': lazyScreen(() => import('./features/identity/verify.tsx'), 'Verify', ['identity', 'forms']),
  '/deposit': lazyScreen(() => import('./features/payments/deposit.tsx'), 'Deposit', ['payments', 'forms']),
  '/withdraw': lazyScreen(() => import('./features/payments/withdraw.tsx'), 'Withdraw', ['payments', 'forms']),
  '/profile': lazyScreen(() => import('./screens/profile.tsx'), 'ProfilePage', [
    'identity',
    'protection',
    'device',
    'forms',
  ]),
  '/casino': lazyScreen(() => import('./features/casino/casino.tsx'), 'Casino', ['casino', 'forms']),
  '/virtuals': lazyScreen(loadLeague, 'Virtuals', leagueTexts),
  '/nare-league': lazyScreen(loadLeague, 'NareLeague', leagueTexts),
  '/betslip-nare': lazyScreen(loadLeague, 'LeagueSlipPage', leagueTexts),
  '/playouts': lazyScreen(loadLeague, 'Playouts', leagueTexts),
  '/standing': lazyScreen(loadLeague, 'Standing', leagueTexts),
  '/bethistory': lazyScreen(loadLeague, 'LeagueBets', leagueTexts),
  '/how-to-play': lazyScreen(() => import('./features/content/how-to-play.tsx'), 'HowToPlay', ['content']),
  '/privacy-policy': LegalPage,
  '/cookie-policy': LegalPage,
  '/dispute-resolution': LegalPage,
  '/anti-money-laundering': LegalPage,
  '/terms-and-conditions': LegalPage,
  '/responsible-gambling': lazyScreen(() => import('./features/content/responsible.tsx'), 'ResponsibleGambling', [
    'content',
    'forms',
  ]),
}

const screens = pages.flatMap((page) =>
  table[page].paths.map((path: Path) => ({ path, page, Screen: screensByPath[path] ?? laterScreen(path) })),
)

/** Loads the screen of a path, and the page titles for the bar, before the first render. */
export async function preloadScreen(pathname: string): Promise<void> {
  const parts = pathname.split('/').length
  const found =
    screens.find(({ path }) => path === pathname) ??
    screens.findLast(({ path, page }) => page === pageOf(pathname) && path.split('/').length === parts)
  const titles = found?.page === 'home' ? undefined : loadTitles().catch(() => undefined)
  await Promise.all([found?.Screen.preload(), titles])
}

/** The screen of the current path. */
export function Screens() {
  const [path] = useLocation()
  const title = usePageTitle(path === '/nare-games/crash' ? 'crash' : pageOf(path))
  useEffect(() => {
    if (title) document.title = title === houseName ? title : `${title} · ${houseName}`
  }, [title])
  return (
    <Suspense fallback={path.startsWith('/nare-games/') ? <Skeleton rows={3} stage /> : <Skeleton />}>
      <Switch>
        {screens.map(({ path: address, Screen }) => (
          <Route key={address} path={address}>
            <Screen />
          </Route>
        ))}
        <Route>
          <NotFound />
        </Route>
      </Switch>
    </Suspense>
  )
}

const backgroundDelayMs = 3000

/** Starts the background tasks three seconds after the first page. */
export function Background() {
  const goals = useSignal(wantsGoals)
  const wanted = useApp(({ auth }) => auth.isLoggedIn || goals)
  const [started, setStarted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setStarted(true), backgroundDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return wanted && started ? (
    <Suspense>
      <BackgroundTasks />
    </Suspense>
  ) : null
}
