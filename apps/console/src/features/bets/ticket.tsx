import { consoleTickets, type TicketEvidence } from '@nare/contract/console-tickets'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Empty, Keys } from '../../parts/controls.tsx'
import { useKeys } from '../../parts/keys.ts'
import { LoadFailed } from '../../parts/load-failed.tsx'
import { useMay } from '../../wire/me.ts'
import { useRead } from '../../wire/use-read.ts'
import { answerOf, whyOf } from './answer.ts'
import { Around } from './around.tsx'
import { CashOuts, Results, Round, Transfers } from './evidence-tables.tsx'
import { Legs } from './legs.tsx'
import { Others } from './others.tsx'
import { TicketActions } from './ticket-actions.tsx'
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

function Ticket({ ticket }: { ticket: TicketEvidence }) {
  // The first pick that lost is what is asked about.
  const [chosen, choose] = useState(() =>
    Math.max(
      0,
      ticket.legs.findIndex(({ state }) => state === 'lost'),
    ),
  )
  const [copied, setCopied] = useState<'answer' | 'number'>()
  const copy = async (what: 'answer' | 'number'): Promise<void> => {
    await navigator.clipboard?.writeText(what === 'answer' ? answerOf(ticket) : ticket.bet_id)
    setCopied(what)
  }
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
    { keys: ['c'], label: 'copy the answer', press: () => void copy('answer') },
    { keys: ['y'], label: 'copy number', press: () => void copy('number') },
    { keys: ['Escape'], label: 'back to bets', press: () => void navigate({ to: '/bets' }) },
  ])
  return (
    <>
      <TicketHead ticket={ticket} />
      <div className={style.why}>
        <p>{whyOf(ticket)}</p>
        <button type="button" onClick={() => void copy('answer')}>
          {copied === 'answer' ? 'Copied' : 'Copy the answer'} <Keys names={['c']} />
        </button>
      </div>
      <TicketActions ticket={ticket} />
      <div className={style.columns}>
        <div className={style.column}>
          {ticket.legs.length > 0 && <Legs legs={ticket.legs} chosen={chosen} onChoose={choose} />}
          {leg && <Results leg={leg} />}
          <Transfers transfers={ticket.transfers} />
          {leg && <Others leg={leg} />}
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
