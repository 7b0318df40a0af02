import { careRules } from '@nare/contract/care'
import { accountStates, consoleBettors, type BettorRow } from '@nare/contract/console-bettors'
import { useNavigate } from '@tanstack/react-router'
import { Signed } from '../../parts/amounts.tsx'
import { Empty, Head, Tag } from '../../parts/controls.tsx'
import { CsvOfPersons } from '../../parts/csv-of-persons.tsx'
import { amountColumn } from '../../parts/figure-columns.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { ChoiceFilter, Filters, TextFilter } from '../../parts/filter.tsx'
import { dayText, labelOf, whenText } from '../../parts/format.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
import { useRows } from '../../wire/use-rows.ts'
import { listed } from './neighbours.ts'

type Filter = 'q' | 'state' | 'marker' | 'source' | 'sort' | 'row'

/** Accounts, the newest first, with filters in the address. Enter opens the bettor. */
export function Bettors() {
  const navigate = useNavigate()
  const seesMarkers = useMay()('protection.read')
  const [{ sort, row, ...filters }, setFilters] = useFilters<Filter>()
  const list = useRows(consoleBettors.bettors, filters as never, { by: 'before' })
  const open = ({ bettor_id }: BettorRow): void => {
    listed.set(list.rows.map((each) => each.bettor_id))
    void navigate({ to: '/bettors/$id', params: { id: bettor_id } })
  }
  return (
    <>
      <Head title="Bettors" about="Numbers are masked; a number is found only whole.">
        <CsvOfPersons list={consoleBettors.bettors} filters={filters} />
      </Head>
      <Filters>
        <TextFilter
          label="Number, id or name"
          focusKey="/"
          value={filters.q}
          onChange={(q) => setFilters({ q, row: undefined })}
        />
        <ChoiceFilter
          label="State"
          value={filters.state}
          options={accountStates}
          onChange={(state) => setFilters({ state, row: undefined })}
        />
        {seesMarkers && (
          <ChoiceFilter
            label="Signs of harm"
            wide
            value={filters.marker}
            options={['any', ...careRules]}
            onChange={(marker) => setFilters({ marker, row: undefined })}
          />
        )}
        <TextFilter
          label="Source"
          wide
          value={filters.source}
          onChange={(source) => setFilters({ source, row: undefined })}
        />
      </Filters>
      <Loaded of={list}>
        <DataTable
          label="Bettors"
          rows={list.rows}
          columns={columns}
          rowId={({ bettor_id }) => bettor_id}
          active={row}
          onActive={(next) => setFilters({ row: next })}
          onOpen={open}
          sort={sort}
          onSort={(next) => setFilters({ sort: next })}
          onEnd={list.more}
          empty={<Empty>Nobody has these filters.</Empty>}
        />
      </Loaded>
    </>
  )
}

const columns: readonly Column<BettorRow>[] = [
  { id: 'name', head: 'Name', cell: ({ name }) => <b>{name}</b>, sort: ({ name }) => name },
  { id: 'msisdn', head: 'Number', cell: ({ msisdn }) => msisdn, width: 120, wide: true },
  {
    id: 'state',
    head: 'State',
    cell: ({ state }) => (state === 'open' ? 'Open' : <Tag tone="amber">{labelOf(state)}</Tag>),
    sort: ({ state }) => state,
    width: 100,
  },
  {
    id: 'identity',
    head: 'Identity',
    cell: ({ identity }) => (identity === 'passed' ? '✓ Passed' : labelOf(identity)),
    sort: ({ identity }) => identity,
    width: 100,
    wide: true,
  },
  amountColumn('balance', 'Balance', { width: 110 }),
  {
    id: 'net',
    head: 'We kept, 30 days',
    cell: ({ net_30d }) => <Signed amount={net_30d} />,
    sort: ({ net_30d }) => Number(net_30d),
    end: true,
    width: 130,
    wide: true,
  },
  {
    id: 'seen',
    head: 'Last seen',
    cell: ({ last_seen_at }) => <span className="t3">{whenText(last_seen_at, serverNow())}</span>,
    sort: ({ last_seen_at }) => (last_seen_at === null ? undefined : Date.parse(last_seen_at)),
    end: true,
    width: 120,
    wide: true,
  },
  {
    id: 'since',
    head: 'Since',
    cell: ({ since }) => <span className="t3">{dayText(since)}</span>,
    sort: ({ since }) => Date.parse(since),
    end: true,
    width: 110,
    wide: true,
  },
]
