import { consoleTickets, type TicketRow } from '@nare/contract/console-tickets'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Age } from '../../parts/age.tsx'
import { BettorLink } from '../../parts/bettor-link.tsx'
import { Empty, Head } from '../../parts/controls.tsx'
import { CsvLink } from '../../parts/csv-link.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { amountText, labelOf, whenText } from '../../parts/format.ts'
import { useKeys } from '../../parts/keys.ts'
import { LoadFailed } from '../../parts/load-failed.tsx'
import { serverNow } from '../../wire/browser.ts'
import { FilterBar } from './filter-bar.tsx'
import { filtersOf, hasFilters } from './filters.ts'
import { TicketTag } from './ticket-tag.tsx'
import { useTickets } from './use-tickets.ts'
import style from './tickets.module.css'

const columns: readonly Column<TicketRow>[] = [
  { id: 'placed', head: 'Placed', width: 100, cell: ({ placed_at }) => whenText(placed_at, serverNow()) },
  {
    ...{ id: 'ticket', head: 'Ticket', width: 80 },
    cell: ({ bet_id }) => (
      <Link to="/bets/$id" params={{ id: bet_id }} className="num" tabIndex={-1}>
        {bet_id}
      </Link>
    ),
  },
  { id: 'product', head: 'Product', width: 88, wide: true, cell: ({ product }) => labelOf(product) },
  {
    id: 'bettor',
    head: 'Bettor',
    width: 132,
    wide: true,
    cell: ({ bettor_id, bettor_name }) => (
      <BettorLink id={bettor_id}>{bettor_name ?? <span className="num">{bettor_id}</span>}</BettorLink>
    ),
    sort: ({ bettor_id }) => Number(bettor_id),
  },
  {
    ...{ id: 'text', head: 'On', wide: true },
    cell: ({ text, legs }) => (legs > 1 ? `${text} and ${legs - 1} more` : text),
    sort: ({ text }) => text,
  },
  {
    ...{ id: 'stake', head: 'Stake', end: true, width: 84 },
    cell: ({ stake }) => amountText(stake),
    sort: ({ stake }) => Number(stake),
  },
  {
    ...{ id: 'odds', head: 'Odds', end: true, width: 72, wide: true },
    cell: ({ total_odds }) => total_odds ?? '–',
    sort: ({ total_odds }) => (total_odds === null ? undefined : Number(total_odds)),
  },
  {
    id: 'win',
    head: 'Could pay',
    end: true,
    width: 104,
    wide: true,
    cell: ({ possible_win }) => amountText(possible_win),
    sort: ({ possible_win }) => (possible_win === null ? undefined : Number(possible_win)),
  },
  {
    ...{ id: 'returned', head: 'Paid', end: true, width: 96, wide: true },
    cell: ({ returned, state }) => (state === 'open' && returned === '0.00' ? '–' : amountText(returned)),
    sort: ({ returned }) => Number(returned),
  },
  {
    id: 'state',
    head: 'State',
    width: 96,
    cell: ({ state }) => <TicketTag state={state} />,
    sort: ({ state }) => state,
  },
]

/** The tickets of all products, newest first and live; its filters stay in the address. */
export function TicketsPage() {
  const search = useSearch({ strict: false })
  const filters = useMemo(() => filtersOf(search), [search])
  const navigate = useNavigate()
  const tickets = useTickets(filters)
  useKeys([
    { keys: ['Escape'], label: 'clear filters', press: () => void navigate({ to: '/bets' }), on: hasFilters(filters) },
  ])
  return (
    <>
      <Head
        title="Bets"
        about={hasFilters(filters) ? 'newest first, of those that match' : 'all products, newest first, live'}
      >
        <Link to="/bets/codes">Booking codes</Link>
        <Age atMs={tickets.atMs || undefined} />
        <CsvLink list={consoleTickets.tickets} filters={filters} />
      </Head>
      <FilterBar filters={filters} />
      {tickets.error ? (
        <LoadFailed error={tickets.error} onRetry={() => void tickets.retry()} />
      ) : (
        <DataTable
          label="Tickets"
          rows={tickets.rows}
          columns={columns}
          rowId={({ bet_id }) => bet_id}
          onOpen={({ bet_id }) => void navigate({ to: '/bets/$id', params: { id: bet_id } })}
          onEnd={tickets.isSearching ? undefined : tickets.more}
          empty={<Empty>{tickets.isLoading ? 'Loading…' : 'No ticket matches.'}</Empty>}
        />
      )}
      {tickets.isSearching && (
        <p className={style.more} role="status">
          Only a part of the tickets is searched so far.{' '}
          <button type="button" onClick={tickets.more} disabled={tickets.isReading}>
            {tickets.isReading ? 'Searching…' : 'Search further back'}
          </button>
        </p>
      )}
    </>
  )
}
