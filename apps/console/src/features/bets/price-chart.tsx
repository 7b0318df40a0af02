import { secondsText } from '../../parts/format.ts'
import type { PriceLine } from './price-line.ts'
import style from './price-chart.module.css'

const [width, height, left, right, top, bottom] = [500, 210, 8, 44, 22, 22]

type Props = {
  readonly line: PriceLine
  /** When the bet was placed, and the price then; `word` says what that is, "taken" unless given. */
  readonly taken: { readonly atMs: number; readonly price: number; readonly word?: string }
  readonly askedMs: number | undefined
  readonly events: readonly { readonly atMs: number; readonly text: string }[]
}

/** The price of a pick around its placing, with the moments in which nobody could bet. The table of moments beside it says the same. */
export function PriceChart({ line, taken, askedMs, events }: Props) {
  const { word = 'taken' } = taken
  const { low, high } = line.range ?? { low: taken.price, high: taken.price }
  const spread = Math.max(0.1, (high - low) * 0.25)
  const [least, most] = [Math.min(low, taken.price) - spread, Math.max(high, taken.price) + spread]
  const x = (atMs: number): number => {
    const part = (Math.min(Math.max(atMs, line.fromMs), line.toMs) - line.fromMs) / (line.toMs - line.fromMs)
    return left + part * (width - left - right)
  }
  const y = (price: number): number => top + ((most - price) / (most - least)) * (height - top - bottom)
  const marks = [0.1, 0.37, 0.63, 0.9].map((part) => least + (most - least) * part)
  const times = [0, 0.25, 0.5, 0.75, 1].map((part) => line.fromMs + (line.toMs - line.fromMs) * part)
  return (
    <svg
      className={style.chart}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`The price from ${secondsText(line.fromMs)} to ${secondsText(line.toMs)}; ${taken.price.toFixed(2)} was ${word} at ${secondsText(taken.atMs)}`}
    >
      {marks.map((price) => (
        <g key={price}>
          <line className={style.grid} x1={left} x2={width - right} y1={y(price)} y2={y(price)} />
          <text className={style.mark} x={width - right + 6} y={y(price) + 4}>
            {price.toFixed(2)}
          </text>
        </g>
      ))}
      {line.stops.map((stop) => (
        <rect
          key={stop.fromMs}
          className={style.stop}
          x={x(stop.fromMs)}
          width={Math.max(1, x(stop.toMs) - x(stop.fromMs))}
          y={top}
          height={height - top - bottom}
        />
      ))}
      {askedMs !== undefined && (
        <rect
          className={style.delay}
          x={x(askedMs)}
          width={Math.max(1, x(taken.atMs) - x(askedMs))}
          y={height - bottom - 6}
          height={6}
        />
      )}
      <path className={style.price} d={pathOf(line, { x, y })} />
      {events.map(({ atMs, text }) => (
        <g key={`${atMs} ${text}`}>
          <line className={style.event} x1={x(atMs)} x2={x(atMs)} y1={top} y2={height - bottom} />
          <text className={style.eventName} x={x(atMs) + 3} y={top - 8}>
            {text}
          </text>
        </g>
      ))}
      <line className={style.taken} x1={x(taken.atMs)} x2={x(taken.atMs)} y1={top} y2={height - bottom} />
      <circle className={style.point} cx={x(taken.atMs)} cy={y(taken.price)} r={4.5} />
      <text className={style.takenName} x={x(taken.atMs) + 6} y={height - bottom - 10}>
        {word} {taken.price.toFixed(2)}
      </text>
      {times.map((atMs, n) => (
        <text key={atMs} className={style.mark} x={x(atMs)} y={height - 6} textAnchor={n === 0 ? 'start' : 'middle'}>
          {secondsText(atMs)}
        </text>
      ))}
    </svg>
  )
}

type Scales = { readonly x: (atMs: number) => number; readonly y: (price: number) => number }

/** Steps: each price holds until the next; without a price there is a gap. */
function pathOf({ steps, toMs, fromMs }: PriceLine, { x, y }: Scales): string {
  return steps
    .flatMap(({ atMs, price }, n) => {
      const untilMs = steps[n + 1]?.atMs ?? toMs
      if (price === null || untilMs < fromMs) return []
      const before = steps[n - 1]?.price
      const join = before === null || before === undefined || atMs <= fromMs ? 'M' : 'L'
      return `${join}${x(atMs).toFixed(1)} ${y(price).toFixed(1)}H${x(untilMs).toFixed(1)}`
    })
    .join('')
}
