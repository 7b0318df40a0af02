import { Link, useParams } from '@tanstack/react-router'
import { Empty } from '../../parts/controls.tsx'
import { PageTabs } from '../../parts/page-tabs.tsx'
import { GrossPage } from './gross.tsx'
import { BettorsReportPage, FundsPage, PaymentsReportPage } from './other-reports.tsx'
import { TaxesPage } from './taxes.tsx'

const pages = [
  { report: 'gross', name: 'Gross result', Page: GrossPage },
  { report: 'tax', name: 'Taxes', Page: TaxesPage },
  { report: 'payments', name: 'Mobile money', Page: PaymentsReportPage },
  { report: 'bettors', name: 'Bettors', Page: BettorsReportPage },
  { report: 'funds', name: 'Funds', Page: FundsPage },
] as const

type Days = { readonly from?: string; readonly to?: string }
/** Days stay when the page changes. */
const keepDays = ({ from, to }: Days): Days => ({ ...(from && { from }), ...(to && { to }) })

/** The room of figures: a report for each tab. */
export function ReportsPage() {
  const { report } = useParams({ strict: false }) as { report?: string }
  const Page = pages.find((one) => one.report === report)?.Page
  return (
    <>
      <PageTabs label="Reports">
        {pages.map(({ report: of, name }) => (
          <Link key={of} to="/reports/$report" params={{ report: of }} search={keepDays as never}>
            {name}
          </Link>
        ))}
      </PageTabs>
      {Page ? <Page /> : <Empty>There is no such report.</Empty>}
    </>
  )
}
