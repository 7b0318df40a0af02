import { operatorIncidents, type Incident } from '@nare/contract/operator-incidents'
import { Button } from '@nare/ui/button'
import { useState } from 'react'
import { ReadAge } from '../../parts/age.tsx'
import { Empty, Facts, Head, Tag } from '../../parts/controls.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { countText, whenText } from '../../parts/format.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Panel, Words } from '../../parts/panel.tsx'
import { Queue } from '../../parts/queue.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
import { useRows } from '../../wire/use-rows.ts'
import { AddForm, OpenForm } from './incident-forms.tsx'

const hourMs = 3_600_000

/** Incidents with data of persons: how many hours are left to tell the authority, what was told, and the notes of each. */
export function Incidents() {
  const [filters, setFilters] = useFilters<'incident' | 'sort'>()
  const [isOpening, setOpening] = useState(false)
  const list = useRows(operatorIncidents.incidents, {}, { everyMs: 15_000 })
  const open = list.rows.find(({ incident_id }) => incident_id === filters.incident)
  const mayAct = useMay()('protection.act')
  const show = (incident: string | undefined): void => {
    setOpening(false)
    setFilters({ incident })
  }
  return (
    <>
      <Head title="Incidents" about={<ReadAge atMs={list.readAtMs} />}>
        {mayAct && (
          <Button small onClick={() => setOpening(true)}>
            Open an incident
          </Button>
        )}
      </Head>
      <Loaded of={list}>
        <Queue
          label="Incident"
          onClose={() => show(undefined)}
          panel={
            isOpening ? (
              <Panel>
                <OpenForm onClose={() => setOpening(false)} />
              </Panel>
            ) : (
              open && (
                <Panel>
                  <Told of={open} />
                  {mayAct && open.closed_at === null && <AddForm key={open.incident_id} of={open} />}
                </Panel>
              )
            )
          }
        >
          <DataTable
            label="Incidents"
            rows={list.rows}
            columns={columns}
            rowId={({ incident_id }) => incident_id}
            active={filters.incident}
            onActive={show}
            sort={filters.sort}
            onSort={(sort) => setFilters({ sort })}
            onEnd={list.more}
            empty={<Empty>No incident was opened.</Empty>}
          />
        </Queue>
      </Loaded>
    </>
  )
}

const columns: readonly Column<Incident>[] = [
  {
    id: 'found',
    head: 'Found',
    cell: ({ found_at }) => whenText(found_at, serverNow()),
    sort: ({ found_at }) => found_at,
    width: 120,
    wide: true,
  },
  { id: 'what', head: 'What', cell: ({ what }) => what },
  {
    id: 'persons',
    head: 'Persons',
    cell: ({ persons }) => (persons === null ? 'Not known' : countText(persons)),
    end: true,
    width: 96,
    wide: true,
  },
  { id: 'clock', head: 'Authority', cell: (row) => <Clock of={row} />, end: true, width: 150 },
]

/** How long there is to tell the authority, or that it was told. */
function Clock({ of: { due_at, told_at, closed_at } }: { of: Incident }) {
  if (told_at !== null) return <Tag tone="up">Told {whenText(told_at, serverNow())}</Tag>
  if (closed_at !== null) return <Tag>Closed</Tag>
  const leftMs = Date.parse(due_at) - serverNow()
  if (leftMs < 0) return <Tag tone="down">{Math.ceil(-leftMs / hourMs)} h late</Tag>
  return <Tag tone="amber">{Math.floor(leftMs / hourMs)} h left</Tag>
}

const kinds = { told: 'Told the authority', note: 'Note', closed: 'Closed' } as const

function Told({ of }: { of: Incident }) {
  const { what, persons, found_at, due_at, opened_by, opened_at, notes } = of
  return (
    <>
      <Words>{what}</Words>
      <Facts
        rows={[
          ['Authority', <Clock key="clock" of={of} />],
          ['Tell it by', whenText(due_at, serverNow())],
          ['Found', whenText(found_at, serverNow())],
          ['Persons', persons === null ? 'Not known' : countText(persons)],
          ['Opened', `${opened_by}, ${whenText(opened_at, serverNow())}`],
        ]}
      />
      {notes.map(({ kind, text, at, by }) => (
        <div key={`${at} ${text}`}>
          <b>{kinds[kind]}</b> · {by}, {whenText(at, serverNow())}
          <Words>{text}</Words>
        </div>
      ))}
    </>
  )
}
