import type { TicketEvidence } from '@nare/contract/console-tickets'
import { SectionHead } from '../../parts/controls.tsx'
import { labelOf, signedText, whenText } from '../../parts/format.ts'
import { serverNow } from '../../wire/browser.ts'
import style from './ticket.module.css'

type Touch = { readonly at: string; readonly text: string; readonly by: string }

/** Who did something to a ticket, oldest first: the bettor, results, settlements, people of the house. */
export function Touched({ ticket }: { ticket: TicketEvidence }) {
  const { origin } = ticket
  return (
    <>
      <section aria-labelledby="touched">
        <SectionHead id="touched" title="Who touched it" />
        <table className={style.table}>
          <tbody>
            {touchesOf(ticket).map((touch, n) => (
              <tr key={n}>
                <td className="num">{whenText(touch.at, serverNow())}</td>
                <td>{touch.text}</td>
                <td className="t3" data-end>
                  {touch.by}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section aria-labelledby="origin">
        <SectionHead id="origin" title="Placed from" />
        {origin ? (
          <dl className={style.facts}>
            <div>
              <dt>Session</dt>
              <dd>{origin.session.slice(0, 12)}</dd>
            </div>
            <div>
              <dt>Browser</dt>
              <dd>{origin.device?.slice(0, 12) ?? 'not recognised'}</dd>
            </div>
          </dl>
        ) : (
          <p className={style.note}>Session and browser were not stored with this ticket.</p>
        )}
      </section>
    </>
  )
}

function touchesOf({ placed_at, replaces, replaced_by, legs, transfers, audit }: TicketEvidence): Touch[] {
  const settled = transfers.filter(({ kind, account }) => account === 'cash' && !kind.includes('stake'))
  const all: Touch[] = [
    { at: placed_at, text: replaces === undefined ? 'Placed' : `Placed in place of ${replaces}`, by: 'bettor' },
    ...legs.flatMap(({ results, home_team }) =>
      results.map((one) => ({
        at: one.at,
        text: `Result ${one.result ?? labelOf(one.kind)}, ${home_team}`,
        by: one.by,
      })),
    ),
    ...settled.map(({ at, text, amount }, n) => ({
      at,
      text: `${text} ${signedText(amount)}${replaced_by !== undefined && n === settled.length - 1 ? `, staked on ${replaced_by}` : ''}`,
      by: 'settlement',
    })),
    ...audit.map((line) => ({
      at: line.at,
      text: line.action.startsWith('read') ? 'Opened' : labelOf(line.action),
      by: line.operator,
    })),
  ]
  return all.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}
