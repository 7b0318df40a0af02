import { operatorCare as care, careRules, markerStates, type CareMarker } from '@nare/contract/care'
import { ReadAge } from '../../parts/age.tsx'
import { useBettorKey } from '../../parts/bettor-link.tsx'
import { Empty, Head, Tag } from '../../parts/controls.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { ChoiceFilter, Filters, TextFilter } from '../../parts/filter.tsx'
import { labelOf, whenText } from '../../parts/format.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { markerText } from '../../parts/marker-text.ts'
import { Queue } from '../../parts/queue.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { serverNow } from '../../wire/browser.ts'
import { useRead } from '../../wire/use-read.ts'
import { useRows } from '../../wire/use-rows.ts'
import { MarkerPanel } from './marker-panel.tsx'

const states = [...markerStates.filter((state) => state !== 'open'), 'any'] as const
type Filter = 'marker' | 'state' | 'rule' | 'bettor' | 'sort'

/**
 * Markers of harm with the facts that raised them. The one that is chosen is read by its id, so that an address opens it in any state; its panel
 * has what may be done about it.
 */
export function Markers() {
  const [{ marker: id, sort, ...filters }, setFilters] = useFilters<Filter>()
  const state = states.find((each) => each === filters.state)
  const rule = careRules.find((each) => each === filters.rule)
  const bettor = /^[1-9]\d{0,17}$/.exec(filters.bettor ?? '')?.[0]
  const asked = { ...(state && { state }), ...(rule && { rule }), ...(bettor && { bettor_id: bettor }) }
  const list = useRows(care.careMarkers, asked, { everyMs: 15_000 })
  const { data } = useRead(care.careMarker, { marker_id: id ?? '' }, { enabled: id !== undefined, everyMs: 15_000 })
  const open = data?.data.marker_id === id ? data?.data : undefined
  useBettorKey(open?.bettor_id)
  const show = (next: string | undefined): void => setFilters({ marker: next })
  return (
    <>
      <Head title="Markers of harm" about={<ReadAge atMs={list.readAtMs} />} />
      <Filters>
        <ChoiceFilter
          label="State"
          none="Open"
          value={state}
          options={states}
          textOf={labelOf}
          onChange={(next) => setFilters({ state: next, marker: undefined })}
        />
        <ChoiceFilter
          label="Rule"
          value={rule}
          options={careRules}
          textOf={labelOf}
          onChange={(next) => setFilters({ rule: next, marker: undefined })}
        />
        <TextFilter
          label="Bettor's id"
          wide
          value={filters.bettor}
          onChange={(next) => setFilters({ bettor: next, marker: undefined })}
        />
      </Filters>
      <Loaded of={list}>
        <Queue
          label="Marker"
          onClose={() => show(undefined)}
          panel={open && <MarkerPanel key={open.marker_id} marker={open} />}
        >
          <DataTable
            label="Markers of harm"
            rows={list.rows}
            columns={columns}
            rowId={({ marker_id }) => marker_id}
            active={id}
            onActive={show}
            sort={sort}
            onSort={(next) => setFilters({ sort: next })}
            onEnd={list.more}
            empty={<Empty>{state ? 'None.' : 'Nothing waits.'}</Empty>}
          />
        </Queue>
      </Loaded>
    </>
  )
}

const columns: readonly Column<CareMarker>[] = [
  {
    id: 'at',
    head: 'Raised',
    cell: ({ raised_at }) => whenText(raised_at, serverNow()),
    sort: (row) => row.raised_at,
    width: 110,
    wide: true,
  },
  {
    id: 'bettor',
    head: 'Bettor',
    cell: ({ bettor_id }) => `B-${bettor_id}`,
    sort: (row) => Number(row.bettor_id),
    width: 90,
  },
  { id: 'rule', head: 'Rule', cell: ({ rule }) => labelOf(rule), sort: ({ rule }) => rule, width: 160, wide: true },
  { id: 'facts', head: 'Facts', cell: markerText },
  {
    id: 'contacts',
    head: 'Contacts',
    cell: ({ contacts }) => contacts,
    sort: ({ contacts }) => contacts,
    end: true,
    width: 80,
    wide: true,
  },
  {
    id: 'due',
    head: 'Promised',
    cell: (row) => <Standing of={row} />,
    sort: ({ due_at }) => due_at,
    end: true,
    width: 150,
  },
]

function Standing({ of: { state, due_at, followed_by, closed_by } }: { of: CareMarker }) {
  if (state === 'closed') return <Tag>Closed by {closed_by}</Tag>
  if (state === 'followed') return <Tag tone="up">Followed by {followed_by}</Tag>
  const when = whenText(due_at, serverNow())
  return Date.parse(due_at) < serverNow() ? <Tag tone="amber">Late since {when}</Tag> : when
}
