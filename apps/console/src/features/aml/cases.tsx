import { amlCaseStates, type AmlCase } from '@nare/contract/aml'
import { operatorAml as calls } from '@nare/contract/operator-aml'
import { useNavigate } from '@tanstack/react-router'
import { ReadAge } from '../../parts/age.tsx'
import { Empty, Head, Tag } from '../../parts/controls.tsx'
import { CsvOfPersons } from '../../parts/csv-of-persons.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { ChoiceFilter, Filters, TextFilter } from '../../parts/filter.tsx'
import { whenText } from '../../parts/format.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { serverNow } from '../../wire/browser.ts'
import { useRows } from '../../wire/use-rows.ts'
import { caseStateTexts } from './texts.ts'
import { usePeople } from './use-people.ts'

const ended = amlCaseStates.filter((state) => state !== 'open')

/** Cases, the one that is due next first. Enter opens the page of one. */
export function Cases() {
  const [{ case: id, sort, ...filters }, setFilters] = useFilters<'case' | 'state' | 'bettor' | 'owner' | 'sort'>()
  const people = usePeople()
  const navigate = useNavigate()
  const state = ended.find((each) => each === filters.state)
  const bettor = /^[1-9]\d{0,17}$/.test(filters.bettor ?? '') ? filters.bettor : undefined
  const asked = {
    ...{ ...(state && { state }), ...(bettor && { bettor_id: bettor }) },
    ...(filters.owner && { owner: filters.owner }),
  }
  const list = useRows(calls.amlCases, asked, { everyMs: 15_000 })
  const filter = (change: Parameters<typeof setFilters>[0]): void => setFilters({ ...change, case: undefined })
  return (
    <>
      <Head title="Cases" about={<ReadAge atMs={list.readAtMs} />}>
        <CsvOfPersons list={calls.amlCases} filters={asked} />
      </Head>
      <Filters>
        <ChoiceFilter
          label="State"
          none={bettor === undefined ? 'Open' : 'All'}
          value={state}
          options={ended}
          textOf={(one) => caseStateTexts[one]}
          onChange={(next) => filter({ state: next })}
        />
        <ChoiceFilter
          label="Owner"
          value={filters.owner}
          options={people}
          textOf={(name) => name}
          onChange={(next) => filter({ owner: next })}
        />
        <TextFilter
          label="Bettor"
          wide
          placeholder="12"
          value={filters.bettor}
          onChange={(next) => filter({ bettor: next.replace(/^B-/i, '') })}
        />
      </Filters>
      <Loaded of={list}>
        <DataTable
          label="Cases"
          rows={list.rows}
          columns={columns}
          rowId={({ case_id }) => case_id}
          active={id}
          onActive={(next) => setFilters({ case: next })}
          onOpen={({ case_id }) => void navigate({ to: '/house/aml/cases/$id', params: { id: case_id } })}
          sort={sort}
          onSort={(next) => setFilters({ sort: next })}
          onEnd={list.more}
          empty={<Empty>{Object.keys(asked).length === 0 ? 'No case is open.' : 'None.'}</Empty>}
        />
      </Loaded>
    </>
  )
}

const columns: readonly Column<AmlCase>[] = [
  { id: 'due', head: 'Due', cell: (row) => <Due of={row} />, sort: ({ due_at }) => due_at, width: 150 },
  { id: 'case', head: 'Case', cell: ({ case_id }) => <b>{case_id}</b>, sort: (row) => Number(row.case_id), width: 70 },
  {
    id: 'bettor',
    head: 'Bettor',
    cell: ({ bettor_id, name }) => `${name} · B-${bettor_id}`,
    sort: ({ name }) => name,
    width: 210,
  },
  { id: 'reason', head: 'Reason', cell: ({ reason }) => reason, roomy: true },
  { id: 'owner', head: 'Owner', cell: ({ owner }) => owner, sort: ({ owner }) => owner, width: 110 },
  {
    id: 'opened',
    head: 'Opened',
    cell: ({ opened_at, opened_by }) => `${opened_by}, ${whenText(opened_at, serverNow())}`,
    sort: ({ opened_at }) => opened_at,
    width: 170,
    wide: true,
  },
  {
    id: 'report',
    head: 'Report',
    cell: ({ reference, reported_at }) => reference ?? (reported_at === null ? <span className="t3">none</span> : '–'),
    sort: ({ reference }) => reference ?? '',
    width: 140,
    wide: true,
  },
]

/** When a case is due, or how it ended. */
export function Due({ of: { state, due_at, reported_at, closed_at } }: { of: AmlCase }) {
  const now = serverNow()
  if (state === 'closed') return <Tag>Closed {whenText(closed_at, now)}</Tag>
  if (state === 'reported') return <Tag tone="up">Reported {whenText(reported_at, now)}</Tag>
  const when = whenText(due_at, now)
  return Date.parse(due_at) < now ? <Tag tone="down">Late since {when}</Tag> : when
}
