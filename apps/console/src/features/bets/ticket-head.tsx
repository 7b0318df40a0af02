import type { TicketEvidence } from '@nare/contract/console-tickets'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { amountText, labelOf, moneyText, whenText } from '../../parts/format.ts'
import { serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
import { TicketFile } from './ticket-file.tsx'
import { TicketTag } from './ticket-tag.tsx'
import style from './ticket.module.css'

/** The number and state of a ticket, and what a caller is asked first: whose, when, how much. */
export function TicketHead({ ticket }: { ticket: TicketEvidence }) {
  const may = useMay()
  const { bet_id, bettor_id, product, placed_at, stake, total_odds, possible_win, returned, tax, state, legs, type } =
    ticket
  const odds = [legs.length > 0 && `${legs.length} ${legs.length === 1 ? 'pick' : 'picks'}`, total_odds].filter(Boolean)
  return (
    <header className={style.head}>
      <div className={style.name}>
        <nav aria-label="Place">
          <Link to="/bets">Bets</Link> <span aria-hidden="true">›</span> Ticket, kept as evidence
        </nav>
        <h1>
          <span className="num">{bet_id}</span> <TicketTag state={state} />
        </h1>
      </div>
      <dl>
        <Fact name="Bettor">
          {may('bettors.read') ? <a href={`/console/bettors/${bettor_id}`}>{bettor_id}</a> : bettor_id}
        </Fact>
        <OtherTicket name="Replaced by" id={ticket.replaced_by} />
        <OtherTicket name="Replaces" id={ticket.replaces} />
        <Fact name="Product">{`${labelOf(product)}, ${type}`}</Fact>
        <Fact name="Placed">{whenText(placed_at, serverNow())}</Fact>
        <Fact name="Stake">{moneyText(stake)}</Fact>
        <Fact name="Odds">{odds.join(' · ') || '–'}</Fact>
        <Fact name="Could pay">{amountText(possible_win)}</Fact>
        <Fact name="Paid now">{amountText(tax?.paid ?? returned)}</Fact>
        {tax && (
          <Fact
            name={`Tax on winnings, ${tax.percent} %`}
          >{`${amountText(tax.amount)} of ${amountText(returned)}`}</Fact>
        )}
      </dl>
      <TicketFile id={bet_id} />
    </header>
  )
}

/** The ticket on the other side of an edit. */
function OtherTicket({ name, id }: { name: string; id: string | undefined }) {
  return (
    id !== undefined && (
      <Fact name={name}>
        <a href={`/console/bets/${id}`}>{id}</a>
      </Fact>
    )
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
