import type { GrossRow } from '@nare/contract/console-reports'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import uPlot from 'uplot'
import { shortAmount, shortDayText, signedText } from '../../parts/format.ts'
import { Plot, plotLook } from '../../parts/plot.tsx'
import style from './reports.module.css'

const heightPx = 190

/** The gross result of each day as a bar, below the line where the house paid. The table under it says the same. */
export function GrossChart({ rows }: { rows: readonly GrossRow[] }) {
  const shown = useRef(rows)
  useEffect(() => void (shown.current = rows), [rows])
  const options = useCallback((at: HTMLElement) => optionsOf(at, () => shown.current), [])
  const data = useMemo((): uPlot.AlignedData => [rows.map((_, n) => n), rows.map(({ gross }) => Number(gross))], [rows])
  return <Plot className={style.chart} label={spoken(rows)} heightPx={heightPx} options={options} data={data} />
}

/** What the picture shows, in a sentence. */
function spoken(rows: readonly GrossRow[]): string {
  const sorted = rows.toSorted((a, b) => Number(b.gross) - Number(a.gross))
  const [best, worst] = [sorted[0], sorted.at(-1)]
  if (!best || !worst) return 'No bets yet'
  return `Gross result by day; most ${signedText(best.gross)} on ${best.key}, least ${signedText(worst.gross)} on ${worst.key}`
}

const dayOf = (row: GrossRow | undefined): string => (row ? shortDayText(row.key) : '')
const axisText = (value: number): string =>
  value === 0 ? '0' : value < 0 ? `\u2212${shortAmount(-value)}` : shortAmount(value)
const daysNamedMax = 16

function optionsOf(at: HTMLElement, rows: () => readonly GrossRow[]): Omit<uPlot.Options, 'width' | 'height'> {
  const { token, axis } = plotLook(at)
  const { bars } = uPlot.paths
  const every = (): number => Math.ceil(rows().length / daysNamedMax) || 1
  return {
    padding: [12, 4, 0, 12],
    cursor: { show: false },
    legend: { show: false },
    scales: {
      x: { time: false, range: () => [-0.6, rows().length - 0.4] },
      y: { range: (_, least, most) => [Math.min(0, least), Math.max(0, most) || 1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 24,
        splits: () => rows().flatMap((_, n) => (n % every() === 0 ? [n] : [])),
        values: (_, splits) => splits.map((n) => dayOf(rows()[n])),
      },
      {
        ...axis,
        side: 1,
        size: 56,
        grid: { stroke: token('--line'), width: 1 },
        values: (_, splits) => splits.map(axisText),
      },
    ],
    series: [
      {},
      {
        fill: token('--text-3'),
        width: 0,
        points: { show: false },
        ...(bars && { paths: bars({ size: [0.7, 44] }) }),
      },
    ],
  }
}
