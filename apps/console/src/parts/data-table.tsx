import {
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type SortingState,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react'
import { Empty } from './controls.tsx'
import { GroupLine, HeadCell, shownColumns, Space, TableRow, type Column, type RowNow } from './data-table-cells.tsx'
import { steppedAt, type Cursor } from './cursor.ts'
import { useKeys } from './keys.ts'
import { useNumberRoom } from './number-room.ts'
import { linesOf } from './table-lines.ts'
import style from './data-table.module.css'

export type { Column } from './data-table-cells.tsx'

type Props<Row> = {
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly rowId: (row: Row) => string
  /** Of a list whose rows live: each row in sight follows its own changes, and `rows` may be older. */
  readonly rowNow?: RowNow<Row>
  /** The id of the row with the cursor; without `onActive` the table keeps it. */
  readonly active?: string | undefined
  readonly onActive?: (id: string) => void
  readonly onOpen?: (row: Row) => void
  /** A column's id, after a minus for descending; without `onSort` the table keeps it. */
  readonly sort?: string | undefined
  readonly onSort?: (sort: string | undefined) => void
  /** The group of a row, as its day. Rows of a group stand together under its name, unless they are sorted. */
  readonly group?: (row: Row) => string
  /** What stands beside the name of a group, as its sums. */
  readonly groupAbout?: (name: string) => ReactNode
  /** The ids of rows that are chosen together, each with a mark. */
  readonly picked?: ReadonlySet<string> | undefined
  readonly empty?: ReactNode
  /** A second table of a page: its keys act only while it has the focus. */
  readonly quiet?: boolean
  /** Called when the end of the rows is near, to load more. */
  readonly onEnd?: (() => void) | undefined
}

/** The height of a row in pixels: on a phone it is one for a thumb. */
const rowPx = globalThis.matchMedia?.('(max-width: 699px)').matches ? 44 : 32
const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })

/**
 * A table of up to 100,000 rows, of which only those in sight are in the page. Rows are 32 px; a click on a head sorts. J and K, the arrows,
 * Home, End and the page keys move the cursor, Enter opens its row.
 */
