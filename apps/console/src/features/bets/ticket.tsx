import { consoleTickets, type TicketEvidence } from '@nare/contract/console-tickets'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Empty } from '../../parts/controls.tsx'
import { useKeys } from '../../parts/keys.ts'
import { LoadFailed } from '../../parts/load-failed.tsx'
import { useMay } from '../../wire/me.ts'
import { useRead } from '../../wire/use-read.ts'
import { Around } from './around.tsx'
import { CashOuts, Results, Round, Transfers } from './evidence-tables.tsx'
import { Legs } from './legs.tsx'
import { TicketHead } from './ticket-head.tsx'
import { Touched } from './touched.tsx'
import style from './ticket.module.css'

/** A ticket with everything that speaks for its result. */
export function TicketPage() {
  const { id = '' } = useParams({ strict: false })
  const { data, error, refetch } = useRead(consoleTickets.ticket, { id })
  if (data) return <Ticket key={data.data.bet_id} ticket={data.data} />
  if (!error) return <Empty>Loading…</Empty>
  return error.reply.status === 404 ? (
    <Empty>There is no ticket {id}.</Empty>
  ) : (
    <LoadFailed error={error} onRetry={() => void refetch()} />
  )
}

const reasonsMax = 3

/** Why the ticket has its state, and of a lost one the picks that lost it. */
function whyOf({ state, why, legs }: TicketEvidence): string {
  const lost = state === 'lost' ? legs.filter((leg) => leg.state === 'lost') : []
  return [why, ...lost.slice(0, reasonsMax).map((leg) => leg.why)].join(' ')
}

function Ticket({ ticket }: { ticket: TicketEvidence }) {
  // The first pick that lost is what is asked about.
  const [chosen, choose] = useState(() =>
    Math.max(
      0,
      ticket.legs.findIndex(({ state }) => state === 'lost'),
    ),
  )
  const navigate = useNavigate()
  const may = useMay()
  const leg = ticket.legs[chosen]
  const numbers = ticket.legs.slice(0, 9).map((_, n) => String(n + 1))
  useKeys([
    { keys: numbers, label: 'pick', press: (key) => choose(Number(key) - 1), on: numbers.length > 1 },
    {
      keys: ['b'],
      label: 'bettor',
      press: () => void navigate({ href: `/bettors/${ticket.bettor_id}` }),
      on: may('bettors.read'),
    },
    { keys: ['y'], label: 'copy number', press: () => void navigator.clipboard?.writeText(ticket.bet_id) },
    { keys: ['Escape'], label: 'back to bets', press: () => void navigate({ to: '/bets' }) },
  ])
  return (
    <>
      <TicketHead ticket={ticket} />
      <p className={style.why}>{whyOf(ticket)}</p>
      <div className={style.columns}>
        <div className={style.column}>
          {ticket.legs.length > 0 && <Legs legs={ticket.legs} chosen={chosen} onChoose={choose} />}
          {leg && <Results leg={leg} />}
          <Transfers transfers={ticket.transfers} />
        </div>
        <div className={style.column}>
          {leg && <Around ticket={ticket} leg={leg} number={ticket.legs.length > 1 ? chosen + 1 : undefined} />}
          {ticket.round && <Round round={ticket.round} />}
          <CashOuts ticket={ticket} />
        </div>
        <div className={style.column} data-side>
          <Touched ticket={ticket} />
        </div>
      </div>
    </>
  )
}
