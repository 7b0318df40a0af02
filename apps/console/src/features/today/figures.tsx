import { Change } from '../../parts/amounts.tsx'
import {
  amountText,
  changePercent,
  countText,
  directionOf,
  moneyText,
  percentText,
  signedText,
} from '../../parts/format.ts'
import type { Today } from './queues.ts'
import { totalsOf } from './totals.ts'
import style from './figures.module.css'

/** The result of the day or of `when` else, the biggest figure of the page, and what it is made of. */
export function Figures({ money, when }: { money: Today['money']; when: string }) {
  const total = totalsOf(money)
  const way = directionOf(total.gross)
  return (
    <section className={style.figures} aria-label="Figures">
      <div className={style.gross}>
        <h2>Gross result {when}</h2>
        <b className="num">
          {way === 'up' && <span className="up">+</span>}
          <span className={way === 'down' ? 'down' : undefined}>{moneyText(total.gross)}</span>
        </b>
        <span className={style.more}>
          <Change now={total.gross} before={total.last_week} />{' '}
          {changePercent(total.gross, total.last_week) !== undefined && (
            <span className="t3">was {signedText(total.last_week)}</span>
          )}
        </span>
      </div>
      <Figure label="Stakes" value={amountText(total.stakes)} />
      <Figure label="Returns" value={amountText(total.returns)} />
      <Figure label="Margin" value={percentText(total.margin_percent)} />
      <Figure label="Bets and rounds" value={countText(total.bets)} />
    </section>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <h3>{label}</h3>
      <b className="num">{value}</b>
    </div>
  )
}
