import { currencySign } from '@nare/ui/format'
import type { RoundEvidence, TicketEvidence } from '@nare/contract/console-tickets'
import { Signed } from '../../parts/amounts.tsx'
import { Empty, SectionHead } from '../../parts/controls.tsx'
import { amountText, labelOf, momentsText, secondsText, whenText } from '../../parts/format.ts'
import { serverNow } from '../../wire/browser.ts'
import { cashOutNowText, cashOutsAsked } from './cash-outs-asked.ts'
import type { Leg } from './price-line.ts'
import style from './ticket.module.css'

const when = (at: string): string => whenText(at, serverNow())

/** Every version of the result of a pick's match, with its author. */
export function Results({ leg }: { leg: Leg }) {
  return (
    <section aria-labelledby="results">
      <SectionHead id="results" title="Result versions">
        <span>{`${leg.home_team} v ${leg.away_team}`}</span>
      </SectionHead>
      {leg.results.length === 0 ? (
        <Empty>No result yet.</Empty>
      ) : (
        <table className={style.table}>
          <thead>
            <tr>
              <th scope="col">Version</th>
              <th scope="col">Result</th>
              <th scope="col">By</th>
              <th scope="col">Settled</th>
            </tr>
          </thead>
          <tbody>
            {leg.results.map((one, n) => (
              <tr key={one.version} data-newest={n === leg.results.length - 1}>
                <td>{`${one.version} · ${when(one.at)}`}</td>
                <td>{one.result ?? labelOf(one.kind)}</td>
                <td>
                  {one.by}
                  {one.confirmed_by && `, ${one.confirmed_by}`}
                  {one.reason && ` · ${one.reason}`}
                </td>
                <td>{one.settled_at ? when(one.settled_at) : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** Every movement of the bettor's money by the ticket. */
export function Transfers({ transfers }: { transfers: TicketEvidence['transfers'] }) {
  return (
    <section aria-labelledby="transfers">
      <SectionHead id="transfers" title="Every transfer in the ledger" />
      <table className={style.table}>
        <thead>
          <tr>
            <th scope="col">At</th>
            <th scope="col">What</th>
            <th scope="col" data-end>
              {currencySign()}
            </th>
            <th scope="col" data-end>
              Balance after
            </th>
          </tr>
        </thead>
        <tbody>
          {transfers.map((one) => (
            <tr key={`${one.no} ${one.account}`} title={one.id}>
              <td>{secondsText(Date.parse(one.at))}</td>
              <td>{one.account === 'cash' ? one.text : `${one.text} (${one.account})`}</td>
              <td data-end>
                <Signed amount={one.amount} />
              </td>
              <td data-end>{amountText(one.balance_after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The cash-outs that were asked for, taken or refused, and the amount at which one was asked for. */
export function CashOuts({ ticket }: { ticket: TicketEvidence }) {
  const { cash_out_rule } = ticket
  const asked = cashOutsAsked(ticket)
  const now = cashOutNowText(ticket)
  if (asked.length === 0 && !cash_out_rule && now === undefined) return null
  return (
    <section aria-labelledby="cash-outs">
      <SectionHead id="cash-outs" title="Cash-outs">
        {cash_out_rule && (
          <span>
            {`${cash_out_rule.active ? 'asked for' : 'had asked for'} ${amountText(cash_out_rule.amount)}, ${when(cash_out_rule.at)}`}
          </span>
        )}
      </SectionHead>
      {now !== undefined && <p className={style.note}>{now}</p>}
      <table className={style.table} hidden={asked.length === 0}>
        <thead>
          <tr>
            <th scope="col">Asked</th>
            <th scope="col" data-end>
              Quoted
            </th>
            <th scope="col" data-end>
              Paid
            </th>
            <th scope="col">How it ended</th>
          </tr>
        </thead>
        <tbody>
          {asked.map(({ key, at, quoted, paid, text }) => (
            <tr key={key}>
              <td>{secondsText(Date.parse(at))}</td>
              <td data-end>{amountText(quoted)}</td>
              <td data-end>{amountText(paid)}</td>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** What a round of a game, a league or a jackpot proves. */
export function Round({ round }: { round: RoundEvidence }) {
  return (
    <section aria-labelledby="round">
      <SectionHead id="round" title="Round">
        {round.check && <span>{`check: ${round.check}`}</span>}
      </SectionHead>
      <dl className={style.facts}>
        {round.facts.map(({ name, value }) => (
          <div key={`${name} ${value}`}>
            <dt>{labelOf(name)}</dt>
            <dd>{momentsText(value, serverNow())}</dd>
          </div>
        ))}
      </dl>
      {round.steps.length > 0 && (
        <table className={style.table}>
          <tbody>
            {round.steps.map((step, n) => (
              <tr key={n}>
                <td className="num">{secondsText(Date.parse(step.at))}</td>
                <td>{step.text}</td>
                <td data-end>{step.amount && amountText(step.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
