import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { Login } from './features/session/login.tsx'
import { filtersOf } from './features/bets/filters.ts'
import { listOf, type Place } from './features/search/list-of.ts'
import { Frame } from './frame/frame.tsx'
import { Broken, Missing } from './frame/messages.tsx'
import { TodayPage } from './features/today/today.tsx'
import { parseSearch, stringifySearch } from './parts/search-text.ts'
import { ReadFailed } from './wire/calls.ts'
import { meRead } from './wire/me.ts'
import { queries } from './wire/use-read.ts'

const root = createRootRoute({ component: Outlet, notFoundComponent: Missing, errorComponent: Broken })

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: Login,
  validateSearch: (search: Record<string, unknown>): { back?: string } =>
    typeof search['back'] === 'string' ? { back: search['back'] } : {},
})

/** What only the house's people see: without a session it leads to the login and back. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Frame,
  errorComponent: Broken,
  loader: async ({ location }) => {
    const me = await queries.ensureQueryData(meRead).catch((fault: unknown) => fault)
    if (!(me instanceof Error)) return
    if (!(me instanceof ReadFailed) || me.reply.status !== 401) throw me
    redirect({ to: '/login', search: location.pathname === '/' ? {} : { back: location.href }, throw: true })
  },
})

const bets = createRoute({
  getParentRoute: () => inside,
  path: '/bets',
  component: lazyRouteComponent(() => import('./features/bets/tickets.tsx'), 'TicketsPage'),
  validateSearch: filtersOf,
})
const ticket = createRoute({
  getParentRoute: () => inside,
  path: '/bets/$id',
  component: lazyRouteComponent(() => import('./features/bets/ticket.tsx'), 'TicketPage'),
})
const tradingPages = createRoute({
  getParentRoute: () => inside,
  id: 'trading-pages',
  component: lazyRouteComponent(() => import('./features/trading/trading-tabs.tsx'), 'TradingTabs'),
})
const trading = createRoute({
  getParentRoute: () => tradingPages,
  path: '/trading',
  component: lazyRouteComponent(() => import('./features/trading/board.tsx'), 'BoardPage'),
})
const sheet = createRoute({
  getParentRoute: () => inside,
  path: '/trading/matches/$id',
  component: lazyRouteComponent(() => import('./features/trading/sheet.tsx'), 'SheetPage'),
})
const today = createRoute({ getParentRoute: () => inside, path: '/', component: TodayPage })

const fixture = createRoute({
  getParentRoute: () => tradingPages,
  path: '/trading/fixture',
  component: lazyRouteComponent(() => import('./features/trading/results/fixture.tsx'), 'FixturePage'),
})

const enrol = createRoute({
  getParentRoute: () => root,
  path: '/enrol',
  component: lazyRouteComponent(() => import('./features/session/enrol.tsx'), 'Enrol'),
})

const bettors = createRoute({
  getParentRoute: () => inside,
  path: '/bettors',
  component: lazyRouteComponent(() => import('./features/bettors/bettors.tsx'), 'Bettors'),
})

const bettor = createRoute({
  getParentRoute: () => inside,
  path: '/bettors/$id',
  component: lazyRouteComponent(() => import('./features/bettors/bettor.tsx'), 'BettorPage'),
})

const payments = createRoute({
  getParentRoute: () => inside,
  path: '/payments',
  component: lazyRouteComponent(() => import('./features/payments/payments.tsx'), 'Payments'),
})
const paymentsStart = createRoute({
  getParentRoute: () => payments,
  path: '/',
  beforeLoad: () => {
    redirect({ to: '/payments/withdrawals', throw: true })
  },
})
const withdrawals = createRoute({
  getParentRoute: () => payments,
  path: '/withdrawals',
  component: lazyRouteComponent(() => import('./features/payments/withdrawals.tsx'), 'Withdrawals'),
})
const unresolved = createRoute({
  getParentRoute: () => payments,
  path: '/unresolved',
  component: lazyRouteComponent(() => import('./features/payments/waiting.tsx'), 'UnresolvedPayouts'),
})
const deposits = createRoute({
  getParentRoute: () => payments,
  path: '/deposits',
  component: lazyRouteComponent(() => import('./features/payments/deposits.tsx'), 'Deposits'),
})
const unmatched = createRoute({
  getParentRoute: () => payments,
  path: '/unmatched',
  component: lazyRouteComponent(() => import('./features/payments/waiting.tsx'), 'UnmatchedPayments'),
})
const returns = createRoute({
  getParentRoute: () => payments,
  path: '/returns',
  component: lazyRouteComponent(() => import('./features/payments/waiting.tsx'), 'WaitingReturns'),
})
const reconciliation = createRoute({
  getParentRoute: () => payments,
  path: '/reconciliation',
  component: lazyRouteComponent(() => import('./features/payments/reconciliation.tsx'), 'Reconciliation'),
})
const providers = createRoute({
  getParentRoute: () => payments,
  path: '/providers',
  component: lazyRouteComponent(() => import('./features/payments/providers.tsx'), 'Providers'),
})

const identity = createRoute({
  getParentRoute: () => payments,
  path: '/identity',
  component: lazyRouteComponent(() => import('./features/payments/identity.tsx'), 'IdentityChecks'),
})
const reviews = createRoute({
  getParentRoute: () => payments,
  path: '/reviews',
  component: lazyRouteComponent(() => import('./features/payments/reviews.tsx'), 'Reviews'),
})

/** Addresses of one thing, as the search answers them, lead to the list that shows it. */
const oneWithdrawal = createRoute({
  getParentRoute: () => payments,
  path: '/withdrawals/$id',
  beforeLoad: ({ params }) => leadTo(listOf.withdrawal(params.id)),
})
const oneDeposit = createRoute({
  getParentRoute: () => payments,
  path: '/deposits/$id',
  beforeLoad: ({ params }) => leadTo(listOf.deposit(params.id)),
})
const oneUnmatched = createRoute({
  getParentRoute: () => payments,
  path: '/unmatched/$id',
  beforeLoad: ({ params }) => leadTo(listOf.unmatched(params.id)),
})
const alerts = createRoute({
  getParentRoute: () => tradingPages,
  path: '/trading/alerts',
  component: lazyRouteComponent(() => import('./features/trading/alerts/alerts.tsx'), 'Alerts'),
})
const referrals = createRoute({
  getParentRoute: () => tradingPages,
  path: '/trading/referrals',
  component: lazyRouteComponent(() => import('./features/trading/referrals/referrals.tsx'), 'Referrals'),
})
function leadTo({ to, search }: Place): void {
  redirect({ to, search: search as never, replace: true, throw: true })
}

