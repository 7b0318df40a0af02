import { Change, Signed } from '../../parts/amounts.tsx'
import { amountText, labelOf, signedText } from '../../parts/format.ts'
import type { Today } from './queues.ts'
import { totalsOf } from './totals.ts'
import style from './tables.module.css'

/** Stakes, returns and gross of each product, against the week before. */
export function MoneyTable({ money }: { money: Today['money'] }) {
  const rows = [
    ...money.map((row) => ({ ...row, name: labelOf(row.product) })),
    { ...totalsOf(money), name: 'All products' },
  ]
  return (
    <div className={style.section} role="group" aria-labelledby="money-by-product" tabIndex={0}>
      <div className={style.cap}>
        <h2 id="money-by-product">Money by product</h2>
        <span className="t3">KSh</span>
        <span className={style.note}>+ we keep, − we pay</span>
      </div>
      <table className={style.table}>
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Stakes</th>
            <th scope="col">Returns</th>
            <th scope="col">Gross result</th>
            <th scope="col">Margin</th>
            <th scope="col">A week ago</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, stakes, returns, gross, margin_percent, last_week }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{amountText(stakes)}</td>
              <td>{amountText(returns)}</td>
              <td className={style.strong}>
                <Signed amount={gross} />
              </td>
              <td>{margin_percent === null ? '–' : `${margin_percent}%`.replace('-', '−')}</td>
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
