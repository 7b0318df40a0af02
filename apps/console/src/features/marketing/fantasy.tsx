import { operatedWeekStates, operatorFantasy } from '@nare/contract/operator-fantasy'
import { Tag } from '../../parts/controls.tsx'
import { countColumn } from '../../parts/figure-columns.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { ChoiceFilter, Filters } from '../../parts/filter.tsx'
import { amountText, labelOf, whenText } from '../../parts/format.ts'
import { PanelList } from '../../parts/panel-list.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { serverNow } from '../../wire/browser.ts'
import { WeekPanel } from './week-panel.tsx'
import type { Week } from './rows.ts'

/** The fantasy weeks: entries, prizes and what these cost. */
export function FantasyWeeks() {
  const [filters, setFilters] = useFilters<'state' | 'id'>()
  const state = operatedWeekStates.find((one) => one === filters.state)
  return (
    <PanelList
      title="Fantasy"
      route={operatorFantasy.fantasyWeeks}
      input={{ ...(state && { state }) } as never}
      columns={columns}
      rowId={({ week_id }: Week) => week_id}
      panel={(row, close) => <WeekPanel row={row} onClose={close} />}
      filters={
        <Filters>
          <ChoiceFilter
            label="State"
            value={state}
            options={operatedWeekStates}
            onChange={(next) => setFilters({ state: next, id: undefined })}
          />
        </Filters>
      }
      empty="No weeks."
    />
  )
}

const columns: readonly Column<Week>[] = [
  { id: 'week', head: 'Week', cell: ({ competition }) => <b>{competition}</b>, sort: ({ competition }) => competition },
  {
    id: 'kind',
    head: 'Matches of',
    cell: ({ kind }) => (kind === 'nare' ? 'Nare league' : 'The catalogue'),
    sort: ({ kind }) => kind,
    width: 110,
    roomy: true,
  },
  {
    id: 'deadline',
    head: 'Entry until',
    cell: ({ deadline }) => whenText(deadline, serverNow()),
    sort: ({ deadline }) => deadline,
    width: 110,
  },
  {
    id: 'state',
    head: 'State',
    cell: ({ state }) => (state === 'closed' ? <Tag>Closed</Tag> : labelOf(state)),
    sort: ({ state }) => state,
    width: 90,
  },
  countColumn('teams', 'Entries', { width: 76, wide: true }),
  countColumn('won', 'Points won', { width: 96, wide: true }),
  {
    id: 'cost',
    head: 'Cost',
    cell: ({ cost }) => <b>{amountText(cost.won)}</b>,
    sort: ({ cost }) => Number(cost.won),
    end: true,
    width: 92,
    wide: true,
  },
]
