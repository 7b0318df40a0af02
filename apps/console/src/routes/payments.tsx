import { createRoute, lazyRouteComponent as lazy, redirect } from '@tanstack/react-router'
import { listOf } from '../features/search/list-of.ts'
import { insidePage, leadTo, pagesBelow } from './base.tsx'

const payments = insidePage(
  '/payments',
  lazy(() => import('../features/payments/payments.tsx'), 'Payments'),
)
const paymentsPage = pagesBelow(() => payments)
const start = createRoute({
  getParentRoute: () => payments,
  path: '/',
  beforeLoad: () => {
    redirect({ to: '/payments/withdrawals', throw: true })
  },
})

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

/** The pages of Payments. */
export const paymentsRoutes = payments.addChildren([
  start,
  paymentsPage(
    '/withdrawals',
    lazy(() => import('../features/payments/withdrawals.tsx'), 'Withdrawals'),
  ),
  paymentsPage(
    '/unresolved',
    lazy(() => import('../features/payments/waiting.tsx'), 'UnresolvedPayouts'),
  ),
  paymentsPage(
    '/deposits',
    lazy(() => import('../features/payments/deposits.tsx'), 'Deposits'),
  ),
  paymentsPage(
    '/unmatched',
    lazy(() => import('../features/payments/waiting.tsx'), 'UnmatchedPayments'),
  ),
  paymentsPage(
    '/returns',
    lazy(() => import('../features/payments/waiting.tsx'), 'WaitingReturns'),
  ),
  paymentsPage(
    '/reconciliation',
    lazy(() => import('../features/payments/reconciliation.tsx'), 'Reconciliation'),
  ),
  paymentsPage(
    '/providers',
    lazy(() => import('../features/payments/providers.tsx'), 'Providers'),
  ),
  paymentsPage(
    '/identity',
    lazy(() => import('../features/payments/identity.tsx'), 'IdentityChecks'),
  ),
  paymentsPage(
    '/reviews',
    lazy(() => import('../features/payments/reviews.tsx'), 'Reviews'),
  ),
  oneWithdrawal,
  oneDeposit,
  oneUnmatched,
])
