import { createRoute, lazyRouteComponent as lazy, redirect } from '@tanstack/react-router'
import { insidePage, pagesBelow } from './base.tsx'

const reports = insidePage(
  '/reports',
  lazy(() => import('../features/reports/reports.tsx'), 'Reports'),
)
const reportsPage = pagesBelow(() => reports)
const start = createRoute({
  getParentRoute: () => reports,
  path: '/',
  beforeLoad: () => {
    redirect({ to: '/reports/gross', throw: true })
  },
})

/** The reports, each with a file of its own: people with different work do not read the same ones. */
export const reportsRoutes = reports.addChildren([
  start,
  reportsPage(
    '/gross',
    lazy(() => import('../features/reports/gross.tsx'), 'GrossPage'),
  ),
  reportsPage(
    '/tax',
    lazy(() => import('../features/reports/taxes.tsx'), 'TaxesPage'),
  ),
  reportsPage(
    '/payments',
    lazy(() => import('../features/reports/other-reports.tsx'), 'PaymentsReportPage'),
  ),
  reportsPage(
    '/bettors',
    lazy(() => import('../features/reports/other-reports.tsx'), 'BettorsReportPage'),
  ),
  reportsPage(
    '/funds',
    lazy(() => import('../features/reports/other-reports.tsx'), 'FundsPage'),
  ),
])
