import { operator } from '@nare/contract/operator'
import { Tag } from '../../parts/controls.tsx'
import { amountColumn, countColumn } from '../../parts/figure-columns.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { ChoiceFilter, Filters } from '../../parts/filter.tsx'
import { labelOf, whenText } from '../../parts/format.ts'
import { PanelList } from '../../parts/panel-list.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { serverNow } from '../../wire/browser.ts'
import { BoardPanel } from './board-panel.tsx'
import { partText } from './part-text.ts'
import { nameOf, type Season } from './rows.ts'

const states = ['running', 'ended', 'waiting', 'closed'] as const

/** The periods of the leaderboards, with their prizes against what was staked meanwhile. */
export function Boards() {
  const [filters, setFilters] = useFilters<'state' | 'id'>()
  const state = states.find((one) => one === filters.state)
  return (
    <PanelList
      title="Leaderboards"
      route={operator.boardSeasons}
      input={{ ...(state && { state }) } as never}
      columns={columns}
      rowId={({ season_id }: Season) => season_id}
      panel={(row, close) => <BoardPanel row={row} onClose={close} />}
      filters={
        <Filters>
          <ChoiceFilter
            label="State"
            value={state}
            options={states}
            textOf={(one) => (one === 'waiting' ? 'Prizes wait' : labelOf(one))}
            onChange={(next) => setFilters({ state: next, id: undefined })}
          />
        </Filters>
      }
      empty="No periods."
    />
  )
}

const columns: readonly Column<Season>[] = [
  { id: 'board', head: 'Board', cell: (row) => <b>{nameOf(row)}</b>, sort: nameOf },
  {
    id: 'since',
    head: 'From',
    cell: ({ since }) => whenText(since, serverNow()),
    sort: ({ since }) => since,
    width: 110,
    roomy: true,
  },
  {
    id: 'ends',
    head: 'Until',
    cell: ({ ends_at }) => whenText(ends_at, serverNow()),
    sort: ({ ends_at }) => ends_at,
    width: 110,
    wide: true,
  },
  { id: 'state', head: 'State', cell: (row) => <StateTag row={row} />, sort: ({ state }) => state, width: 108 },
  countColumn('winners', 'Winners', { width: 80, roomy: true }),
  amountColumn('paid', 'Prizes', { bold: true, width: 96 }),
  amountColumn('stakes', 'Stakes', { width: 110, wide: true }),
  {
    id: 'part',
    head: 'Of stakes',
    cell: ({ paid, stakes }) => partText(paid, stakes),
    sort: ({ paid, stakes }) => (Number(stakes) > 0 ? Number(paid) / Number(stakes) : undefined),
    end: true,
    width: 88,
    wide: true,
  },
]

/** Amber where prizes wait for a look, or a period waits to be closed. */
function StateTag({ row: { state, withheld } }: { row: Season }) {
  if (state === 'waiting') return <Tag tone="amber">Prizes wait</Tag>
  return withheld ? 'Withheld' : labelOf(state)
}
