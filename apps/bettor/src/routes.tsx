import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useEffect, type ComponentType } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { Home } from './features/catalog/home.tsx'
import { pageOf, type Page } from './shell/layout.ts'
import { speakAll } from './shell/locale.ts'
import { loadPart } from './shell/part.ts'
import { NotFound, NotOpenYet, Skeleton } from './shell/simple-pages.tsx'
import { pageTitle } from './shell/titles.ts'

const part = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(() => loadPart(load).then((module) => ({ default: module[name] })))

/** A screen whose texts are not among those of the front page. */
const farPart = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  part(() => Promise.all([load(), speakAll()]).then(([module]) => module), name)

const SlipPage = part(() => import('./features/betting/slip.tsx'), 'SlipPage')

const LegalPage = farPart(() => import('./features/content/page.tsx'), 'LegalPage')

const ProfilePage = lazy(async () => {
  const [{ Profile }, { Protection }] = await loadPart(() =>
    Promise.all([
      import('./features/identity/profile.tsx'),
      import('./features/protection/protection.tsx'),
      speakAll(),
    ]),
  )
  return { default: () => <Profile below={<Protection />} /> }
})

type Screen = { path: string; page: Page; Part?: ComponentType }

/** Every address of the app and what stands there; one without a part says honestly that it is not open. */
const screens: readonly Screen[] = [
  { path: '/', page: 'home', Part: Home },
  { path: '/sports', page: 'sports', Part: farPart(() => import('./features/content/sports.tsx'), 'Sports') },
  {
    path: '/competition',
    page: 'competition',
    Part: part(() => import('./features/catalog/competition.tsx'), 'Competitions'),
  },
  {
    path: '/competition/:competition_id',
    page: 'competition',
    Part: part(() => import('./features/catalog/competition.tsx'), 'Competition'),
  },
  { path: '/match/:match_id', page: 'match', Part: part(() => import('./features/catalog/match.tsx'), 'Match') },
  { path: '/b/:code', page: 'b', Part: part(() => import('./features/betting/code-page.tsx'), 'CodePage') },
  { path: '/betslip-slip', page: 'betslip-slip', Part: SlipPage },
  { path: '/betslip-nare', page: 'betslip-nare' },
  { path: '/betslip-jackpot', page: 'betslip-jackpot' },
  { path: '/jackpot', page: 'jackpot' },
  { path: '/virtuals', page: 'virtuals' },
  { path: '/nare-league', page: 'nare-league' },
  { path: '/playouts', page: 'playouts' },
  { path: '/standing', page: 'standing' },
  { path: '/results', page: 'results' },
  { path: '/casino', page: 'casino' },
  { path: '/gameplay/:game_id?', page: 'gameplay' },
  { path: '/smart-soft', page: 'smart-soft' },
  { path: '/smart-play/:game_id?', page: 'smart-play' },
  { path: '/nare-games/:game?', page: 'nare-games' },
  { path: '/my-bets', page: 'my-bets', Part: part(() => import('./features/betting/my-bets.tsx'), 'MyBets') },
  { path: '/bet-history', page: 'bet-history' },
  { path: '/bethistory', page: 'bethistory' },
  { path: '/promotions', page: 'promotions' },
  { path: '/promo/:id?', page: 'promo' },
  { path: '/points', page: 'points' },
  { path: '/leader-board', page: 'leader-board' },
  { path: '/fpl', page: 'fpl' },
  { path: '/login', page: 'login', Part: farPart(() => import('./features/identity/login.tsx'), 'Login') },
  { path: '/signup', page: 'signup', Part: farPart(() => import('./features/identity/signup.tsx'), 'Signup') },
  { path: '/verify', page: 'verify', Part: farPart(() => import('./features/identity/verify.tsx'), 'Verify') },
  {
    path: '/reset-password',
    page: 'reset-password',
    Part: farPart(() => import('./features/identity/reset-password.tsx'), 'ResetPassword'),
  },
  { path: '/deposit', page: 'deposit', Part: farPart(() => import('./features/payments/deposit.tsx'), 'Deposit') },
  { path: '/withdraw', page: 'withdraw', Part: farPart(() => import('./features/payments/withdraw.tsx'), 'Withdraw') },
  { path: '/profile', page: 'profile', Part: ProfilePage },
  {
    path: '/how-to-play',
    page: 'how-to-play',
    Part: farPart(() => import('./features/content/how-to-play.tsx'), 'HowToPlay'),
  },
  { path: '/privacy-policy', page: 'privacy-policy', Part: LegalPage },
  { path: '/cookie-policy', page: 'cookie-policy', Part: LegalPage },
  { path: '/dispute-resolution', page: 'dispute-resolution', Part: LegalPage },
  { path: '/anti-money-laundering', page: 'anti-money-laundering', Part: LegalPage },
  { path: '/terms-and-conditions', page: 'terms-and-conditions', Part: LegalPage },
  {
    path: '/responsible-gambling',
    page: 'responsible-gambling',
    Part: farPart(() => import('./features/content/responsible.tsx'), 'ResponsibleGambling'),
  },
  {
    path: '/redirect',
    page: 'redirect',
    Part: farPart(() => import('./features/identity/redirect.tsx'), 'SessionEnded'),
  },
]

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
