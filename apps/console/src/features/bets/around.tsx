import { outcomeText } from '@nare/bets/grading/outcome-text'
import type { TicketEvidence } from '@nare/contract/console-tickets'
import { SectionHead } from '../../parts/controls.tsx'
import { labelOf, secondsText } from '../../parts/format.ts'
import { momentsOf } from './moments.ts'
import { PriceChart } from './price-chart.tsx'
import { partLines, priceLine, type Leg, type PriceLine } from './price-line.ts'
import style from './ticket.module.css'

const beforeKinds = ['goal', 'own_goal', 'penalty_scored', 'red_card']

/** What happened to a pick around the placing: its price as a picture, then every moment with its milliseconds. */
export function Around({ ticket, leg, number }: { ticket: TicketEvidence; leg: Leg; number: number | undefined }) {
  const line = priceLine(leg, ticket.placed_at)
  const placedMs = Date.parse(ticket.placed_at)
  const askedAt = ticket.delay?.asked_at
  const parts = partLines(leg, ticket.placed_at).map(({ part, sub_type_id, odd_key, ...one }) => {
    const { home_team, away_team } = leg
    const outcome = outcomeText({ odd_key, home_team, away_team, display: part?.display ?? odd_key })
    return { ...one, name: `${part?.market ?? sub_type_id}: ${outcome}` }
  })
  const moments = momentsOf(leg, { placedAt: ticket.placed_at, askedAt, price: leg.odd_value, parts })
  const askedMs = askedAt === undefined ? undefined : Date.parse(askedAt)
  return (
    <>
      {leg.prices.length > 0 && (
        <section aria-labelledby="price">
          <SectionHead id="price" title={number === undefined ? 'Price' : `Price of pick ${number}`}>
            <span>{aroundText(line)}</span>
          </SectionHead>
          <PriceChart
            line={line}
            taken={{ atMs: placedMs, price: Number(leg.odd_value) }}
            askedMs={askedMs}
            events={eventsIn(leg, line)}
          />
        </section>
      )}
      {parts.map(
        ({ name, price, line: own }, n) =>
          price !== null && (
            <section key={name} aria-labelledby={`price-${n}`}>
              <SectionHead id={`price-${n}`} title={name}>
                <span>{aroundText(own)}</span>
              </SectionHead>
              <PriceChart
                line={own}
                taken={{ atMs: placedMs, price, word: 'offered' }}
                askedMs={askedMs}
                events={eventsIn(leg, own)}
              />
            </section>
          ),
      )}
      <section aria-labelledby="moments">
        <SectionHead id="moments" title="To the millisecond">
          {ticket.delay && <span>{`delay ${ticket.delay.seconds.toFixed(3)} s`}</span>}
        </SectionHead>
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

function aroundText({ fromMs, toMs }: PriceLine): string {
  const minutes = Math.round((toMs - fromMs) / 120_000)
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} around the bet · amber: no bets`
}

const eventsIn = ({ events }: Leg, { fromMs, toMs }: PriceLine) =>
  events
    .filter(({ type, at }) => beforeKinds.includes(type) && Date.parse(at) >= fromMs && Date.parse(at) <= toMs)
    .map(({ type, score, at }) => ({
      atMs: Date.parse(at),
      text: `${labelOf(type).toLowerCase()} ${score ?? ''}`.trim(),
    }))

/** "15:14:27.012", in the country's time zone. */
const momentText = (at: string): string => `${secondsText(Date.parse(at))}.${at.slice(20, 23)}`
