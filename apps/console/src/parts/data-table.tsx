import {
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type SortingState,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react'
import { Empty } from './controls.tsx'
import { useKeys } from './keys.ts'
import style from './data-table.module.css'
import { steppedAt, type Cursor } from './cursor.ts'

export type Column<Row> = {
  readonly id: string
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  /** What the column is sorted by: text, a number, or undefined for last. Without it the column cannot be sorted. */
  readonly sort?: (row: Row) => string | number | undefined
  /** Right-aligned, for numbers. */
  readonly end?: boolean
  /** The width in pixels; columns without it share the rest. */
  readonly width?: number
  /** Left out where the window is narrow. */
  readonly wide?: boolean
}

type Props<Row> = {
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly rowId: (row: Row) => string
  /** The id of the row with the cursor; without `onActive` the table keeps it. */
  readonly active?: string | undefined
  readonly onActive?: (id: string) => void
  readonly onOpen?: (row: Row) => void
  /** A column's id, after a minus for descending; without `onSort` the table keeps it. */
  readonly sort?: string | undefined
  readonly onSort?: (sort: string | undefined) => void
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
  const data = rows as Row[]
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
  const sorted = table.getRowModel().rows
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 12,
    initialRect: { width: 1000, height: 800 },
    scrollPaddingStart: rowPx,
  })
  const activeAt = activeId === undefined ? -1 : sorted.findIndex(({ id }) => id === activeId)
  const base = useId()
  const [isFocused, setFocused] = useState(false)

  const moveTo = (at: number): void => {
    const next = sorted[Math.min(Math.max(at, 0), sorted.length - 1)]
    if (next) setActive(next.id)
  }
  useEffect(() => {
    if (activeAt >= 0) virtual.scrollToIndex(activeAt, { align: 'auto' })
  }, [activeAt, virtual])
  const page = (): number => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowPx) - 2)
  const cursor = useRef<Cursor>(undefined)
  useEffect(() => {
    const [previous, row, next] = [sorted[activeAt - 1], sorted[activeAt], sorted[activeAt + 1]]
    if (row) cursor.current = { id: row.id, next: next?.id, previous: previous?.id }
  }, [activeAt, sorted])
  const step = (by: 1 | -1): void =>
    moveTo(
      activeAt < 0 ? steppedAt((id) => sorted.findIndex((row) => row.id === id), cursor.current, by) : activeAt + by,
    )
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
    const row = sorted[activeAt]?.original
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
  const { onEnd } = props
  const isNearEnd = last !== undefined && last.index >= sorted.length - 20
  useEffect(() => {
    if (isNearEnd) onEnd?.()
  }, [isNearEnd, onEnd, sorted.length])
  const openRow = useLatest((row: Row) => props.onOpen?.(row))
  const activate = useLatest(setActive)
  const before = items[0]?.start ?? 0
  const after = Math.max(0, virtual.getTotalSize() - (last?.end ?? 0))

  return (
    <div ref={scroller} className={style.scroller}>
      <table
        className={style.table}
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
                sort={sort}
                onSort={() => table.getColumn(column.id)?.toggleSorting()}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Space columns={columns.length} px={before} />}
          {items.map((item) => {
            const row = sorted[item.index]
            return (
              row && (
                <TableRow
                  key={row.id}
                  domId={`${base}-${row.id}`}
                  id={row.id}
                  at={item.index}
                  row={row.original}
                  columns={columns as readonly Column<object>[]}
                  isActive={item.index === activeAt}
                  onActive={activate}
                  onOpen={openRow as (row: object) => void}
                />
              )
            )
          })}
          {after > 0 && <Space columns={columns.length} px={after} />}
        </tbody>
      </table>
      {rows.length === 0 && (props.empty ?? <Empty />)}
    </div>
  )
}

/** A function that stays the same and calls the newest one. */
function useLatest<A>(run: (value: A) => void): (value: A) => void {
  const latest = useRef(run)
  useEffect(() => void (latest.current = run))
  return useMemo(() => (value: A) => latest.current(value), [])
}

function Space({ columns, px }: { columns: number; px: number }) {
  return (
    <tr aria-hidden="true" className={style.space}>
      <td colSpan={columns} style={{ height: px }}>
        {'\u00a0'}
      </td>
    </tr>
  )
}

function HeadCell<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>
  sort: string | undefined
  onSort: () => void
}) {
  const isSorted = sort?.replace('-', '') === column.id
  const order = !isSorted ? undefined : sort?.startsWith('-') ? 'descending' : 'ascending'
  return (
    <th
      scope="col"
      data-end={column.end || undefined}
      data-wide={column.wide || undefined}
      style={column.width === undefined ? undefined : { width: column.width }}
      aria-sort={order}
    >
      {column.sort ? (
        <button type="button" onClick={onSort}>
          {column.head}
          {order && <span aria-hidden="true">{order === 'ascending' ? ' ▲' : ' ▼'}</span>}
        </button>
      ) : (
        column.head
      )}
    </th>
  )
}

type RowProps = {
  domId: string
  id: string
  at: number
  row: object
  columns: readonly Column<object>[]
  isActive: boolean
  onActive: (id: string) => void
  onOpen: (row: object) => void
}

const TableRow = memo(function TableRow({ domId, id, at, row, columns, isActive, onActive, onOpen }: RowProps) {
  return (
    <tr
      id={domId}
      aria-rowindex={at + 2}
      aria-selected={isActive}
      onClick={() => onActive(id)}
      onDoubleClick={() => onOpen(row)}
    >
      {columns.map((column) => (
        <td key={column.id} data-end={column.end || undefined} data-wide={column.wide || undefined}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
})

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
