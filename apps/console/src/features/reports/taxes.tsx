import { consoleReports, taxNames, type TaxDay, type TaxName } from '@nare/contract/console-reports'
import { isoDay } from '@nare/ui/format'
import { Field } from '@nare/ui/field'
import { useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { textOf, typedCents } from '../../parts/cents.ts'
import { Empty, Facts, Tag } from '../../parts/controls.tsx'
import { amountColumn } from '../../parts/figure-columns.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { ChoiceFilter } from '../../parts/filter.tsx'
import { amountText, dayText, moneyText } from '../../parts/format.ts'
import { Queue } from '../../parts/queue.tsx'
import { serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
import { queries, useRead } from '../../wire/use-read.ts'
import { useReport } from './days.ts'
import { DayParts, MonthParts } from './tax-parts.tsx'
import { ReportPage } from './report-page.tsx'
import style from './reports.module.css'

const names = {
  excise: 'Excise',
  withholding: 'Withholding tax',
  winnings: 'Tax on winnings',
  gross: 'Gross result, of the month',
} as const satisfies Record<TaxName, string>

/** Whether a day is over: before, its tax cannot be remitted. */
const hasEnded = (day: string): boolean => day < isoDay(serverNow())

const idOf = ({ tax, day }: TaxDay): string => `${tax}-${day}`

/** The taxes of each day: due, declared, remitted, open. A remittance is entered in the panel, and somebody else of finance confirms it. */
export function TaxesPage() {
  const report = useReport()
  const { filters, setFilters, days } = report
  const tax = taxNames.find((one) => one === filters.tax)
  const read = useRead(consoleReports.taxReport, { ...days, ...(tax && { tax }) })
  const open = read.data?.data.find((row) => idOf(row) === filters.id)
  const close = (): void => setFilters({ id: undefined })
  return (
    <ReportPage
      title="Taxes"
      list={consoleReports.taxReport}
      read={read}
      report={report}
      asked={{ tax }}
      filters={
        <ChoiceFilter
          label="Tax"
          value={tax}
          options={taxNames}
          textOf={(one) => names[one]}
          onChange={(next) => setFilters({ tax: next })}
        />
      }
    >
      {({ data }) => (
        <Queue label="Tax" panel={open && <TaxPanel key={idOf(open)} row={open} onClose={close} />} onClose={close}>
          <DataTable
            label="Taxes"
            rows={data}
            columns={columns}
            rowId={idOf}
            active={filters.id}
            onActive={(id) => setFilters({ id })}
            sort={filters.sort}
            onSort={(sort) => setFilters({ sort })}
            empty={<Empty>Nothing is due for these days.</Empty>}
          />
        </Queue>
      )}
    </ReportPage>
  )
}

function TaxPanel({ row, onClose }: { row: TaxDay; onClose: () => void }) {
  const may = useMay()
  const isOpen = Number(row.open) > 0
  return (
    <div className={style.card}>
      <h2>
        {names[row.tax]}, {dayText(row.day)}
      </h2>
      <p className={style.amount}>{amountText(row.open)}</p>
      <Facts
        rows={[
          ['Due', amountText(row.due)],
          ['Declared', amountText(row.declared)],
          ['Remitted', amountText(row.remitted)],
          ...(row.basis === null ? [] : [[`${row.percent} % of`, amountText(row.basis)] as const]),
        ]}
      />
      {row.tax === 'gross' ? <MonthParts month={row.day.slice(0, 7)} /> : <DayParts tax={row.tax} day={row.day} />}
      {!hasEnded(row.day) && <p>It can be remitted once the {row.tax === 'gross' ? 'month' : 'day'} has ended.</p>}
      {hasEnded(row.day) && isOpen && may('tax.remit') && <RemitForm row={row} onClose={onClose} />}
    </div>
  )
}

const referenceMin = 3

function RemitForm({ row, onClose }: { row: TaxDay; onClose: () => void }) {
  const [typed, setTyped] = useState(row.open)
  const [reference, setReference] = useState('')
  const amount = typedCents(typed)
  const missing =
    amount === undefined
      ? 'Give the amount'
      : amount > (typedCents(row.open) ?? 0n)
        ? `At most ${moneyText(row.open)}`
        : reference.trim().length < referenceMin
          ? 'Give the reference'
          : undefined
  return (
    <ActionForm
      route={consoleReports.remitTax}
      title={`Enter a payment of ${names[row.tax].toLowerCase()}`}
      sentence={`${amount === undefined ? 'What was paid' : moneyText(textOf(amount))} for ${dayText(row.day)} counts as paid to the revenue authority, from the bank. Somebody else of finance confirms it.`}
      action={amount === undefined ? 'Propose' : `Propose ${moneyText(textOf(amount))}`}
      missing={missing}
      input={({ reason, id }) => ({
        ...{ id, tax: row.tax, day: row.day, reason },
        amount: textOf(amount ?? 0n),
        reference: reference.trim(),
      })}
      done={({ due, remitted }) => `Entered: ${moneyText(remitted)} of ${moneyText(due)} is remitted.`}
      onDone={() => void queries.invalidateQueries({ queryKey: [consoleReports.taxReport.path] })}
      onClose={onClose}
    >
      <Field
        label="Amount"
        value={typed}
        inputMode="decimal"
        autoComplete="off"
        data-first
        onChange={({ target }) => setTyped(target.value)}
      />
      <Field
        label="Reference of the payment (PRN)"
        value={reference}
        maxLength={60}
        autoComplete="off"
        onChange={({ target }) => setReference(target.value)}
      />
    </ActionForm>
  )
}

const columns: readonly Column<TaxDay>[] = [
  { id: 'day', head: 'Day', cell: ({ day }) => dayText(day), sort: ({ day }) => day, width: 128 },
  { id: 'tax', head: 'Tax', cell: ({ tax }) => names[tax], sort: ({ tax }) => tax },
  amountColumn('due', 'Due', { width: 110, wide: true }),
  {
    id: 'declared',
    head: 'Declared',
    cell: ({ declared }) => amountText(declared),
    sort: ({ declared }) => Number(declared ?? 0),
    end: true,
    width: 110,
    roomy: true,
  },
  amountColumn('remitted', 'Remitted', { width: 110, roomy: true }),
  {
    id: 'open',
    head: 'Open',
    cell: ({ open, day }) =>
      Number(open) > 0 && hasEnded(day) ? <Tag tone="amber">{amountText(open)}</Tag> : amountText(open),
    sort: ({ open }) => Number(open),
    end: true,
    width: 96,
  },
]