const reports = createRoute({
  getParentRoute: () => inside,
  path: '/reports/$report',
  component: lazyRouteComponent(() => import('./features/reports/reports.tsx'), 'ReportsPage'),
})
const reportsStart = createRoute({
  getParentRoute: () => inside,
  path: '/reports',
  beforeLoad: () => {
    redirect({ to: '/reports/$report', params: { report: 'gross' }, throw: true })
  },
})

const house = createRoute({
  getParentRoute: () => inside,
  path: '/house',
  component: lazyRouteComponent(() => import('./features/house/house.tsx'), 'House'),
})
const houseStart = createRoute({
  getParentRoute: () => house,
  path: '/',
  beforeLoad: () => {
    redirect({ to: '/house/proposals', throw: true })
  },
})
const proposals = createRoute({
  getParentRoute: () => house,
  path: '/proposals',
  component: lazyRouteComponent(() => import('./features/proposals/proposals.tsx'), 'Proposals'),
})
const findings = createRoute({
  getParentRoute: () => house,
  path: '/findings',
  component: lazyRouteComponent(() => import('./features/payments/findings.tsx'), 'Findings'),
})
const jackpots = createRoute({
  getParentRoute: () => house,
  path: '/jackpots',
  component: lazyRouteComponent(() => import('./features/jackpots/jackpots.tsx'), 'Jackpots'),
})
const promotions = createRoute({
  getParentRoute: () => house,
  path: '/promotions',
  component: lazyRouteComponent(() => import('./features/marketing/promotions.tsx'), 'Promotions'),
})
const newJackpot = createRoute({
  getParentRoute: () => house,
  path: '/jackpots/new',
  component: lazyRouteComponent(() => import('./features/jackpots/jackpot-form.tsx'), 'JackpotForm'),
})
const newPromotion = createRoute({
  getParentRoute: () => house,
  path: '/promotions/new',
  component: lazyRouteComponent(() => import('./features/marketing/promotion-form.tsx'), 'PromotionForm'),
})
const boards = createRoute({
  getParentRoute: () => house,
  path: '/boards',
  component: lazyRouteComponent(() => import('./features/marketing/boards.tsx'), 'Boards'),
})
const points = createRoute({
  getParentRoute: () => house,
  path: '/points',
  component: lazyRouteComponent(() => import('./features/marketing/points.tsx'), 'Points'),
})
const fantasy = createRoute({
  getParentRoute: () => house,
  path: '/fantasy',
  component: lazyRouteComponent(() => import('./features/marketing/fantasy.tsx'), 'FantasyWeeks'),
})
const sources = createRoute({
  getParentRoute: () => house,
  path: '/sources',
  component: lazyRouteComponent(() => import('./features/marketing/sources.tsx'), 'Sources'),
})
const settings = createRoute({
  getParentRoute: () => house,
  path: '/settings',
  component: lazyRouteComponent(() => import('./features/settings/settings.tsx'), 'SettingsPage'),
})
const staff = createRoute({
  getParentRoute: () => house,
  path: '/staff',
  component: lazyRouteComponent(() => import('./features/staff/staff.tsx'), 'Staff'),
})
const audit = createRoute({
  getParentRoute: () => house,
  path: '/audit',
  component: lazyRouteComponent(() => import('./features/audit/audit.tsx'), 'Audit'),
})
const regulator = createRoute({
  getParentRoute: () => house,
  path: '/regulator',
  component: lazyRouteComponent(() => import('./features/regulator/regulator.tsx'), 'Regulator'),
})

