import { memo, useCallback, useSyncExternalStore, type ReactNode } from 'react'
import style from './data-table.module.css'

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
  /** Left out on a phone; a `roomy` column also where the window is narrower than 1200 px. */
  readonly wide?: boolean
  readonly roomy?: boolean
}

const isUnder = (px: number): boolean => globalThis.matchMedia?.(`(max-width: ${px - 1}px)`).matches ?? false

/** How many columns are in sight at the width of the window: a cell across all of them would add those that are not. */
export const shownColumns = (columns: readonly Pick<Column<never>, 'wide' | 'roomy'>[]): number => {
  const [isPhone, isNarrow] = [isUnder(700), isUnder(1_200)]
  return columns.filter(({ wide, roomy }) => !(isPhone && (wide || roomy)) && !(isNarrow && roomy)).length
}

/** The rows that are not in the page, as one of their height. */
export function Space({ columns, px }: { columns: number; px: number }) {
  return (
    <tr aria-hidden="true" className={style.space}>
      <td colSpan={columns} style={{ height: px }}>
        {'\u00a0'}
      </td>
    </tr>
  )
}

/** The head of a column; a click sorts by it. */
export function HeadCell<Row>({
  column,
  extra,
  sort,
  onSort,
}: {
  column: Column<Row>
  /** Pixels beyond the column's width. */
  extra: number
  sort: string | undefined
  onSort: () => void
}) {
  const isSorted = sort?.replace('-', '') === column.id
  const order = !isSorted ? undefined : sort?.startsWith('-') ? 'descending' : 'ascending'
  return (
    <th
      scope="col"
      data-end={column.end || undefined}
      data-wide={column.wide || column.roomy || undefined}
      data-roomy={column.roomy || undefined}
      style={column.width === undefined ? undefined : { width: column.width + extra }}
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

/** Rows that change while their list stands: the newest of each, and a call for each newer one. */
export type RowNow<Row> = {
  readonly of: (id: string) => Row | undefined
  readonly watch: (id: string, changed: () => void) => () => void
}

type RowProps = {
  domId: string
  id: string
  at: number
  row: object
  rowNow: RowNow<object> | undefined
  columns: readonly Column<object>[]
  isActive: boolean
  isPicked: boolean
  onActive: (id: string) => void
  onOpen: (row: object) => void
}

/** A row, drawn again only when it changes. */
export const TableRow = memo(function TableRow(props: RowProps) {
  const { domId, id, at, columns, isActive, isPicked, onActive, onOpen } = props
  const row = useRowNow(props)
  return (
    <tr
      id={domId}
      aria-rowindex={at + 2}
      aria-selected={isActive}
      data-picked={isPicked || undefined}
      onClick={() => onActive(id)}
      onDoubleClick={() => onOpen(row)}
    >
      {columns.map((column) => (
        <td
          key={column.id}
          data-end={column.end || undefined}
          data-wide={column.wide || column.roomy || undefined}
          data-roomy={column.roomy || undefined}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
})

function useRowNow({ id, row, rowNow }: Pick<RowProps, 'id' | 'row' | 'rowNow'>): object {
  const watch = useCallback((changed: () => void) => rowNow?.watch(id, changed) ?? (() => {}), [rowNow, id])
  const now = (): object => rowNow?.of(id) ?? row
  return useSyncExternalStore(watch, now, now)
}

/** The line above the first row of a group, with what stands beside its name. */
export function GroupLine({ columns, text, about }: { columns: number; text: string; about: ReactNode }) {
  return (
    <tr className={style.group}>
      <th colSpan={columns} scope="colgroup">
        {text}
        {about !== undefined && <span> {about}</span>}
      </th>
    </tr>
  )
}
