import { SectionHead } from '../../parts/controls.tsx'
import { countText, secondsText } from '../../parts/format.ts'
import type { Leg } from './price-line.ts'
import style from './ticket.module.css'

/** What other bettors got for the same outcome at the same moment. */
export function Others({ leg: { others = [], odd_value } }: { leg: Leg }) {
  const all = others.reduce((sum, { bets }) => sum + bets, 0)
  if (all === 0) return null
  return (
    <section aria-labelledby="others">
      <SectionHead id="others" title="The same moment for others">
        <span>within a minute, on this outcome</span>
      </SectionHead>
      {all === 1 ? (
        <p className={style.note}>Nobody else bet on it.</p>
      ) : (
        <table className={style.table}>
          <thead>
            <tr>
              <th scope="col">Price</th>
              <th scope="col" data-end>
                Bets
              </th>
              <th scope="col">From</th>
              <th scope="col">To</th>
            </tr>
          </thead>
          <tbody>
            {others.map(({ price, bets, first_at, last_at }) => (
              <tr key={price} data-newest={price === odd_value}>
                <td>{price === odd_value ? `${price}, as here` : price}</td>
                <td data-end>{countText(bets)}</td>
                <td className="num">{secondsText(Date.parse(first_at))}</td>
                <td className="num">{secondsText(Date.parse(last_at))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
