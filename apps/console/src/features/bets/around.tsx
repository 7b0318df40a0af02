import type { TicketEvidence } from '@nare/contract/console-tickets'
import { labelOf, secondsText } from '../../parts/format.ts'
import { momentsOf } from './moments.ts'
import { PriceChart } from './price-chart.tsx'
import { priceLine, type Leg } from './price-line.ts'
import style from './ticket.module.css'

const beforeKinds = ['goal', 'own_goal', 'penalty_scored', 'red_card']

/** What happened to a pick around the placing: its price as a picture, then every moment with its milliseconds. */
export function Around({ ticket, leg, number }: { ticket: TicketEvidence; leg: Leg; number: number | undefined }) {
  const line = priceLine(leg, ticket.placed_at)
  const placedMs = Date.parse(ticket.placed_at)
  const askedAt = ticket.delay?.asked_at
  const moments = momentsOf(leg, { placedAt: ticket.placed_at, askedAt, price: leg.odd_value })
  const events = leg.events
    .filter(
      ({ type, at }) => beforeKinds.includes(type) && Date.parse(at) >= line.fromMs && Date.parse(at) <= line.toMs,
    )
    .map(({ type, score, at }) => ({
      atMs: Date.parse(at),
      text: `${labelOf(type).toLowerCase()} ${score ?? ''}`.trim(),
    }))
  const minutes = Math.round((line.toMs - line.fromMs) / 120_000)
  return (
    <>
      {leg.prices.length > 0 && (
        <section aria-labelledby="price">
          <div className={style.cap}>
            <h2 id="price">{number === undefined ? 'Price' : `Price of pick ${number}`}</h2>
            <span>{`${minutes} ${minutes === 1 ? 'minute' : 'minutes'} around the bet · amber: no bets`}</span>
          </div>
          <PriceChart
            line={line}
            taken={{ atMs: placedMs, price: Number(leg.odd_value) }}
            askedMs={askedAt === undefined ? undefined : Date.parse(askedAt)}
            events={events}
          />
        </section>
      )}
      <section aria-labelledby="moments">
        <div className={style.cap}>
          <h2 id="moments">To the millisecond</h2>
          {ticket.delay && <span>{`delay ${ticket.delay.seconds.toFixed(3)} s`}</span>}
        </div>
        <div className={style.scroll} tabIndex={0} role="group" aria-labelledby="moments">
          <table className={style.table}>
            <thead className="unseen">
              <tr>
                <th scope="col">At</th>
                <th scope="col">What</th>
                <th scope="col">By</th>
              </tr>
            </thead>
            <tbody>
              {moments.map((moment, n) => (
                <tr key={n} data-accepted={moment.isAccepted} data-event={moment.isEvent}>
                  <td className="num">{momentText(moment.at)}</td>
                  <td>{moment.text}</td>
                  <td className="t3">{moment.by}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
    </>
  )
}

/** "15:14:27.012", in the country's time zone. */
const momentText = (at: string): string => `${secondsText(Date.parse(at))}.${at.slice(20, 23)}`
