import { operator } from '@nare/contract/operator'
import type { Answer } from '@nare/contract/route'
import { Empty, Facts, Head } from '../../parts/controls.tsx'
import { CsvLink } from '../../parts/csv-link.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { Filters, TextFilter } from '../../parts/filter.tsx'
import { dayText, secondsText, totalText, whenSecondsText } from '../../parts/format.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Queue } from '../../parts/queue.tsx'
import { SubjectLink } from '../../parts/subject-link.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { serverNow } from '../../wire/browser.ts'
import { useRead } from '../../wire/use-read.ts'
import { useRows } from '../../wire/use-rows.ts'
import style from './audit.module.css'

type Line = Answer<typeof operator.audit>['data'][number]

const filterNames = ['operator', 'action', 'subject', 'from', 'to'] as const

/** Every line of the audit log, newest first, with its filters in the address. */
export function Audit() {
  const [{ line, sort, ...filters }, setFilters] = useFilters<(typeof filterNames)[number] | 'line' | 'sort'>()
  const asked = Object.fromEntries(filterNames.flatMap((name) => (filters[name] ? [[name, filters[name]]] : [])))
  const list = useRows(operator.audit, asked)
  const listed = list.rows.find(({ audit_id }) => audit_id === line)
  // A line that a link names may be far back.
  const enabled = line !== undefined && !listed && !list.isLoading
  const { data: named } = useRead(operator.audit, { line: line ?? '' }, { enabled })
  const open = listed ?? (enabled ? named?.data[0] : undefined)
  return (
    <>
      <Head
        title="Audit"
        about={list.total === undefined ? undefined : `${totalText(list.total)} ${list.total === 1 ? 'line' : 'lines'}`}
      >
        <CsvLink list={operator.audit} filters={asked} />
      </Head>
      <Filters>
        <TextFilter
          label="Who"
          value={filters.operator}
          onChange={(who) => setFilters({ operator: who, line: undefined })}
        />
        <TextFilter
          label="Action"
          wide
          value={filters.action}
          placeholder="withdrawal.decide"
          onChange={(action) => setFilters({ action, line: undefined })}
        />
        <TextFilter
          label="Subject"
          value={filters.subject}
          placeholder="bettor 12"
          onChange={(subject) => setFilters({ subject, line: undefined })}
        />
        <TextFilter
          label="From"
          wide
          type="date"
          value={filters.from}
          onChange={(from) => setFilters({ from, line: undefined })}
        />
        <TextFilter
          label="To"
          wide
          type="date"
          value={filters.to}
          onChange={(to) => setFilters({ to, line: undefined })}
        />
      </Filters>
      <Loaded of={list}>
        <Queue label="Line" onClose={() => setFilters({ line: undefined })} panel={open && <LinePanel line={open} />}>
          <DataTable
            label="Audit lines"
            rows={list.rows}
            columns={columns}
            rowId={({ audit_id }) => audit_id}
            active={line}
            onActive={(next) => setFilters({ line: next })}
            sort={sort}
            onSort={(next) => setFilters({ sort: next })}
            onEnd={list.more}
            empty={<Empty>No line has these filters.</Empty>}
          />
        </Queue>
      </Loaded>
    </>
  )
}

function LinePanel({ line }: { line: Line }) {
  return (
    <div className={style.panel}>
      <h2>{line.action}</h2>
      {line.reason !== '' && <p>“{line.reason}”</p>}
      <Facts
        rows={[
          ['Who', line.operator],
          ['Subject', <SubjectLink key="subject" subject={line.subject} />],
          ['At', exactText(line.at)],
          ['Outcome', line.outcome ?? 'none yet'],
          ['Ended', line.ended_at === null ? '–' : exactText(line.ended_at)],
          ...(line.proposal_id === null ? [] : [['Proposal', `PR-${line.proposal_id}`] as const]),
        ]}
      />
      <h3>Facts</h3>
      <Facts rows={Object.entries(line.facts).map(([name, fact]) => [name, String(fact)] as const)} />
      <h3>Chain</h3>
      <dl className={style.hashes}>
        <dt>Hash of this line</dt>
        <dd>{line.hash}</dd>
        <dt>Hash of the line before</dt>
        <dd>{line.previous}</dd>
        <dt>Hash of the outcome</dt>
        <dd>{line.outcome_hash ?? '–'}</dd>
      </dl>
    </div>
  )
}

/** "14 Mar 2026 16:21:08". */
const exactText = (at: string): string => `${dayText(at)} ${secondsText(Date.parse(at))}`

const factsText = ({ facts }: Line): string =>
  Object.entries(facts)
    .map(([name, fact]) => `${name} ${String(fact)}`)
    .join(', ')

const columns: readonly Column<Line>[] = [
  {
    id: 'at',
    head: 'At',
    cell: ({ at }) => <span className="t3">{whenSecondsText(at, serverNow())}</span>,
    sort: ({ at }) => Date.parse(at),
    width: 132,
  },
  {
    id: 'operator',
    head: 'Who',
    cell: ({ operator: who }) => <b>{who}</b>,
    sort: ({ operator: who }) => who,
    width: 110,
  },
  { id: 'action', head: 'Action', cell: ({ action }) => action, sort: ({ action }) => action, width: 160 },
  {
    id: 'subject',
    head: 'Subject',
    cell: ({ subject }) => subject,
    sort: ({ subject }) => subject,
    width: 150,
    wide: true,
  },
  { id: 'facts', head: 'Facts', cell: factsText, wide: true },
  { id: 'reason', head: 'Reason', cell: ({ reason }) => reason, wide: true },
  {
    id: 'outcome',
    head: 'Outcome',
    cell: ({ outcome }) => outcome ?? '–',
    sort: ({ outcome }) => outcome ?? undefined,
    width: 110,
  },
  {
    id: 'hash',
    head: 'Hash',
    cell: ({ hash }) => <code className={style.short}>{hash.slice(0, 8)}</code>,
    width: 90,
    wide: true,
  },
]