export function DataTable<Row extends object>({ rows, columns, rowId, ...props }: Props<Row>) {
  const [ownSort, setOwnSort] = useState<string>()
  const [ownActive, setOwnActive] = useState<string>()
  const sort = props.onSort ? props.sort : ownSort
  const activeId = props.onActive ? props.active : ownActive
  const setActive = props.onActive ?? setOwnActive
  const sorting = useMemo(() => sortingOf(sort), [sort])
  const defs = useMemo(() => columns.map((column) => definitionOf(column)), [columns])
  // The table sorts. Without a sort it is given nothing: it would make an object for each of 100,000 rows whenever a page of them comes.
  const data = (sort ? rows : noRows) as Row[]
  const table = useTable({
    features,
    columns: defs,
    data,
    getRowId: rowId,
    state: { sorting },
    onSortingChange: (change) => {
      const next = typeof change === 'function' ? change(sorting) : change
      ;(props.onSort ?? setOwnSort)(sortText(next))
    },
  })
  const { rows: inOrder } = table.getRowModel()
  const sorted = useMemo(() => (sort ? inOrder.map(({ original }) => original) : rows), [sort, inOrder, rows])
  const placeOf = (id: string): number => sorted.findIndex((row) => rowId(row) === id)
  const scroller = useRef<HTMLDivElement>(null)
  const { group } = props
  const lines = useMemo(
    () => linesOf(sorted.length, group && !sort ? (at) => group(sorted[at] as Row) : undefined),
    [sorted, group, sort],
  )
  const virtual = useVirtualizer({
    count: lines.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 12,
    initialRect: { width: 1000, height: 800 },
    // The head of the table stands above the first line and stays in sight.
    scrollPaddingStart: rowPx,
    scrollPaddingEnd: rowPx,
  })
  const activeAt = useMemo(
    () => (activeId === undefined ? -1 : sorted.findIndex((row) => rowId(row) === activeId)),
    [sorted, rowId, activeId],
  )
  const base = useId()
  const [isFocused, setFocused] = useState(false)

  const moveTo = (at: number): void => {
    const next = sorted[Math.min(Math.max(at, 0), sorted.length - 1)]
    if (next) setActive(rowId(next))
  }
  const cursor = useRef<Cursor>(undefined)
  useEffect(() => {
    const [previous, row, next] = [sorted[activeAt - 1], sorted[activeAt], sorted[activeAt + 1]]
    if (row) cursor.current = { id: rowId(row), next: next && rowId(next), previous: previous && rowId(previous) }
  }, [activeAt, sorted, rowId])
  const step = (by: 1 | -1): void => moveTo(activeAt < 0 ? steppedAt(placeOf, cursor.current, by) : activeAt + by)
  // A row is brought into sight once: a list that lives would otherwise draw back who scrolls away from the cursor.
  const seenId = useRef<string>(undefined)
  useEffect(() => {
    if (activeId === seenId.current) return
    const line = activeAt < 0 ? -1 : lines.placeOf(activeAt)
    if (line >= 0) virtual.scrollToIndex(line, { align: 'auto' })
    if (line >= 0 || activeId === undefined) seenId.current = activeId
  }, [activeId, activeAt, lines, virtual])
  const page = (): number => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowPx) - 2)
  const moves: Readonly<Record<string, () => void>> = {
    j: () => step(1),
    ArrowDown: () => step(1),
    k: () => step(-1),
    ArrowUp: () => step(-1),
    Home: () => moveTo(0),
    End: () => moveTo(sorted.length - 1),
    PageDown: () => moveTo(activeAt + page()),
    PageUp: () => moveTo(activeAt - page()),
  }
  const open = (): void => {
    const row = sorted[activeAt]
    if (row) props.onOpen?.(row)
  }
  const hasKeys = isFocused || props.quiet !== true
  const move = (key: string): void => moves[key]?.()
  useKeys([
    { keys: ['j', 'k'], label: 'move', press: move, on: hasKeys && sorted.length > 0 },
    { keys: ['Enter'], label: 'open', press: open, on: hasKeys && props.onOpen !== undefined && activeAt >= 0 },
    { keys: ['ArrowDown', 'ArrowUp', 'Home', 'End', 'PageDown', 'PageUp'], press: move, on: isFocused },
  ])
  const items = virtual.getVirtualItems()
  const last = items.at(-1)
  const seen = `${sorted.length} ${items[0]?.index} ${last?.index} ${sort}`
  const room = useNumberRoom(scroller, columns, { isStill: !virtual.isScrolling, seen })
  const { onEnd } = props
  const isNearEnd = last !== undefined && last.index >= lines.count - 20
  useEffect(() => {
    if (isNearEnd) onEnd?.()
  }, [isNearEnd, onEnd, sorted.length])
  const openRow = useLatest((row: Row) => props.onOpen?.(row))
  const activate = useLatest(setActive)
  const across = shownColumns(columns)
  const before = items[0]?.start ?? 0
  const after = Math.max(0, virtual.getTotalSize() - (last?.end ?? 0))

  return (
    <div ref={scroller} className={style.scroller}>
      <table
        className={style.table}
        style={room.leastPx === undefined ? undefined : { minWidth: room.leastPx }}
        role="grid"
        aria-label={props.label}
        aria-rowcount={sorted.length + 1}
        aria-activedescendant={activeAt >= 0 ? `${base}-${activeId}` : undefined}
        tabIndex={0}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      >
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <HeadCell
                key={column.id}
                column={column}
                extra={room.extra[column.id] ?? 0}
                sort={sort}
                onSort={() => table.getColumn(column.id)?.toggleSorting()}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Space columns={across} px={before} />}
          {items.map((item) => {
            const line = lines.lineAt(item.index)
            if (line?.name !== undefined)
              return (
                <GroupLine
                  key={`group ${line.name}`}
                  columns={across}
                  text={line.name}
                  about={props.groupAbout?.(line.name)}
                />
              )
            const row = line && sorted[line.at]
            return (
              row && (
                <TableRow
                  key={rowId(row)}
                  domId={`${base}-${rowId(row)}`}
                  id={rowId(row)}
                  at={line.at}
                  row={row}
                  rowNow={props.rowNow as RowNow<object> | undefined}
                  columns={columns as readonly Column<object>[]}
                  isActive={line.at === activeAt}
                  isPicked={props.picked?.has(rowId(row)) ?? false}
                  onActive={activate}
                  onOpen={openRow as (row: object) => void}
                />
              )
            )
          })}
          {after > 0 && <Space columns={across} px={after} />}
        </tbody>
      </table>
      {rows.length === 0 && (props.empty ?? <Empty />)}
    </div>
  )
}

const noRows: readonly never[] = []

/** A function that stays the same and calls the newest one. */
function useLatest<A>(run: (value: A) => void): (value: A) => void {
  const latest = useRef(run)
  useEffect(() => void (latest.current = run))
  return useMemo(() => (value: A) => latest.current(value), [])
}

type Features = typeof features

function definitionOf<Row extends object>({ id, head, sort }: Column<Row>): ColumnDef<Features, Row> {
  return {
    id,
    header: head,
    enableSorting: sort !== undefined,
    sortUndefined: 'last',
    sortDescFirst: false,
    sortFn: (a, b) => compare(a.getValue(id), b.getValue(id)),
    accessorFn: (row) => sort?.(row),
  }
}

const texts = new Intl.Collator('en', { numeric: true })

function compare(a: unknown, b: unknown): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : texts.compare(String(a), String(b))
}

/** "-amount" as sorting of the table, and back. */
const sortingOf = (sort: string | undefined): SortingState =>
  sort ? [{ id: sort.replace('-', ''), desc: sort.startsWith('-') }] : []
const sortText = ([first]: SortingState): string | undefined => first && `${first.desc ? '-' : ''}${first.id}`
