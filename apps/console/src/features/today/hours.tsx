import { lazy, Suspense } from 'react'
import { amountText, labelOf } from '../../parts/format.ts'
import { loadPlot } from '../../parts/plot-language.ts'
import { hoursOf, type HourRow } from './hour-stakes.ts'
import type { Today } from './queues.ts'
import type { Span } from './spans.ts'
import style from './hours.module.css'
import table from './tables.module.css'

/** The picture comes after the page. Where it cannot be drawn the table says everything. */
const HourChart = lazy(() =>
  loadPlot(() => import('./hour-chart.tsx')).then(
    ({ HourChart: chart }) => ({ default: chart }),
    () => ({ default: (_: { rows: readonly HourRow[]; title: string }) => <></> }),
  ),
)

type Props = { readonly of: Pick<Today, 'money' | 'hours'>; readonly span: Span }

/** The stakes of each hour, or day, of a span beside those of the week before, as a picture and as a table. */
export function Stakes({ of, span }: Props) {
  const rows = hoursOf(of, span)
  const title = `Stakes by ${span.part}`
  return (
    <section className={style.hours} aria-labelledby="stakes-by-hour">
      <div className={table.cap}>
        <h2 id="stakes-by-hour">{title}</h2>
        <span className={table.note}>
          <i className={style.today} /> {span.when} <i className={style.before} /> a week ago
        </span>
      </div>
      <Suspense fallback={<div className={style.chart} />}>
        <HourChart rows={rows} title={title} />
      </Suspense>
      <details className={style.details}>
        <summary>As a table</summary>
        <div className={style.scroll} role="group" aria-labelledby="stakes-by-hour" tabIndex={0}>
          <table className={table.table}>
            <thead>
              <tr>
                <th scope="col">{labelOf(span.part)}</th>
                <th scope="col">Stakes</th>
                <th scope="col">A week ago</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ begins, name, today, before }) => (
                <tr key={begins}>
                  <th scope="row">{name}</th>
                  <td>{today === undefined ? '–' : amountText(today)}</td>
                  <td className="t2">{amountText(before)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  )
}
