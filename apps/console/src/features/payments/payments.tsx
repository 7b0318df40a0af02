import { Link, Outlet } from '@tanstack/react-router'
import { operator } from '@nare/contract/operator'
import { PageTabs } from '../../parts/page-tabs.tsx'
import { useRead } from '../../wire/use-read.ts'
import style from './payments.module.css'

/** The pages of the room, and the queue whose rows each counts. */
const pages = [
  { to: '/payments/withdrawals', name: 'Withdrawals', route: operator.withdrawals },
  { to: '/payments/unresolved', name: 'Unresolved', route: operator.unresolvedWithdrawals },
  { to: '/payments/deposits', name: 'Deposits', route: undefined },
  { to: '/payments/unmatched', name: 'Unmatched', route: operator.unmatched },
  { to: '/payments/returns', name: 'Returns', route: operator.waitingReturns },
  { to: '/payments/identity', name: 'Identity', route: operator.identityChecks },
  { to: '/payments/reviews', name: 'Findings', route: operator.reviews },
  { to: '/payments/reconciliation', name: 'Reconciliation', route: undefined },
  { to: '/payments/providers', name: 'Providers', route: undefined },
] as const

type Queued = Exclude<(typeof pages)[number]['route'], undefined>

/** The queues of payments, each with how much waits in it, and the pages beside them. */
export function Payments() {
  return (
    <>
      <PageTabs label="Payments">
        {pages.map(({ to, name, route }) => (
          <Link key={to} to={to}>
            {name}
            {route && <Count route={route} />}
          </Link>
        ))}
      </PageTabs>
      <Outlet />
    </>
  )
}

const countedEveryMs = 15_000

function Count({ route }: { route: Queued }) {
  const { data } = useRead(route, { limit: 1 }, { everyMs: countedEveryMs })
  return data === undefined || data.meta.total === 0 ? null : <span className={style.count}>{data.meta.total}</span>
}
