import { useCallback, useMemo } from 'react'
import uPlot from 'uplot'
import { secondsText, shortAmount, shortDayText } from '../../parts/format.ts'
import { Plot, plotLook } from '../../parts/plot.tsx'
import { useNow } from '../../parts/use-now.ts'
import { plotted, spokenOf, type OverTime } from './over-time.ts'
import style from './match.module.css'

const heightPx = 250

/** The price of an outcome as steps, over bars of the stakes of the open bets on it. */
export function OutcomeChart({ of, title }: { of: OverTime; title: string }) {
  const minute = Math.floor(useNow() / 10_000) * 10_000
  const data = useMemo((): uPlot.AlignedData => {
    const { atS, price, staked } = plotted(of, minute)
    return [[...atS], [...price], [...staked]]
  }, [of, minute])
  const options = useCallback((at: HTMLElement) => optionsOf(at), [])
  return <Plot className={style.chart} label={spokenOf(title, of)} heightPx={heightPx} options={options} data={data} />
}

function optionsOf(at: HTMLElement): Omit<uPlot.Options, 'width' | 'height'> {
  const { token, axis } = plotLook(at)
  const { bars, stepped } = uPlot.paths
  return {
    padding: [10, 4, 0, 12],
    cursor: { show: false },
    legend: { show: false },
    scales: {
      x: { time: false },
      price: { range: (_, least, most) => [least - (most - least || 1) * 0.7, most + (most - least || 1) * 0.15] },
      staked: { range: (_, __, most) => [0, (most || 1) * 3.2] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 24,
        space: 70,
        values: (plot, splits) => splits.map((value) => timeText(value * 1000, spanOf(plot))),
      },
      {
        ...axis,
        scale: 'price',
        side: 1,
        size: 48,
        grid: { stroke: token('--line'), width: 1 },
        values: (_, splits) => splits.map((value) => (value < 1 ? '' : value.toFixed(2))),
      },
      {
        ...axis,
        scale: 'staked',
        side: 3,
        size: 44,
        grid: { show: false },
        values: (plot, splits) =>
          splits.map((value) => (isUnderBars(plot, value) && value > 0 ? shortAmount(value) : '')),
      },
    ],
    series: [
      {},
      {
        scale: 'price',
        stroke: token('--text'),
        width: 1.75,
        points: { show: false },
        ...(stepped && { paths: stepped({ align: 1 }) }),
      },
      {
        scale: 'staked',
        fill: token('--text-3'),
        width: 0,
        points: { show: false },
        ...(bars && { paths: bars({ size: [0.8, 18, 3], align: 1 }) }),
      },
    ],
  }
}

const spanOf = ({ scales: { x } }: uPlot): number => ((x?.max ?? 0) - (x?.min ?? 0)) * 1000

/** A moment of the axis: with seconds in a few minutes, as a day in many days. */
function timeText(atMs: number, spanMs: number): string {
  if (spanMs > 3 * 86_400_000) return shortDayText(new Date(atMs).toISOString())
  return spanMs < 10 * 60_000 ? secondsText(atMs) : secondsText(atMs).slice(0, 5)
}

/** Whether an amount of the axis is as low as the bars reach. */
const isUnderBars = ({ scales }: uPlot, value: number): boolean => value <= (scales['staked']?.max ?? 0) / 3
