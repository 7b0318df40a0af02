import { operatorPromotions } from '@nare/contract/operator-promotions'
import type { Answer } from '@nare/contract/route'
import { isoDay } from '@nare/ui/format'
import { Empty, Head } from '../../parts/controls.tsx'
import { CsvLink } from '../../parts/csv-link.tsx'
import { countColumn } from '../../parts/figure-columns.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { Filters, TextFilter } from '../../parts/filter.tsx'
import { amountText } from '../../parts/format.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { serverNow } from '../../wire/browser.ts'
import { useRead } from '../../wire/use-read.ts'

type Source = Answer<typeof operatorPromotions.attribution>['data'][number]

const usualDays = 30
const dayMs = 86_400_000

/** Where the accounts came from, with what they did in the days and what their bonus money cost. */
export function Sources() {
  const [filters, setFilters] = useFilters<'from' | 'to' | 'sort'>()
  const to = filters.to ?? isoDay(serverNow())
  const from = filters.from ?? isoDay(Date.parse(to) - (usualDays - 1) * dayMs)
  const read = useRead(operatorPromotions.attribution, { from, to })
  return (
    <>
      <Head title="Sources" about="Accounts by the campaign that they signed up with">
        <CsvLink list={operatorPromotions.attribution} filters={{ from, to }} />
      </Head>
      <Filters>
        <TextFilter label="From" type="date" value={from} onChange={(next) => setFilters({ from: next })} />
        <TextFilter label="Until" type="date" value={to} onChange={(next) => setFilters({ to: next })} />
      </Filters>
      <Loaded of={{ isLoading: read.isPending, error: read.error, retry: () => void read.refetch() }}>
        <DataTable
          label="Sources"
          rows={read.data?.data ?? []}
          columns={columns}
          rowId={idOf}
          sort={filters.sort}
          onSort={(next) => setFilters({ sort: next })}
          empty={<Empty>No accounts in these days.</Empty>}
        />
      </Loaded>
    </>
  )
}

const idOf = ({ utm_source, utm_campaign, btag }: Source): string =>
  [utm_source, utm_campaign, btag].map((part) => part ?? '').join('|')

const amount = (id: 'deposited' | 'staked' | 'returned' | 'bonus_cost', head: string): Column<Source> => ({
  ...{ id, head, end: true, width: 104, wide: id !== 'deposited' },
  cell: (row) => amountText(row[id]),
  sort: (row) => Number(row[id]),
})

const columns: readonly Column<Source>[] = [
  {
    id: 'source',
    head: 'Source',
    cell: ({ utm_source }) => <b>{utm_source ?? 'None'}</b>,
    sort: ({ utm_source }) => utm_source ?? '',
  },
  {
    id: 'campaign',
    head: 'Campaign',
    cell: ({ utm_campaign }) => utm_campaign ?? '–',
    sort: (row) => row.utm_campaign ?? '',
    wide: true,
  },
  { id: 'btag', head: 'Tag', cell: ({ btag }) => btag ?? '–', sort: ({ btag }) => btag ?? '', width: 96, roomy: true },
  countColumn('signups', 'New accounts', { width: 104 }),
  countColumn('depositors', 'Depositors', { width: 92, roomy: true }),
  amount('deposited', 'Deposited'),
  amount('staked', 'Staked'),
  amount('returned', 'Returned'),
  amount('bonus_cost', 'Bonus cost'),
]
