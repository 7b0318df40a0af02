import type { ReturnRow } from '@nare/contract/operator-returns'
import type { Column } from '../../parts/data-table.tsx'
import { amountText, countText, percentText, signedText } from '../../parts/format.ts'
import { intervalText, isFar, placeOn, zText, type Axis } from './returns.ts'
import style from './returns.module.css'

/**
 * The columns of a list of games that say what they have returned. The picture has one axis for all rows. Beside an open panel, which has them,
 * rounds and amounts are left out.
 */
export function returnColumns<Row>(
  of: (row: Row) => ReturnRow | undefined,
  { axis, isBeside }: { readonly axis: Axis; readonly isBeside: boolean },
): readonly Column<Row>[] {
  const number = (row: Row, key: 'stakes' | 'returns' | 'gross' | 'measured_percent' | 'stated_percent' | 'z') => {
    const value = of(row)?.[key]
    return value === null || value === undefined ? undefined : Number(value)
  }
  const amounts: readonly Column<Row>[] = [
    {
      ...{ id: 'rounds', head: 'Rounds', end: true, width: 74, wide: true },
      cell: (row) => <span className="t2">{countText(of(row)?.rounds ?? 0)}</span>,
      sort: (row) => of(row)?.rounds ?? 0,
    },
    {
      ...{ id: 'stakes', head: 'Stakes', end: true, width: 96, roomy: true },
      cell: (row) => amountText(of(row)?.stakes),
      sort: (row) => number(row, 'stakes'),
    },
    {
      ...{ id: 'returns', head: 'Returns', end: true, width: 96, roomy: true },
      cell: (row) => amountText(of(row)?.returns),
      sort: (row) => number(row, 'returns'),
    },
  ]
  return [
    ...(isBeside ? [] : amounts),
    {
      ...{ id: 'kept', head: 'Kept', end: true, width: 92, roomy: true },
      cell: (row) => signedText(of(row)?.gross),
      sort: (row) => number(row, 'gross'),
    },
    {
      ...{ id: 'stated', head: 'Stated', end: true, width: 68, wide: true },
      cell: (row) => <span className="t2">{percentText(of(row)?.stated_percent ?? null)}</span>,
      sort: (row) => number(row, 'stated_percent'),
    },
    {
      ...{ id: 'measured', head: 'Measured', end: true, width: 82 },
      cell: (row) => <b>{percentText(of(row)?.measured_percent ?? null)}</b>,
      sort: (row) => number(row, 'measured_percent'),
    },
    {
      ...{ id: 'interval', head: '95 %', end: true, width: 116, wide: true },
      cell: (row) => <span className="t2">{intervalText(of(row) ?? noInterval)}</span>,
    },
    {
      ...{ id: 'picture', head: `${axis.from} to ${axis.to} %`, roomy: true },
      cell: (row) => <ReturnBar of={of(row)} axis={axis} />,
    },
    {
      ...{ id: 'z', head: 'z', end: true, width: 80 },
      cell: (row) => <Z of={of(row)} />,
      sort: (row) => number(row, 'z'),
    },
  ]
}

const noInterval = { low_percent: null, high_percent: null }

/** How many standard deviations a return is off; in colour only where chance does not explain it. */
function Z({ of }: { of: ReturnRow | undefined }) {
  if (!of || of.z === null) return <span className="t3">–</span>
  return isFar(of) ? <b className={style.far}>! {zText(of.z)}</b> : <span className="t2">{zText(of.z)}</span>
}

/** The interval of a return as a bar, the measured one as a point, the expected one as a line. The columns beside it say the same. */
function ReturnBar({ of, axis }: { of: ReturnRow | undefined; axis: Axis }) {
  if (!of || of.measured_percent === null) return null
  const { low_percent: low, high_percent: high, expected_percent: expected, measured_percent: measured } = of
  const [from, to] = [low === null ? undefined : placeOn(axis, low), high === null ? undefined : placeOn(axis, high)]
  return (
    <span className={style.picture} data-far={isFar(of) || undefined} aria-hidden="true">
      {from && to && (
        <span
          className={style.bar}
          data-from-off={from.isOff || undefined}
          data-to-off={to.isOff || undefined}
          style={{ insetInlineStart: `${from.at}%`, width: `${to.at - from.at}%` }}
        />
      )}
      {expected !== null && (
        <span className={style.line} style={{ insetInlineStart: `${placeOn(axis, expected).at}%` }} />
      )}
      {!placeOn(axis, measured).isOff && (
        <span className={style.point} style={{ insetInlineStart: `${placeOn(axis, measured).at}%` }} />
      )}
    </span>
  )
}
