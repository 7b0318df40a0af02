import { consoleBettors, timelineKinds, type BettorDetails, type TimelineKind } from '@nare/contract/console-bettors'
import { useEffect, useMemo, useRef } from 'react'
import { Signed } from '../../parts/amounts.tsx'
import { Chips, Empty } from '../../parts/controls.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { FilteredList } from '../../parts/filtered-list.tsx'
import { amountText, dayHeading, labelOf, secondsText } from '../../parts/format.ts'
import { Icon } from '../../parts/icon.tsx'
import { PageLink } from '../../parts/page-link.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { usePages } from '../../parts/use-pages.ts'
import { serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
import { useRead } from '../../wire/use-read.ts'
import { useRows } from '../../wire/use-rows.ts'
import {
  groupCount,
  groups,
  hasText,
  iconOfKind,
  kindsOf,
  pageOfRow,
  refText,
  rowText,
  toggled,
  withIds,
  type ShownRow,
} from './timeline-rows.ts'
import style from './bettor.module.css'

/** Everything that happened, newest first; its kinds and the text it is searched for stay in the address. */
export function Timeline({ bettor }: { bettor: BettorDetails }) {
  const [{ kinds: asked, q = '' }, setFilters] = useFilters<'kinds' | 'q'>()
  const kinds = kindsOf(asked)
  const counts = useRead(consoleBettors.bettorTimelineCounts, { id: bettor.bettor_id }, { everyMs: countedEveryMs })
  const countOf = (group: readonly TimelineKind[]) => groupCount(counts.data?.data ?? [], group)
  const pages = usePages()
  const may = useMay()
  const mayAudit = may('audit.read')
  const shownGroups = groups.filter(({ name }) => name !== 'Protection' || may('protection.read'))
  const list = useRows(
    consoleBettors.bettorTimeline,
    { id: bettor.bettor_id, ...(kinds.length > 0 && { kinds: kinds.join(',') }) },
    { by: 'before' },
  )
  useReadAgain(`${bettor.last_seen_at} ${bettor.open.count} ${JSON.stringify(bettor.accounts)}`, list.retry)
  const rows = useMemo(() => withIds(list.rows).filter((row) => hasText(row, q)), [list.rows, q])
  const isSearching = q !== '' && list.hasMore
  const open = (row: ShownRow): void => {
    const page = pageOfRow(row, { mayAudit })
    if (page !== undefined && pages.has(page)) pages.open(page)
  }
  return (
    <section className={style.timeline} aria-label="Timeline">
      <FilteredList
        className={style.tools}
        label="Filter this person"
        placeholder="Filter this person"
        text={q}
        onText={(next) => setFilters({ q: next })}
        of={list}
        chips={
          <Chips label="Kinds">
            <button
              type="button"
              aria-pressed={kinds.length === 0}
              title={linesText(countOf(timelineKinds))}
              data-count={countOf(timelineKinds)}
              onClick={() => setFilters({ kinds: undefined })}
            >
              All
            </button>
            {shownGroups.map(({ name, kinds: group }) => (
              <button
                key={name}
                type="button"
                aria-pressed={group.every((kind) => kinds.includes(kind))}
                title={linesText(countOf(group))}
                data-count={countOf(group)}
                onClick={() => setFilters({ kinds: toggled(asked, group) })}
              >
                {name}
              </button>
            ))}
          </Chips>
        }
      >
        <DataTable
          label="Timeline"
          rows={rows}
          columns={columns}
          rowId={({ id }) => id}
          onOpen={open}
          group={dayOf}
          onEnd={isSearching ? undefined : list.more}
          empty={<Empty>{q === '' ? 'Nothing has happened yet.' : 'Nothing loaded so far has this text.'}</Empty>}
        />
      </FilteredList>
      {isSearching && (
        <p className={style.further} role="status">
          {list.rows.length} lines were searched.{' '}
          <button type="button" className={style.mini} onClick={list.more}>
            Search further back
          </button>
        </p>
      )}
    </section>
  )
}

const countedEveryMs = 60_000
const linesText = (count: string): string | undefined => (count === '' ? undefined : `${count} lines`)
const dayOf = ({ at }: ShownRow): string => dayHeading(at, serverNow())

/** Reads a list again when what it belongs to has changed. */
function useReadAgain(version: string, readAgain: () => void): void {
  const seen = useRef(version)
  const latest = useRef(readAgain)
  useEffect(() => void (latest.current = readAgain))
  useEffect(() => {
    if (seen.current === version) return
    seen.current = version
    latest.current()
  }, [version])
}

/** What a row is about, as a link where the console has a page of it. */
function Reference({ row }: { row: ShownRow }) {
  const page = pageOfRow(row, { mayAudit: useMay()('audit.read') })
  return (
    <span className="t2 num">
      {page === undefined ? refText(row) : <PageLink page={page}>{refText(row)}</PageLink>}
    </span>
  )
}

const columns: readonly Column<ShownRow>[] = [
  {
    id: 'at',
    head: 'Time',
    cell: ({ at }) => <span className="t3">{secondsText(Date.parse(at)).slice(0, 5)}</span>,
    width: 64,
  },
  {
    id: 'text',
    head: 'What',
    cell: (row) => (
      <span className={style.what} title={rowText(row, serverNow())}>
        <Icon name={iconOfKind[row.kind]} size={14} />
        <span className="unseen">{labelOf(row.kind)}: </span>
        <span>{rowText(row, serverNow())}</span>
      </span>
    ),
  },
  { id: 'ref', head: 'Reference', cell: (row) => <Reference row={row} />, width: 116, wide: true },
  {
    id: 'amount',
    head: 'In, out',
    cell: ({ amount }) => amount !== undefined && <Signed amount={amount} />,
    end: true,
    width: 96,
  },
  {
    id: 'after',
    head: 'Cash after',
    cell: ({ balance_after }) => balance_after !== undefined && <span className="t2">{amountText(balance_after)}</span>,
    end: true,
    width: 96,
    wide: true,
  },
  { id: 'by', head: 'By', cell: ({ by }) => <span className="t3">{by}</span>, width: 104, roomy: true },
]
