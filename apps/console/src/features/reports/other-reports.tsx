import type { Answer } from '@nare/contract/route'
import { consoleReports } from '@nare/contract/console-reports'
import { Signed } from '../../parts/amounts.tsx'
import { Empty, Facts, Tag } from '../../parts/controls.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { amountText, countText, dayText, labelOf, moneyText, whenText } from '../../parts/format.ts'
import { serverNow } from '../../wire/browser.ts'
import { useRead } from '../../wire/use-read.ts'
import { useReport } from './days.ts'
import { ReportPage } from './report-page.tsx'
import style from './reports.module.css'

type PaymentDay = Answer<typeof consoleReports.paymentsReport>['data'][number]
type PaymentsAnswer = Answer<typeof consoleReports.paymentsReport>
type BettorDay = Answer<typeof consoleReports.bettorsReport>['data'][number]
type FundLine = Answer<typeof consoleReports.fundsReport>['lines'][number]

/** A column of an amount or a count, which is sorted by its number; a `roomy` one is left out of narrow windows. */
function column<Row extends object>(
  id: keyof Row & string,
  head: string,
  textOf: (value: never) => string,
  roomy = false,
): Column<Row> {
  return {
    ...{ id, head, end: true, width: 108, roomy },
    cell: (row) => textOf(row[id] as never),
    sort: (row) => Number(row[id] ?? 0),
  }
}
const day = {
  id: 'day',
  head: 'Day',
  cell: ({ day: of }: { day: string }) => dayText(of),
  sort: ({ day: of }: { day: string }) => of,
}

/** Money in and out at each provider by day, and since when a withdrawal waits. */
export function PaymentsReportPage() {
  const report = useReport()
  const read = useRead(consoleReports.paymentsReport, report.days)
  return (
    <ReportPage title="Mobile money" list={consoleReports.paymentsReport} read={read} report={report}>
      {({ data, waiting, unpaid, prizes }) => (
        <>
          <div className={style.total}>
            <span>
              {waiting.oldest_at === null
                ? 'No withdrawal waits for a person.'
                : `${countText(waiting.count)} withdrawals wait for a person, the oldest since ${whenText(waiting.oldest_at, serverNow())}.`}
            </span>
            <Unpaid what="Withdrawals without an end" of={unpaid} />
            <Unpaid what="Results not settled" of={prizes} />
          </div>
          <DataTable
            label="Mobile money by day"
            rows={data}
            columns={paymentColumns}
            rowId={({ day: of, provider }) => `${of} ${provider}`}
            sort={report.filters.sort}
            onSort={(sort) => report.setFilters({ sort })}
            empty={<Empty>No payments on these days.</Empty>}
          />
        </>
      )}
    </ReportPage>
  )
}

/** What is not paid, since when the oldest waits, and whether that is longer than two days. */
function Unpaid({ what, of: { count, oldest_at, late } }: { what: string; of: PaymentsAnswer['unpaid'] }) {
  if (oldest_at === null) return null
  return (
    <span>
      {what}: {countText(count)}, the oldest since {whenText(oldest_at, serverNow())}.{' '}
      {late && <Tag tone="down">More than 2 days</Tag>}
    </span>
  )
}

const paymentColumns: readonly Column<PaymentDay>[] = [
  day,
  {
    id: 'provider',
    head: 'Provider',
    cell: ({ provider }) => labelOf(provider),
    sort: ({ provider }) => provider,
    width: 110,
    wide: true,
  },
  column<PaymentDay>('deposits', 'Deposits', countText, true),
  column<PaymentDay>('deposited', 'Paid in', amountText),
  column<PaymentDay>('withdrawals', 'Withdrawals', countText, true),
  column<PaymentDay>('withdrawn', 'Paid out', amountText),
  column<PaymentDay>('sent_back', 'Sent back', amountText, true),
  { ...column<PaymentDay>('net', 'Net', amountText), wide: true, cell: ({ net }) => <Signed amount={net} /> },
]

/** Sign-ups, bettors who placed a bet and depositors by day. */
export function BettorsReportPage() {
  const report = useReport()
  const read = useRead(consoleReports.bettorsReport, report.days)
  return (
    <ReportPage title="Bettors" list={consoleReports.bettorsReport} read={read} report={report}>
      {({ data, total }) => (
        <>
          <div className={style.total}>
            <span>
              {countText(total.active)} bettors placed a bet, {countText(total.depositors)} deposited on these days.
            </span>
          </div>
          <DataTable
            label="Bettors by day"
            rows={data}
            columns={bettorColumns}
            rowId={({ day: of }) => of}
            sort={report.filters.sort}
            onSort={(sort) => report.setFilters({ sort })}
          />
        </>
      )}
    </ReportPage>
  )
}

const bettorColumns: readonly Column<BettorDay>[] = [
  day,
  { ...column<BettorDay>('signed_up', 'Signed up', countText), wide: true },
  column<BettorDay>('active', 'Placed a bet', countText),
  column<BettorDay>('depositors', 'Deposited', countText, true),
  column<BettorDay>('deposited', 'Paid in', amountText, true),
  column<BettorDay>('stakes', 'Stakes', amountText, true),
  { ...column<BettorDay>('gross', 'Gross result', amountText), cell: ({ gross }) => <Signed amount={gross} /> },
]

const lineNames: Readonly<Record<FundLine['name'], string>> = {
  cash: 'Cash of bettors',
  returnable: 'Money to send back',
  withdrawals: 'Withdrawals on their way',
  bonus: 'Bonus money, not owed',
  debt: 'Debts of bettors',
  taxes: 'Taxes not remitted',
  mpesa: 'At M-Pesa',
  airtel: 'At Airtel Money',
  mixx: 'At Mixx by Yas',
  bank: 'In the bank, by the books',
}

/** What is owed to bettors beside the money that is there for it. */
export function FundsPage() {
  const read = useRead(consoleReports.fundsReport, {}, { everyMs: 30_000 })
  return (
    <ReportPage title="Funds" list={consoleReports.fundsReport} read={read}>
      {({ owed, float, bank, covered, lines }) => (
        <>
          <div className={style.total}>
            <strong>{moneyText(owed)}</strong>
            <span>owed to bettors</span>
            <Tag tone={covered ? 'up' : 'down'}>{covered ? 'Covered' : 'Not covered'}</Tag>
          </div>
          <div className={style.there}>
            <Facts
              rows={[
                ['At the providers', moneyText(float)],
                ['In the bank, by the books', moneyText(bank)],
              ]}
            />
          </div>
          <DataTable label="Funds" rows={lines} columns={fundColumns} rowId={({ name }) => name} />
        </>
      )}
    </ReportPage>
  )
}

const fundColumns: readonly Column<FundLine>[] = [
  { id: 'name', head: 'What', cell: ({ name }) => lineNames[name] },
  column<FundLine>('amount', 'By the books', amountText),
  column<FundLine>('said', 'Said the provider', amountText, true),
  {
    id: 'said_at',
    head: 'When',
    cell: ({ said_at: at }) => whenText(at, serverNow()),
    end: true,
    width: 120,
    wide: true,
  },
]
