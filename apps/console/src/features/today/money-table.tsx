import { currencySign } from '@nare/ui/format'
import { Change, Signed } from '../../parts/amounts.tsx'
import { amountText, countText, labelOf, percentText, signedText } from '../../parts/format.ts'
import type { Today } from './queues.ts'
import { totalsOf } from './totals.ts'
import style from './tables.module.css'

/** Stakes, returns and gross of each product, against the week before. */
export function MoneyTable({ money, part }: { money: Today['money']; part: 'hour' | 'day' }) {
  const rows = [
    ...money.map((row) => ({ ...row, name: labelOf(row.product) })),
    { ...totalsOf(money), name: 'All products', by_hour: undefined },
  ]
  return (
    <div className={style.section} role="group" aria-labelledby="money-by-product" tabIndex={0}>
      <div className={style.cap}>
        <h2 id="money-by-product">Money by product</h2>
        <span className="t3">{currencySign()}</span>
        <span className={style.note}>+ we keep, − we pay</span>
      </div>
      <table className={style.table}>
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col" className={style.spark}>
              By {part}
            </th>
            <th scope="col">Bets</th>
            <th scope="col">Stakes</th>
            <th scope="col">Returns</th>
            <th scope="col">Gross result</th>
            <th scope="col">Margin</th>
            <th scope="col">A week ago</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, by_hour, bets, stakes, returns, gross, margin_percent, last_week }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className={style.spark}>{by_hour && <HourBars amounts={by_hour} />}</td>
              <td className="t2">{countText(bets)}</td>
              <td>{amountText(stakes)}</td>
              <td>{amountText(returns)}</td>
              <td className={style.strong}>
                <Signed amount={gross} />
              </td>
              <td>{percentText(margin_percent)}</td>
              <td className="t2">{signedText(last_week)}</td>
              <td>
                <Change now={gross} before={last_week} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const barsHeight = 14

/** The stakes of each hour so far, the highest as high as the row allows; the picture below has the amounts. */
function HourBars({ amounts }: { amounts: readonly string[] }) {
  const most = Math.max(...amounts.map(Number))
  return (
    <svg width={72} height={barsHeight} aria-hidden="true">
      {amounts.map((amount, hour) => {
        const height = most > 0 ? Math.max(1, (Number(amount) / most) * barsHeight) : 1
        return <rect key={hour} x={hour * 3} y={barsHeight - height} width={2} height={height} fill="currentColor" />
      })}
    </svg>
  )
}
