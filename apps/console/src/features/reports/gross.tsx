import { consoleReports, grossKeys, type GrossKey, type GrossRow } from '@nare/contract/console-reports'
import { products } from '@nare/contract/products'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Signed } from '../../parts/amounts.tsx'
import { Empty } from '../../parts/controls.tsx'
import { amountColumn, countColumn } from '../../parts/figure-columns.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { ChoiceFilter } from '../../parts/filter.tsx'
import { countOf, dayText, labelOf, moneyText, percentText } from '../../parts/format.ts'
import { loadPlot } from '../../parts/plot-language.ts'
import { useRead } from '../../wire/use-read.ts'
import { useReport } from './days.ts'
import { ReportPage } from './report-page.tsx'
import style from './reports.module.css'

/** The picture comes after the page. Where it cannot be drawn the table says everything. */
const GrossChart = lazy(() =>
  loadPlot(() => import('./gross-chart.tsx')).then(
    ({ GrossChart: chart }) => ({ default: chart }),
    () => ({ default: (_: { rows: readonly GrossRow[] }) => <></> }),
  ),
)

/** Stakes, returns and what is left, by day as a picture and by the chosen key as a table. A row leads to its bets. */
export function GrossPage() {
  const report = useReport()
  const { filters, setFilters, days } = report
  const by = grossKeys.find((key) => key === filters.by) ?? 'day'
  const product = products.find((one) => one === filters.product)
  const of = { ...days, ...(product && { product }) }
  const read = useRead(consoleReports.grossReport, { ...of, by })
  const byDay = useRead(consoleReports.grossReport, { ...of, by: 'day' })
  const navigate = useNavigate()
  const open = ({ key }: GrossRow): void => {
    const within = by === 'day' ? { from: key, to: key } : days
    const chosen = by === 'product' ? key : (product ?? (by === 'day' || by === 'source' ? undefined : productOf(key)))
    void navigate({ to: '/bets', search: { ...within, ...(chosen && { product: chosen }) } as never })
  }
  return (
    <ReportPage
      title="Gross result"
      list={consoleReports.grossReport}
      read={read}
      report={report}
      asked={{ by, product }}
      filters={
        <>
          <ChoiceFilter
            label="By"
            value={by}
            options={grossKeys}
            none="Day"
            onChange={(next) => setFilters({ by: next, sort: undefined })}
          />
          <ChoiceFilter
            label="Product"
            value={product}
            options={products}
            onChange={(next) => setFilters({ product: next })}
          />
        </>
      }
    >
      {({ data, total }) => (
        <>
          <div className={style.total}>
            <strong>{moneyText(total.gross)}</strong>
            <span>
              of {moneyText(total.stakes)} staked in {countOf(total.bets, 'bet')} of {countOf(total.bettors, 'bettor')}{' '}
              · margin {percentText(total.margin_percent)} · bonus money staked {moneyText(total.bonus)} · the period
              before {moneyText(total.gross_before)}
            </span>
          </div>
          {byDay.data && (
            <Suspense fallback={<div className={style.chart} />}>
              <GrossChart rows={byDay.data.data} />
            </Suspense>
          )}
          <DataTable
            label={`Gross result by ${by}`}
            rows={data}
            columns={columnsOf(by)}
            rowId={({ key }) => key}
            sort={filters.sort}
            onSort={(sort) => setFilters({ sort })}
            onOpen={open}
            empty={<Empty>No bets on these days.</Empty>}
          />
        </>
      )}
    </ReportPage>
  )
}

/** The product whose bets a sport, competition or market is of: those of the others are named by it. */
const productOf = (key: string): string | undefined =>
  products.find((one) => key === one || key.startsWith(`${one}-`)) ?? (/^\d/.test(key) ? 'sports' : undefined)

const columnsOf = (by: GrossKey): readonly Column<GrossRow>[] => [
  {
    id: 'key',
    head: labelOf(by),
    cell: ({ key, name }) => (by === 'day' ? dayText(key) : name),
    sort: ({ key, name }) => (by === 'day' ? key : name),
  },
  ...columns,
]

const columns: readonly Column<GrossRow>[] = [
  countColumn('bets', 'Bets', { width: 90, wide: true }),
  countColumn('bettors', 'Bettors', { width: 90, roomy: true }),
  amountColumn('stakes', 'Stakes', { width: 110 }),
  amountColumn('returns', 'Returns', { width: 130, wide: true }),
  amountColumn('cash_outs', 'Cash-outs', { width: 110, roomy: true }),
  amountColumn('bonus', 'Bonus staked', { width: 110, roomy: true }),
  {
    id: 'gross',
    head: 'Gross result',
    cell: ({ gross }) => <Signed amount={gross} />,
    sort: ({ gross }) => Number(gross),
    end: true,
    width: 130,
  },
  {
    id: 'before',
    head: 'Before',
    cell: ({ gross_before }) => <Signed amount={gross_before} />,
    sort: ({ gross_before }) => Number(gross_before),
    end: true,
    width: 110,
    roomy: true,
  },
  {
    id: 'year',
    head: 'A year ago',
    cell: ({ gross_year_before: amount }) => (amount === null ? '' : <Signed amount={amount} />),
    sort: ({ gross_year_before: amount }) => Number(amount ?? 0),
    end: true,
    width: 110,
    roomy: true,
  },
  {
    id: 'margin',
    head: 'Margin',
    cell: ({ margin_percent }) => percentText(margin_percent),
    sort: ({ margin_percent }) => Number(margin_percent ?? 0),
    end: true,
    width: 80,
    wide: true,
  },
]
