import { consoleTaxes, type dailyTaxes, type TaxLine, type TaxTransfer } from '@nare/contract/console-taxes'
import type { Answer } from '@nare/contract/route'
import { Signed } from '../../parts/amounts.tsx'
import { BettorLink } from '../../parts/bettor-link.tsx'
import { CsvLink } from '../../parts/csv-link.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { amountText, countText, labelOf, whenText } from '../../parts/format.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { serverNow } from '../../wire/browser.ts'
import { useRead } from '../../wire/use-read.ts'
import { useRows } from '../../wire/use-rows.ts'

type Of = { readonly tax: (typeof dailyTaxes)[number]; readonly day: string }

/** What the tax of a day consists of: its kinds of transfers, and each of them. */
export function DayParts({ tax, day }: Of) {
  const lines = useRead(consoleTaxes.taxLines, { from: day, to: day, tax })
  const list = useRows(consoleTaxes.taxTransfers, { tax, day }, { everyMs: 60_000 })
  return (
    <>
      <div>
        <CsvLink list={consoleTaxes.taxLines} of="sums" filters={{ from: day, to: day, tax }} />{' '}
        {lines.data?.data.map(({ kind, transfers, amount }: TaxLine) => (
          <span key={kind}>
            {labelOf(kind)}: {amountText(amount)} in {countText(transfers)}.{' '}
          </span>
        ))}
      </div>
      <Loaded of={list}>
        <CsvLink list={consoleTaxes.taxTransfers} of="transfers" filters={{ tax, day }} />
        <DataTable
          label="Transfers of the tax"
          rows={list.rows}
          columns={transferColumns}
          rowId={({ transfer }) => transfer}
          onEnd={list.more}
          quiet
        />
      </Loaded>
    </>
  )
}

const transferColumns: readonly Column<TaxTransfer>[] = [
  { id: 'at', head: 'Time', cell: ({ at }) => whenText(at, serverNow()), width: 64 },
  { id: 'kind', head: 'Transfer', cell: ({ kind }) => labelOf(kind) },
  {
    id: 'bettor',
    head: 'Bettor',
    cell: ({ bettor_id: id }) => (id === null ? '' : <BettorLink id={id}>{id}</BettorLink>),
    width: 64,
  },
  { id: 'amount', head: 'Tax', cell: ({ amount }) => amountText(amount), end: true, width: 84 },
]

type ProductRow = Answer<typeof consoleTaxes.grossReturn>['data'][number]

/** The gross result of a month by product, which its tax is a part of. */
export function MonthParts({ month }: { month: string }) {
  const read = useRead(consoleTaxes.grossReturn, { month })
  return (
    <Loaded of={{ isLoading: read.isPending, error: read.error, retry: () => void read.refetch() }}>
      <div>
        <CsvLink list={consoleTaxes.grossReturn} filters={{ month }} />
      </div>
      <DataTable
        label="Gross result by product"
        rows={read.data?.data ?? []}
        columns={productColumns}
        rowId={({ product }) => product}
        quiet
      />
    </Loaded>
  )
}

const productColumns: readonly Column<ProductRow>[] = [
  { id: 'product', head: 'Product', cell: ({ product }) => labelOf(product), width: 84 },
  { id: 'stakes', head: 'Stakes', cell: ({ stakes }) => amountText(stakes), end: true, width: 68 },
  { id: 'returns', head: 'Returns', cell: ({ returns }) => amountText(returns), end: true, width: 68 },
  { id: 'percent', head: 'Rate', cell: ({ percent }) => `${percent}%`, end: true, width: 48 },
  { id: 'gross', head: 'Gross', cell: ({ gross }) => <Signed amount={gross} />, end: true, width: 68 },
]
