import type { Route, Sent } from '@nare/contract/route'
import { useState, type ReactNode } from 'react'
import { Empty, Head } from './controls.tsx'
import { CsvLink } from './csv-link.tsx'
import { totalText } from './format.ts'
import { DataTable, type Column } from './data-table.tsx'
import { Loaded } from './loaded.tsx'
import { Queue } from './queue.tsx'
import { useFilters } from './use-filters.ts'
import { useRows } from '../wire/use-rows.ts'
import style from './panel-list.module.css'

type Props<R extends Route, Row extends object> = {
  readonly title: string
  readonly route: R
  readonly input?: Omit<Sent<R>, 'after' | 'before' | 'limit'>
  /** The filters of the list as a CSV file; without it there is none. */
  readonly csv?: Readonly<Record<string, string | undefined>>
  readonly columns: readonly Column<Row>[]
  readonly rowId: (row: Row) => string
  /** What is shown of the chosen row, with what can be done. */
  readonly panel: (row: Row, close: () => void) => ReactNode
  readonly filters?: ReactNode
  /** What stands at the end of the head. */
  readonly tools?: ReactNode
  /** Figures of all rows, below the head. */
  readonly figures?: ReactNode
  /** The sentence of a list without rows. */
  readonly empty?: ReactNode
}

/**
 * A list with the chosen row beside it; the choice and the order stay in the address. A row that its action took from the list
 * stays beside it with the outcome until it is closed.
 */
export function PanelList<R extends Route, Row extends object>({
  route,
  input,
  columns,
  rowId,
  ...props
}: Props<R, Row>) {
  const [{ id, sort }, setFilters] = useFilters<'id' | 'sort'>()
  const [isClosed, setClosed] = useState(0)
  const list = useRows(route, (input ?? {}) as Omit<Sent<R>, 'after' | 'before' | 'limit'>)
  const rows = list.rows as unknown as readonly Row[]
  const listed = rows.find((row) => rowId(row) === id)
  const [last, setLast] = useState<Row>()
  if (listed !== undefined && listed !== last) setLast(listed)
  const open = listed ?? (last !== undefined && rowId(last) === id ? last : undefined)
  const leave = (): void => setFilters({ id: undefined })
  return (
    <>
      <Head title={props.title} about={list.total === undefined ? undefined : totalText(list.total)}>
        {props.tools}
        {props.csv && <CsvLink list={route} filters={props.csv} />}
      </Head>
      {props.figures}
      {props.filters}
      <Loaded of={list}>
        <Queue
          label={props.title}
          panel={
            open && (
              <div key={`${id} ${isClosed}`} className={style.card}>
                {props.panel(open, listed ? () => setClosed((count) => count + 1) : leave)}
              </div>
            )
          }
          onClose={leave}
        >
          <DataTable
            label={props.title}
            rows={rows}
            columns={columns}
            rowId={rowId}
            active={id}
            onActive={(next) => setFilters({ id: next })}
            sort={sort}
            onSort={(next) => setFilters({ sort: next })}
            onEnd={list.more}
            empty={<Empty>{props.empty}</Empty>}
          />
        </Queue>
      </Loaded>
    </>
  )
}
