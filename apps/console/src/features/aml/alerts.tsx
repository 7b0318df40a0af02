import { amlAlertStates, amlRules, type AmlAlert } from '@nare/contract/aml'
import { operatorAml as calls } from '@nare/contract/operator-aml'
import { useState } from 'react'
import { ReadAge } from '../../parts/age.tsx'
import { amlFactsText, amlRuleTexts } from '../../parts/aml-text.ts'
import { useBettorKey } from '../../parts/bettor-link.tsx'
import { Empty, Head, Tag } from '../../parts/controls.tsx'
import { CsvOfPersons } from '../../parts/csv-of-persons.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { ChoiceFilter, Filters, TextFilter } from '../../parts/filter.tsx'
import { amountText, whenText } from '../../parts/format.ts'
import { useKeys } from '../../parts/keys.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Queue } from '../../parts/queue.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
import { useRead } from '../../wire/use-read.ts'
import { useRows } from '../../wire/use-rows.ts'
import { AlertPanel, type AlertAct } from './alert-panel.tsx'
import { alertStateTexts } from './texts.ts'
import { usePeople } from './use-people.ts'

const ended = amlAlertStates.filter((state) => state !== 'open')

/** Alerts with what raised them, the newest first. A opens a case or joins the open one, R dismisses, T names who looks at it. */
export function Alerts() {
  const [{ alert: id, sort, ...filters }, setFilters] = useFilters<
    'alert' | 'state' | 'rule' | 'bettor' | 'owner' | 'sort'
  >()
  const people = usePeople()
  const state = ended.find((each) => each === filters.state)
  const rule = amlRules.find((each) => each === filters.rule)
  const bettor = /^[1-9]\d{0,17}$/.test(filters.bettor ?? '') ? filters.bettor : undefined
  const asked = {
    ...{ ...(state && { state }), ...(rule && { rule }) },
    ...{ ...(bettor && { bettor_id: bettor }), ...(filters.owner && { owner: filters.owner }) },
  }
  const [act, setAct] = useState<AlertAct>()
  const list = useRows(calls.amlAlerts, asked, { everyMs: 15_000 })
  const isId = /^[1-9]\d{0,17}$/.test(id ?? '')
  const inList = list.rows.find(({ alert_id }) => alert_id === id)
  // An alert that a link names may be in another state, or far back.
  const enabled = isId && !inList && !list.isLoading
  const { data: named } = useRead(calls.amlAlerts, { alert_id: id ?? '' }, { enabled })
  const listed = inList ?? (enabled ? named?.data.find(({ alert_id }) => alert_id === id) : undefined)
  // The form with its outcome stays when the alert has left the list.
  const [kept, setKept] = useState(listed)
  if (listed && listed !== kept) setKept(listed)
  const open = listed ?? (kept?.alert_id === id ? kept : undefined)
  const mayAct = useMay()('aml.act') && open?.state === 'open'
  const canAsk = mayAct && act === undefined
  useBettorKey(open?.bettor_id)
  useKeys([
    { keys: ['a'], label: 'to a case', press: () => setAct('case'), on: canAsk },
    { keys: ['r'], label: 'dismiss', press: () => setAct('dismiss'), on: canAsk },
    { keys: ['t'], label: 'owner', press: () => setAct('owner'), on: canAsk },
  ])
  const filter = (change: Parameters<typeof setFilters>[0]): void => setFilters({ ...change, alert: undefined })
  const show = (next: string | undefined): void => {
    setAct(undefined)
    setFilters({ alert: next })
  }
  return (
    <>
      <Head title="Alerts" about={<ReadAge atMs={list.readAtMs} />}>
        <CsvOfPersons list={calls.amlAlerts} filters={asked} />
      </Head>
      <Filters>
        <ChoiceFilter
          label="State"
          none={bettor === undefined ? 'Open' : 'All'}
          value={state}
          options={ended}
          textOf={(one) => alertStateTexts[one]}
          onChange={(next) => filter({ state: next })}
        />
        <ChoiceFilter
          label="Rule"
          value={rule}
          options={amlRules}
          textOf={(one) => amlRuleTexts[one]}
          onChange={(next) => filter({ rule: next })}
        />
        <ChoiceFilter
          label="Owner"
          wide
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
        <Queue
          label="Alert"
          onClose={() => show(undefined)}
          panel={open && <AlertPanel key={open.alert_id} of={open} act={act} mayAct={mayAct} onAct={setAct} />}
        >
          <DataTable
            label="Alerts"
            rows={list.rows}
            columns={columns}
            rowId={({ alert_id }) => alert_id}
            active={id}
            onActive={show}
            sort={sort}
            onSort={(next) => setFilters({ sort: next })}
            onEnd={list.more}
            empty={<Empty>{Object.keys(asked).length === 0 ? 'Nothing waits.' : 'None.'}</Empty>}
          />
        </Queue>
      </Loaded>
    </>
  )
}

const columns: readonly Column<AmlAlert>[] = [
  {
    id: 'since',
    head: 'Since',
    cell: ({ raised_at }) => whenText(raised_at, serverNow()),
    sort: ({ raised_at }) => raised_at,
    width: 100,
    wide: true,
  },
  {
    id: 'rule',
    head: 'Rule',
    cell: ({ rule }) => <b>{amlRuleTexts[rule]}</b>,
    sort: ({ rule }) => amlRuleTexts[rule],
    width: 150,
  },
  {
    id: 'bettor',
    head: 'Bettor',
    cell: ({ bettor_id, name }) => `${name || 'Nobody'} · B-${bettor_id}`,
    sort: ({ name }) => name,
    width: 190,
  },
  {
    id: 'amount',
    head: 'Amount',
    cell: ({ facts }) => amountText(facts.amount),
    sort: ({ facts }) => Number(facts.amount ?? 0),
    end: true,
    width: 120,
    wide: true,
  },
  { id: 'facts', head: 'Facts', cell: ({ facts }) => amlFactsText(facts.text), roomy: true },
  {
    id: 'owner',
    head: 'Owner',
    cell: ({ owner, ended_by }) => owner ?? ended_by ?? <span className="t3">nobody</span>,
    sort: ({ owner, ended_by }) => owner ?? ended_by ?? '',
    width: 100,
    wide: true,
  },
  {
    id: 'state',
    head: 'State',
    cell: (row) => <Standing of={row} />,
    sort: ({ state }) => state,
    end: true,
    width: 120,
    wide: true,
  },
]

function Standing({ of: { state, case_id, open_case_id } }: { of: AmlAlert }) {
  if (state === 'case') return <Tag tone="up">Case {case_id}</Tag>
  if (state === 'closed') return <Tag>Dismissed</Tag>
  return open_case_id === null ? 'Open' : <Tag tone="amber">Joins {open_case_id}</Tag>
}
