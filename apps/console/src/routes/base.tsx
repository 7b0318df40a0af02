import {
  createRootRoute,
  createRoute,
  Outlet,
  redirect,
  type AnyRoute,
  type RouteComponent,
} from '@tanstack/react-router'
import type { Place } from '../features/search/list-of.ts'
import { wayBack } from '../features/session/end-session.ts'
import { Frame } from '../frame/frame.tsx'
import { Broken } from '../frame/messages.tsx'
import { Missing } from '../parts/missing.tsx'
import { visitor } from '../wire/me.ts'

/** The pages below a route that are loaded when somebody opens them, and take no more than their path says. */
export const pagesBelow =
  <P extends AnyRoute>(parent: () => P) =>
  <const Path extends string>(path: Path, component: RouteComponent) =>
    createRoute({ getParentRoute: parent, path, component })

/** The address of one thing, as the search answers it, leads to the list that shows it. */
export function leadTo({ to, search }: Place): void {
  redirect({ to, search: search as never, replace: true, throw: true })
}

export const root = createRootRoute({ component: Outlet, notFoundComponent: Missing, errorComponent: Broken })
export const rootPage = pagesBelow(() => root)

/** What only the house's people see: without a session it leads to the login and back. */
export const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Frame,
  errorComponent: Broken,
  loader: async ({ location }) => {
    if (await visitor()) return
    redirect({ to: '/login', search: wayBack(location.pathname === '/' ? '/' : location.href), throw: true })
  },
})
export const insidePage = pagesBelow(() => inside)
