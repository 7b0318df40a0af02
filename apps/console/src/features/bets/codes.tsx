import { consoleCodes, type CodeRow } from '@nare/contract/operator-codes'
import type { Answer } from '@nare/contract/route'
import { slipCodes } from '@nare/contract/slip-codes'
import { Empty, Head } from '../../parts/controls.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { countColumn } from '../../parts/figure-columns.tsx'
import { FilteredList } from '../../parts/filtered-list.tsx'
import { whenText } from '../../parts/format.ts'
import { LoadFailed } from '../../parts/load-failed.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { serverNow } from '../../wire/browser.ts'
import { useRead } from '../../wire/use-read.ts'
import { useRows } from '../../wire/use-rows.ts'

/** Booking codes, the newest first. */
export function Codes() {
  const [{ code, sort }, setFilters] = useFilters<'code' | 'sort'>()
  const list = useRows(consoleCodes.codes, { ...(code && { code }) }, { everyMs: 15_000 })
  const only = code && list.rows.length === 1 ? list.rows[0] : undefined
  return (
    <>
      <Head title="Booking codes" about={only ? aboutOf(only) : 'newest first; who shared a code is not kept'} />
      <FilteredList
        label="Code"
        placeholder="whole code or link"
        text={code}
        onText={(next) => setFilters({ code: next })}
        of={list}
      >
        {only ? (
          <Picks code={only.code} />
        ) : (
          <DataTable
            label="Booking codes"
            rows={list.rows}
            columns={columns}
            rowId={({ code: id }) => id}
            sort={sort}
            onSort={(next) => setFilters({ sort: next })}
            onEnd={list.more}
            empty={<Empty>{code ? 'No such code.' : 'No code is kept.'}</Empty>}
          />
        )}
      </FilteredList>
    </>
  )
}

const aboutOf = ({ code, picks, made_at }: CodeRow): string =>
  `${code}: ${picks} ${picks === 1 ? 'pick' : 'picks'}, shared ${whenText(made_at, serverNow())}`

type Pick = Answer<typeof slipCodes.shared>['data'][number]

/** What a code loads now, each pick with its price when it was shared. */
function Picks({ code }: { code: string }) {
  const { data, error, refetch } = useRead(slipCodes.shared, { code }, { everyMs: 15_000 })
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />
  return (
    <DataTable
      label="Picks of this code"
      rows={data?.data ?? []}
      columns={pickColumns}
      rowId={({ ucn }) => ucn}
      empty={<Empty>Loading…</Empty>}
    />
  )
}

const pickColumns: readonly Column<Pick>[] = [
  { id: 'match', head: 'Match', cell: ({ match }) => `${match.home_team} v ${match.away_team}` },
  { id: 'pick', head: 'Pick', cell: ({ market, display }) => `${market}: ${display}` },
  {
    id: 'old',
    head: 'Price shared',
    width: 104,
    cell: ({ old_odd_value }) => <span className="num">{old_odd_value}</span>,
  },
  { id: 'now', head: 'Price now', width: 96, cell: ({ odd_value }) => <span className="num">{odd_value ?? '–'}</span> },
  { id: 'state', head: 'State', width: 96, cell: ({ state }) => state },
]

const columns: readonly Column<CodeRow>[] = [
  { id: 'code', head: 'Code', width: 120, cell: ({ code }) => <b className="num">{code}</b> },
  countColumn('picks', 'Picks', { width: 84 }),
  {
    ...{ id: 'made', head: 'Shared', end: true, width: 130 },
    cell: ({ made_at }) => <span className="t3">{whenText(made_at, serverNow())}</span>,
    sort: ({ made_at }) => Date.parse(made_at),
  },
]
