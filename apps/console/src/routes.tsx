import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router'
import { Login } from './features/session/login.tsx'
import { filtersOf } from './features/bets/filters.ts'
import { TicketPage } from './features/bets/ticket.tsx'
import { TicketsPage } from './features/bets/tickets.tsx'
import { Frame } from './frame/frame.tsx'
import { Broken, Missing } from './frame/messages.tsx'
import { TodayPage } from './features/today/today.tsx'
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
    throw redirect({ to: '/login', search: location.pathname === '/' ? {} : { back: location.href } })
  },
})

const bets = createRoute({ getParentRoute: () => inside, path: '/bets', component: TicketsPage, validateSearch: filtersOf })
const ticket = createRoute({ getParentRoute: () => inside, path: '/bets/$id', component: TicketPage })
const today = createRoute({ getParentRoute: () => inside, path: '/', component: TodayPage })

/** Addresses keep fields of the query as they are typed: text, never JSON. */
export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

export function stringifySearch(search: Record<string, unknown>): string {
  const fields = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(fields.map(([key, value]) => [key, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

export const router = createRouter({
  routeTree: root.addChildren([login, inside.addChildren([today, bets, ticket])]),
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
