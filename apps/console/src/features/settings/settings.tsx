import { operatorSettings, type Setting } from '@nare/contract/settings'
import { dateWithYear } from '@nare/ui/format'
import { Head, Tag } from '../../parts/controls.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { FilteredList } from '../../parts/filtered-list.tsx'
import { labelOf, whenText } from '../../parts/format.ts'
import { hasWords } from '../../parts/has-words.ts'
import { Queue } from '../../parts/queue.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { serverNow } from '../../wire/browser.ts'
import { useRead } from '../../wire/use-read.ts'
import { SettingPanel } from './setting-panel.tsx'
import { valueText } from './value-text.ts'

const everyMs = 15_000
const none: readonly Setting[] = []

/** The rules of the house by group: their values, since when and by whom, and what is planned. */
export function SettingsPage() {
  const [{ setting: key, q, sort }, setFilters] = useFilters<'setting' | 'q' | 'sort'>()
  const { data, error, isPending, refetch } = useRead(operatorSettings.settings, {}, { everyMs })
  const all = data?.data ?? none
  const shown = all.filter(({ key: own, name, about, group }) => hasWords([own, name, about, group], q ?? ''))
  const open = all.find((one) => one.key === key)
  const changed = all.filter(({ value, default: usual }) => value !== usual).length
  const planned = all.filter(({ next }) => next !== undefined).length
  return (
    <>
      <Head title="Settings" about={data && `${changed} changed, ${planned} planned`} />
      <FilteredList
        label="Find"
        placeholder="stake"
        text={q}
        onText={(next) => setFilters({ q: next })}
        of={{ isLoading: isPending, error, retry: () => void refetch() }}
      >
        <Queue
          label="Setting"
          panel={open && data && <SettingPanel key={open.key} setting={open} tomorrow={data.tomorrow} />}
          onClose={() => setFilters({ setting: undefined })}
        >
          <DataTable
            label="Settings"
            rows={shown}
            columns={columns}
            rowId={(row) => row.key}
            group={({ group }) => labelOf(group)}
            active={key}
            onActive={(next) => setFilters({ setting: next })}
            sort={sort}
            onSort={(next) => setFilters({ sort: next })}
          />
        </Queue>
      </FilteredList>
    </>
  )
}

const columns: readonly Column<Setting>[] = [
  { id: 'name', head: 'Setting', cell: ({ name }) => name, sort: ({ name }) => name },
  { id: 'about', head: 'What it does', cell: ({ about }) => <span className="t3">{about}</span>, roomy: true },
  {
    id: 'value',
    head: 'Value',
    cell: (row) => (row.value === row.default ? valueText(row, row.value) : <b>{valueText(row, row.value)}</b>),
    end: true,
    width: 150,
  },
  {
    id: 'default',
    head: 'Default',
    cell: (row) => <span className="t3">{row.value === row.default ? 'same' : valueText(row, row.default)}</span>,
    end: true,
    width: 120,
    wide: true,
  },
  {
    id: 'since',
    head: 'Since',
    cell: ({ since, by }) => (
      <span className="t3">{since === null ? '–' : `${whenText(since, serverNow())}, ${by}`}</span>
    ),
    sort: ({ since }) => (since === null ? undefined : Date.parse(since)),
    width: 140,
    roomy: true,
  },
  {
    id: 'next',
    head: 'Next',
    cell: (row) =>
      row.next && (
        <Tag tone="amber">
          {valueText(row, row.next.value ?? row.default)} from {dateWithYear(row.next.from, 'en')}
        </Tag>
      ),
    sort: ({ next }) => next && Date.parse(next.from),
    width: 200,
    wide: true,
  },
]
