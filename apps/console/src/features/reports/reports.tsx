import { Link, Outlet } from '@tanstack/react-router'
import { PageTabs } from '../../parts/page-tabs.tsx'

const pages = [
  { to: '/reports/gross', name: 'Gross result' },
  { to: '/reports/tax', name: 'Taxes' },
  { to: '/reports/payments', name: 'Mobile money' },
  { to: '/reports/bettors', name: 'Bettors' },
  { to: '/reports/funds', name: 'Funds' },
] as const

type Days = { readonly from?: string; readonly to?: string }
/** Days stay when the page changes. */
const keepDays = ({ from, to }: Days): Days => ({ ...(from && { from }), ...(to && { to }) })

/** The room of figures: a report for each tab. */
export function Reports() {
  return (
    <>
      <PageTabs label="Reports">
        {pages.map(({ to, name }) => (
          <Link key={to} to={to} search={keepDays as never}>
            {name}
          </Link>
        ))}
      </PageTabs>
      <Outlet />
    </>
  )
}
