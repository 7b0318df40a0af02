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
const today = createRoute({ getParentRoute: () => inside, path: '/', component: TodayPage })

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

export const router = createRouter({
  routeTree: root.addChildren([
    login,
    enrol,
    inside.addChildren([
      today,
      bets,
      ticket,
      bettors,
      bettor,
      house.addChildren([houseStart, proposals, staff, audit]),
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
