import { operatorRegister as calls, type RegisterRun } from '@nare/contract/operator-register'
import { Button } from '@nare/ui/button'
import { Notice } from '@nare/ui/notice'
import { useState } from 'react'
import { Empty, Facts, Head, Tag } from '../../parts/controls.tsx'
import { CsvOfPersons } from '../../parts/csv-of-persons.tsx'
import { countColumn } from '../../parts/figure-columns.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { countText, dayText, whenText } from '../../parts/format.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Queue } from '../../parts/queue.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
import { useRead } from '../../wire/use-read.ts'
import style from './care.module.css'
import { RegisterForm } from './register-form.tsx'

/** The authority's register of excluded persons: its runs, a file of it in, and the house's own persons out. */
export function Register() {
  const [{ run: id, sort }, setFilters] = useFilters<'run' | 'sort'>()
  const [isReading, setReading] = useState(false)
  const { data, error, isPending, refetch } = useRead(calls.registerRuns, {}, { everyMs: 15_000 })
  const mayAct = useMay()('protection.act') && data?.has_key === true
  const runs = data?.data ?? noRuns
  const open = runs.find(({ run_id }) => run_id === id)
  const show = (next: string | undefined): void => {
    setReading(false)
    setFilters({ run: next })
  }
  return (
    <>
      <Head title="Register" about={data && aboutText(runs[0])}>
        {mayAct && (
          <>
            <Button small onClick={() => setReading(true)}>
              Take a file in
            </Button>
            <CsvOfPersons list={calls.registerRuns} filters={{}} />
          </>
        )}
      </Head>
      <Loaded of={{ isLoading: isPending, error, retry: () => void refetch() }}>
        {data && !data.has_key && (
          <Notice tone="info">The house has no key of the authority: it is set as REGISTER_KEY of the server.</Notice>
        )}
        <Queue
          label={isReading ? 'Take a file in' : 'Run'}
          panel={
            isReading ? (
              <RegisterForm onDone={() => void refetch()} onClose={() => setReading(false)} />
            ) : (
              open && <Told of={open} />
            )
          }
          onClose={() => show(undefined)}
        >
          <DataTable
            label="Runs of the register"
            rows={runs}
            columns={columns}
            rowId={({ run_id }) => run_id}
            active={id}
            onActive={show}
            sort={sort}
            onSort={(next) => setFilters({ sort: next })}
            empty={<Empty>No file of the register is in yet.</Empty>}
          />
        </Queue>
      </Loaded>
    </>
  )
}

const noRuns: readonly RegisterRun[] = []

const aboutText = (last: RegisterRun | undefined): string => {
  if (!last) return 'no run yet'
  const checked = last.checked_at === null ? 'being checked' : `checked ${whenText(last.checked_at, serverNow())}`
  return `last run ${dayText(`${last.run_on}T12:00:00Z`)} · ${checked}`
}

const columns: readonly Column<RegisterRun>[] = [
  {
    id: 'run',
    head: 'Run',
    cell: ({ run_on }) => <b>{dayText(`${run_on}T12:00:00Z`)}</b>,
    sort: ({ run_on }) => run_on,
    width: 130,
  },
  { id: 'version', head: 'Version', cell: ({ version }) => version, sort: ({ version }) => version },
  countColumn('persons', 'Persons', { width: 90, wide: true }),
  {
    id: 'bad',
    head: 'Not read',
    cell: ({ bad }) => (bad === 0 ? '–' : <Tag tone="amber">{countText(bad)}</Tag>),
    sort: ({ bad }) => bad,
    end: true,
    width: 90,
    wide: true,
  },
  countColumn('excluded', 'Excluded', { width: 90 }),
  {
    id: 'proof',
    head: 'To prove',
    cell: ({ to_prove }) => countText(to_prove),
    sort: ({ to_prove }) => to_prove,
    end: true,
    width: 90,
    wide: true,
  },
  { id: 'by', head: 'By', cell: ({ by }) => by, sort: ({ by }) => by, width: 100, wide: true },
]

function Told({ of }: { of: RegisterRun }) {
  const { version, run_on, persons, ended, bad, faults, by, at, checked_at, excluded, to_prove } = of
  return (
    <Panel>
      <h2>{version}</h2>
      <Facts
        rows={[
          ['Run of', dayText(`${run_on}T12:00:00Z`)],
          ['Taken in', `${by}, ${whenText(at, serverNow())}`],
          ['Persons', countText(persons)],
          ['Over already', countText(ended)],
          ['Not read', countText(bad)],
          ['Checked', checked_at === null ? 'not yet' : whenText(checked_at, serverNow())],
          ['Accounts excluded', countText(excluded)],
          ['Accounts to prove identity', countText(to_prove)],
        ]}
      />
      {faults.length > 0 && (
        <ul className={style.text}>
          {faults.map(({ line, fault }) => (
            <li key={line}>
              Line {line}: {fault}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
