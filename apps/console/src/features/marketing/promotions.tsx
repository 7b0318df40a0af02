import { operatorPromotions, operatorPromotionStates } from '@nare/contract/operator-promotions'
import { Tag } from '../../parts/controls.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { ChoiceFilter, Filters } from '../../parts/filter.tsx'
import { amountText, countText, labelOf, whenText } from '../../parts/format.ts'
import { NewLink } from '../../parts/new-link.tsx'
import { PanelList } from '../../parts/panel-list.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { serverNow } from '../../wire/browser.ts'
import { PromotionPanel } from './promotion-panel.tsx'
import { stateText } from './promotion-texts.ts'
import { costOf, type Promotion } from './rows.ts'

/** Promotions in all states, with what each costs and what can be done about it. */
export function Promotions() {
  const [filters, setFilters] = useFilters<'state' | 'id'>()
  const state = operatorPromotionStates.find((one) => one === filters.state)
  return (
    <PanelList
      title="Promotions"
      route={operatorPromotions.promotions}
      input={{ ...(state && { state }) } as never}
      columns={columns}
      rowId={({ promotion_id }: Promotion) => promotion_id}
      panel={(row, close) => <PromotionPanel row={row} onClose={close} />}
      tools={<NewLink to="/house/promotions/new" name="New promotion" permission="marketing.manage" />}
      filters={
        <Filters>
          <ChoiceFilter
            label="State"
            value={state}
            options={operatorPromotionStates}
            textOf={stateText}
            onChange={(next) => setFilters({ state: next, id: undefined })}
          />
        </Filters>
      }
      empty="No promotions."
    />
  )
}

const columns: readonly Column<Promotion>[] = [
  { id: 'title', head: 'Promotion', cell: ({ title }) => <b>{title.en}</b>, sort: ({ title }) => title.en },
  { id: 'kind', head: 'Kind', cell: ({ kind }) => labelOf(kind), sort: ({ kind }) => kind, width: 130, roomy: true },
  {
    id: 'state',
    head: 'State',
    cell: ({ state }) => (state === 'proposed' ? <Tag tone="amber">Waits</Tag> : labelOf(state)),
    sort: ({ state }) => state,
    width: 92,
  },
  {
    id: 'until',
    head: 'Until',
    cell: ({ ends_at }) => whenText(ends_at, serverNow()),
    sort: ({ ends_at }) => ends_at,
    width: 110,
    roomy: true,
  },
  {
    id: 'joined',
    head: 'Joined',
    cell: ({ bettors }) => countText(bettors.joined),
    sort: ({ bettors }) => bettors.joined,
    end: true,
    width: 76,
    wide: true,
  },
  {
    id: 'given',
    head: 'Given',
    cell: ({ cost }) => amountText(cost.given),
    sort: ({ cost }) => Number(cost.given),
    end: true,
    width: 96,
  },
  {
    id: 'converted',
    head: 'Became cash',
    cell: ({ bonus }) => amountText(bonus?.converted),
    sort: ({ bonus }) => Number(bonus?.converted ?? 0),
    end: true,
    width: 104,
    roomy: true,
  },
  {
    id: 'cost',
    head: 'Cost',
    cell: (row) => <b>{amountText(costOf(row))}</b>,
    sort: (row) => Number(costOf(row)),
    end: true,
    width: 96,
    wide: true,
  },
  {
    id: 'cap',
    head: 'At most',
    cell: ({ cost }) => amountText(cost.cap),
    sort: ({ cost }) => Number(cost.cap),
    end: true,
    width: 100,
    wide: true,
  },
]
