import { useCallback, useEffect, useMemo, useRef } from 'react'
import uPlot from 'uplot'
import { shortAmount } from '../../parts/format.ts'
import { Plot, plotLook } from '../../parts/plot.tsx'
import type { HourRow } from './hour-stakes.ts'
import style from './hours.module.css'

const heightPx = 236

/** Bars of hours or days, the running one paler, under the dashed line of a week before. The table beside it says the same. */
export function HourChart({ rows, title }: { rows: readonly HourRow[]; title: string }) {
  const shown = useRef(rows)
  useEffect(() => void (shown.current = rows), [rows])
  const options = useCallback((at: HTMLElement) => optionsOf(at, () => shown.current), [])
  const data = useMemo(() => dataOf(rows), [rows])
  return <Plot className={style.chart} label={spoken(title, rows)} heightPx={heightPx} options={options} data={data} />
}

const dataOf = (rows: readonly HourRow[]): uPlot.AlignedData => [
  rows.map((_, n) => n),
  rows.map(({ today }) => (today === undefined ? null : Number(today))),
  rows.map(({ before }) => Number(before)),
]

/** What the picture shows, in a sentence. */
function spoken(title: string, rows: readonly HourRow[]): string {
  const most = rows.reduce<HourRow | undefined>(
    (best, row) => (Number(row.today ?? 0) > Number(best?.today ?? 0) ? row : best),
    undefined,
  )
  return most ? `${title}; most at ${most.name}: ${shortAmount(Number(most.today))}` : 'No stakes yet'
}

function optionsOf(at: HTMLElement, rows: () => readonly HourRow[]): Omit<uPlot.Options, 'width' | 'height'> {
  const { token, font, axis } = plotLook(at)
  const { bars, stepped } = uPlot.paths
  return {
    padding: [18, 4, 0, 12],
    cursor: { show: false },
    legend: { show: false },
    scales: { x: { time: false, range: [-0.6, rows().length - 0.4] }, y: { range: (_, __, most) => [0, most || 1] } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 24,
        splits: () => rows().flatMap((_, n) => (rows().length < 10 || n % 3 === 0 ? [n] : [])),
        values: (_, splits) => splits.map((n) => rows()[n]?.name.replace(/:00$/, '') ?? ''),
      },
      {
        ...axis,
        side: 1,
        size: 52,
        grid: { stroke: token('--line'), width: 1 },
        values: (_, splits) => splits.map((value) => (value === 0 ? '' : shortAmount(value))),
      },
    ],
    series: [
      {},
      {
        fill: token('--text-3'),
        width: 0,
        points: { show: false },
        ...(bars && { paths: bars({ size: [0.78, 40], disp: barColours(rows, token) }) }),
      },
      {
        stroke: token('--text-2'),
        width: 1.25,
        dash: [3, 3],
        points: { show: false },
        ...(stepped && { paths: stepped({ align: 1 }) }),
      },
    ],
    hooks: { draw: [(plot) => writeMost(plot, rows(), { font: `600 ${font}`, colour: token('--text') })] },
  }
}

/** The running part is paler, because it is not over. */
const barColours = (rows: () => readonly HourRow[], token: (name: string) => string) => ({
  fill: {
    unit: 3,
    values: () => rows().map(({ isRunning }) => token(isRunning ? '--line' : '--text-3')),
  },
})

/** Writes the amount of the highest bar above it. */
function writeMost(plot: uPlot, rows: readonly HourRow[], { font, colour }: { font: string; colour: string }): void {
  const values = rows.map(({ today }) => Number(today ?? 0))
  const most = Math.max(...values)
  if (most <= 0) return
  const { ctx } = plot
  ctx.save()
  ctx.font = font.replace(/(\d+)px/, (_, px: string) => `${Number(px) * devicePixelRatio}px`)
  ctx.fillStyle = colour
  ctx.textAlign = 'center'
  ctx.fillText(
    shortAmount(most),
    plot.valToPos(values.indexOf(most), 'x', true),
    plot.valToPos(most, 'y', true) - 6 * devicePixelRatio,
  )
  ctx.restore()
}
