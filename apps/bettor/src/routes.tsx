import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { Home } from './features/catalog/home.tsx'
import { pageOf, pages, table, type Path } from './pages/layout.ts'
import { loadFarPart } from './i18n/locale.ts'
import { loadPart } from './loading/chunk.ts'
import { NotFound, NotOpenYet } from './pages/message-pages.tsx'
import { Skeleton } from './loading/skeleton.tsx'
import { pageTitle } from './pages/titles.ts'
import { useApp } from './state/hooks.ts'

const part = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(() => loadPart(load).then((module) => ({ default: module[name] })))

/** A screen whose texts are not among those of the front page. */
const farPart = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(() => loadFarPart(load).then((module) => ({ default: module[name] })))

/** The login says little, and many arrive at it: its texts come without those of all other screens. */
const entryPart = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(() => loadFarPart(load, 'entry').then((module) => ({ default: module[name] })))

const LegalPage = farPart(() => import('./features/content/page.tsx'), 'LegalPage')

/** What goes on beside the pages; without it they work all the same. */
const Watches = lazy(() => loadPart(() => import('./screens/background-tasks.tsx')).then(watches, () => watches({})))

const watches = (loaded: { Watches?: ComponentType }): { default: ComponentType } => ({
  default: loaded.Watches ?? (() => null),
})

/** What stands at the addresses of the table in pages/layout.ts; one without a part says honestly that it is not open. */
const parts: Readonly<Partial<Record<Path, ComponentType>>> = {
  '/': Home,
  '/sports': farPart(() => import('./features/content/sports.tsx'), 'Sports'),
  '/competition': part(() => import('./features/catalog/competition.tsx'), 'Competitions'),
  '/competition/:competition_id': part(() => import('./features/catalog/competition.tsx'), 'Competition'),
  '/match/:match_id': part(() => import('./features/catalog/match.tsx'), 'Match'),
  '/b/:code': farPart(() => import('./features/betting/code-page.tsx'), 'CodePage'),
  '/betslip-slip': part(() => import('./features/betting/slip.tsx'), 'SlipPage'),
  '/my-bets': farPart(() => import('./features/betting/my-bets.tsx'), 'MyBets'),
  '/login': entryPart(() => import('./features/identity/login.tsx'), 'Login'),
  '/signup': farPart(() => import('./features/identity/signup.tsx'), 'Signup'),
  '/verify': farPart(() => import('./features/identity/verify.tsx'), 'Verify'),
  '/reset-password': farPart(() => import('./features/identity/reset-password.tsx'), 'ResetPassword'),
  '/deposit': farPart(() => import('./features/payments/deposit.tsx'), 'Deposit'),
  '/withdraw': farPart(() => import('./features/payments/withdraw.tsx'), 'Withdraw'),
  '/bet-history': farPart(() => import('./screens/bet-history.tsx'), 'BetHistoryPage'),
  '/profile': farPart(() => import('./screens/profile.tsx'), 'ProfilePage'),
  '/how-to-play': farPart(() => import('./features/content/how-to-play.tsx'), 'HowToPlay'),
  '/privacy-policy': LegalPage,
  '/cookie-policy': LegalPage,
  '/dispute-resolution': LegalPage,
  '/anti-money-laundering': LegalPage,
  '/terms-and-conditions': LegalPage,
  '/responsible-gambling': farPart(() => import('./features/content/responsible.tsx'), 'ResponsibleGambling'),
  '/redirect': farPart(() => import('./features/identity/redirect.tsx'), 'SessionEnded'),
}

const screens = pages.flatMap((page) => table[page].paths.map((path: Path) => ({ path, page, Part: parts[path] })))

/** Shows the screen of the present address. */
export function Screens() {
  const { i18n } = useLingui()
  const [path] = useLocation()
  const title = pageTitle(i18n, pageOf(path))
  useEffect(() => {
    document.title = title === 'Nare' ? title : `${title} · Nare`
  }, [title])
  return (
    <Suspense fallback={<Skeleton />}>
      <Switch>
        {screens.map(({ path: address, page, Part }) => (
          <Route key={address} path={address}>
            {Part ? <Part /> : <NotOpenYet title={pageTitle(i18n, page)} />}
          </Route>
        ))}
        <Route>
          <NotFound />
        </Route>
      </Switch>
    </Suspense>
  )
}

const watchAfterMs = 3000

/** Begins what goes on beside the pages of who is logged in, once the first of them has had its time. */
export function Beside() {
  const loggedIn = useApp(({ auth }) => auth.isLoggedIn)
  const [begun, setBegun] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setBegun(true), watchAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return loggedIn && begun ? (
    <Suspense>
      <Watches />
    </Suspense>
  ) : null
}
