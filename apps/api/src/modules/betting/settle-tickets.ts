import { noBoost, type Boost } from '@nare/bets/boost'
import { money, type Money } from '@nare/money/money'
import type { Credit, Ledger } from '#modules/ledger/ledger'
import type { Tx } from '#platform/db'
import { writeSettlements } from './settle-store.ts'
import type { LockedTicket } from './ticket-store.ts'

/** A ticket before its settlement, as its locked row has it. `cashed` is the part of `returned` that cash-outs have paid, which stays. */
export type TicketToSettle = Pick<LockedTicket, 'betId' | 'product' | 'bettor' | 'returned' | 'timesSettled'> & {
  readonly cashed?: bigint
}

/**
 * The new state of a ticket; 'open' reverses an earlier settlement. `returned` is what it returns beside its cash-outs, `boost` the part
 * of it that a boost adds.
 */
export type TicketSettlement = {
  readonly ticket: TicketToSettle
  readonly state: 'open' | 'won' | 'lost' | 'void'
  readonly returned: Money
  readonly boost?: Boost
}

/**
 * Settles tickets of any product in the caller's transaction, which has locked their rows (by id). Each return is paid from the
 * house account of the ticket's product; a separate transfer first reverses the payment of an earlier settlement, so posted
 * transfers are never edited. Returns the bettors whose balances changed.
 */
export async function settleTickets(
  { ledger }: { readonly ledger: Ledger },
  tx: Tx,
  settlements: readonly TicketSettlement[],
): Promise<ReadonlySet<bigint>> {
  if (settlements.length === 0) return new Set()
  const back = settlements.flatMap(({ ticket }) => (settledBefore(ticket) > 0n ? [reversalOf(ledger, ticket)] : []))
  const due = settlements.flatMap((one) => (one.returned > 0n ? [paymentOf(ledger, one)] : []))
  await writeSettlements(
    tx,
    settlements.map(({ ticket, state, returned, boost = noBoost }) => ({
      betId: ticket.betId,
      state,
      returned: money(returned + (ticket.cashed ?? 0n)),
      paidBoost: boost,
    })),
  )
  if (back.length + due.length > 0) await ledger.correct(tx, { back, due })
  return new Set([...back, ...due].map((one) => one.bettor))
}

const settledBefore = ({ returned, cashed = 0n }: TicketToSettle): bigint => returned - cashed

function reversalOf(ledger: Ledger, ticket: TicketToSettle): Credit {
  const { betId, bettor, product, timesSettled } = ticket
  const about = `bet/${betId}`
  const id = `${about}/reverse/${timesSettled + 1}`
  return {
    id,
    kind: 'correction',
    about,
    bettor,
    amount: money(settledBefore(ticket)),
    against: ledger.houseOf(product),
  }
}

function paymentOf(ledger: Ledger, { ticket, state, returned }: TicketSettlement): Credit {
  const about = `bet/${ticket.betId}`
  const id = `${about}/settle/${ticket.timesSettled + 1}`
  const kind = state === 'void' ? 'refund' : 'win'
  return { id, kind, about, bettor: ticket.bettor, amount: returned, against: ledger.houseOf(ticket.product) }
}
