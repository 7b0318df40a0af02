import { createRoute, createRouter, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { filtersOf } from './features/bets/filters.ts'
import { listOf } from './features/search/list-of.ts'
import { Login } from './features/session/login.tsx'
import { TodayPage } from './features/today/today.tsx'
import { parseSearch, stringifySearch } from './parts/search-text.ts'
import { inside, insidePage, leadTo, pagesBelow, root, rootPage } from './routes/base.tsx'
import { houseRoutes } from './routes/house.tsx'
import { paymentsRoutes } from './routes/payments.tsx'
import { reportsRoutes } from './routes/reports.tsx'

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: Login,
  validateSearch: (search: Record<string, unknown>): { back?: string } =>
    typeof search['back'] === 'string' ? { back: search['back'] } : {},
})

const today = createRoute({ getParentRoute: () => inside, path: '/', component: TodayPage })
const bets = createRoute({
  getParentRoute: () => inside,
  path: '/bets',
  component: lazy(() => import('./features/bets/tickets.tsx'), 'TicketsPage'),
  validateSearch: filtersOf,
})
const oneCode = createRoute({
  getParentRoute: () => inside,
  path: '/bets/codes/$code',
  beforeLoad: ({ params }) => leadTo(listOf.code(params.code)),
})
const tradingPages = createRoute({
  getParentRoute: () => inside,
  id: 'trading-pages',
  component: lazy(() => import('./features/trading/trading-tabs.tsx'), 'TradingTabs'),
})
const tradingPage = pagesBelow(() => tradingPages)

export const router = createRouter({
  routeTree: root.addChildren([
    login,
    rootPage(
      '/enrol',
      lazy(() => import('./features/session/enrol.tsx'), 'Enrol'),
    ),
    inside.addChildren([
      today,
      tradingPages.addChildren([
        tradingPage(
          '/trading',
          lazy(() => import('./features/trading/board.tsx'), 'BoardPage'),
        ),
        tradingPage(
          '/trading/fixture',
          lazy(() => import('./features/trading/results/fixture.tsx'), 'FixturePage'),
        ),
        tradingPage(
          '/trading/referrals',
          lazy(() => import('./features/trading/referrals/referrals.tsx'), 'Referrals'),
        ),
        tradingPage(
          '/trading/alerts',
          lazy(() => import('./features/trading/alerts/alerts.tsx'), 'Alerts'),
        ),
      ]),
      insidePage(
        '/trading/matches/$id',
        lazy(() => import('./features/trading/sheet.tsx'), 'SheetPage'),
      ),
      bets,
      insidePage(
        '/bets/codes',
        lazy(() => import('./features/bets/codes.tsx'), 'Codes'),
      ),
      oneCode,
      insidePage(
        '/bets/$id',
        lazy(() => import('./features/bets/ticket.tsx'), 'TicketPage'),
      ),
      insidePage(
        '/bettors',
        lazy(() => import('./features/bettors/bettors.tsx'), 'Bettors'),
      ),
      insidePage(
        '/bettors/$id',
        lazy(() => import('./features/bettors/bettor.tsx'), 'BettorPage'),
      ),
      paymentsRoutes,
      reportsRoutes,
      houseRoutes,
    ]),
  ]),
  basepath: '/console',
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