const products = createRoute({
  getParentRoute: () => house,
  path: '/products',
  component: lazyRouteComponent(() => import('./features/products/products.tsx'), 'Products'),
})
const productsStart = createRoute({
  getParentRoute: () => products,
  path: '/',
  beforeLoad: () => {
    redirect({ to: '/house/products/league', replace: true, throw: true })
  },
})
const leagueRoom = createRoute({
  getParentRoute: () => products,
  path: '/league',
  component: lazyRouteComponent(() => import('./features/products/league.tsx'), 'LeagueRoom'),
})
const gamesRoom = createRoute({
  getParentRoute: () => products,
  path: '/games',
  component: lazyRouteComponent(() => import('./features/products/games.tsx'), 'GamesRoom'),
})
const casinoRoom = createRoute({
  getParentRoute: () => products,
  path: '/casino',
  component: lazyRouteComponent(() => import('./features/products/casino.tsx'), 'CasinoRoom'),
})
const casinoRounds = createRoute({
  getParentRoute: () => products,
  path: '/casino/rounds',
  component: lazyRouteComponent(() => import('./features/products/casino-rounds.tsx'), 'CasinoRounds'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    login,
    enrol,
    inside.addChildren([
      today,
      tradingPages.addChildren([trading, fixture, referrals, alerts]),
      sheet,
      bets,
      ticket,
      bettors,
      bettor,
      payments.addChildren([
        paymentsStart,
        withdrawals,
        unresolved,
        deposits,
        unmatched,
        returns,
        reconciliation,
        providers,
        identity,
        reviews,
        oneWithdrawal,
        oneDeposit,
        oneUnmatched,
      ]),
      reportsStart,
      reports,
      house.addChildren([
        houseStart,
        proposals,
        findings,
        products.addChildren([productsStart, leagueRoom, gamesRoom, casinoRoom, casinoRounds]),
        jackpots,
        newJackpot,
        promotions,
        newPromotion,
        boards,
        points,
        fantasy,
        sources,
        settings,
        regulator,
        staff,
        audit,
      ]),
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
