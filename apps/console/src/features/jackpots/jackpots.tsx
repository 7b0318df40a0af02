import { operator } from '@nare/contract/operator'
import { operatedJackpotStates } from '@nare/contract/operator-jackpot'
import { Tag } from '../../parts/controls.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { ChoiceFilter, Filters } from '../../parts/filter.tsx'
import { amountText, countText, labelOf, signedText, whenText } from '../../parts/format.ts'
import { NewLink } from '../../parts/new-link.tsx'
import { PanelList } from '../../parts/panel-list.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { serverNow } from '../../wire/browser.ts'
import { JackpotPanel } from './jackpot-panel.tsx'
import type { Jackpot } from './rows.ts'

/** Jackpots in all states, with their money and what can be done about each. */
export function Jackpots() {
  const [filters, setFilters] = useFilters<'state' | 'id'>()
  const state = operatedJackpotStates.find((one) => one === filters.state)
  return (
    <PanelList
      title="Jackpots"
      route={operator.operatorJackpots}
      input={{ ...(state && { state }) } as never}
      columns={columns}
      rowId={({ jackpot_id }: Jackpot) => jackpot_id}
      panel={(row, close) => <JackpotPanel row={row} onClose={close} />}
      tools={<NewLink to="/house/jackpots/new" name="New jackpot" permission="jackpots.manage" />}
      filters={
        <Filters>
          <ChoiceFilter
            label="State"
            value={state}
            options={operatedJackpotStates}
            onChange={(next) => setFilters({ state: next, id: undefined })}
          />
        </Filters>
      }
      empty="No jackpots."
    />
  )
}

const columns: readonly Column<Jackpot>[] = [
  { id: 'name', head: 'Jackpot', cell: ({ name }) => <b>{name}</b>, sort: ({ name }) => name },
  {
    id: 'mode',
    head: 'Kind',
    cell: ({ mode }) => labelOf(mode),
    sort: ({ mode }) => mode,
    width: 100,
    roomy: true,
  },
  { id: 'state', head: 'State', cell: (row) => <StateTag row={row} />, sort: ({ state }) => state, width: 100 },
  {
    id: 'closes',
    head: 'Closes',
    cell: ({ closes_at }) => whenText(closes_at, serverNow()),
    sort: ({ closes_at }) => closes_at,
    width: 110,
    wide: true,
  },
  {
    id: 'tickets',
    head: 'Tickets',
    cell: ({ books }) => countText(books.tickets),
    sort: ({ books }) => books.tickets,
    end: true,
    width: 76,
    roomy: true,
  },
  {
    id: 'staked',
    head: 'Stakes',
    cell: ({ books }) => amountText(books.staked),
    sort: ({ books }) => Number(books.staked),
    end: true,
    width: 96,
    wide: true,
  },
  {
    id: 'prizes',
    head: 'Prizes',
    cell: ({ pool }) => amountText(pool.prizes),
    sort: ({ pool }) => Number(pool.prizes),
    end: true,
    width: 104,
  },
  {
    id: 'paid',
    head: 'Paid',
    cell: ({ books }) => amountText(books.paid),
    sort: ({ books }) => Number(books.paid),
    end: true,
    width: 96,
    wide: true,
  },
  {
    id: 'house',
    head: 'House keeps',
    cell: ({ books }) => signedText(books.house),
    sort: ({ books }) => Number(books.house),
    end: true,
    width: 104,
    roomy: true,
  },
]

/** The state of a pool; amber where a person is needed: a draft, a proposed cancellation, a settlement that failed. */
function StateTag({ row: { state, cancel_by, fault } }: { row: Jackpot }) {
  if (fault !== null && state === 'closed') return <Tag tone="amber">Cannot settle</Tag>
  if (state === 'draft') return <Tag tone="amber">Draft</Tag>
  if (cancel_by !== null && state !== 'cancelled') return <Tag tone="amber">Cancelling</Tag>
  return labelOf(state)
}
