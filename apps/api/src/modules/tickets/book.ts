import { money, type Money } from '@nare/money/money'
import { openDraft, type Ledger, type Payee } from '#modules/ledger/ledger'
import type { Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import { paymentOf, reversalOf } from './settle.ts'
import { insertTickets, updateTickets, type LockedTicket, type NewTicket } from './store.ts'

/** A payment on top of what a ticket has already returned. An amount of 0 changes only the state. */
export type TicketPayment = {
  readonly ticket: LockedTicket
  readonly amount: Money
  readonly kind: 'win' | 'refund'
  readonly state: 'open' | 'won' | 'lost' | 'void'
}

export type TicketBook = ReturnType<typeof openTicketBook>

/**
 * Changes one bettor's tickets on rounds of games, and his money with them, in memory. Such tickets have no legs, boost or bonus money.
 * The caller must have locked the rows of the tickets, and then the bettor's accounts. Nothing is stored until `writeTicketBooks` writes
 * the book. Each method returns the changed ticket.
 */
export function openTicketBook({ houseOf }: Pick<Ledger, 'houseOf'>, payee: Payee) {
  const draft = openDraft(payee)
  const placed: NewTicket[] = []
  const changed = new Map<bigint, LockedTicket>()

  function recordChange(ticket: LockedTicket): LockedTicket {
    changed.set(ticket.betId, ticket)
    return ticket
  }

  return {
    /** The changes of the bettor's balances that are not written yet. */
    draft,
    placed: placed as readonly NewTicket[],
    changed: changed as ReadonlyMap<bigint, LockedTicket>,

    /** Places a ticket whose stake has passed the stake gate. */
    place(ticket: NewTicket): LockedTicket {
      const { betId, product, bettor, stake } = ticket
      const about = `bet/${betId}`
      draft.stake({ id: `${about}/stake`, kind: 'stake', about, to: houseOf(product), amount: money(stake) })
      placed.push(ticket)
      return { betId, product, bettor, stake, state: 'open', returned: 0n, timesSettled: 0, timesStaked: 1 }
    },

    /** Adds a stake that has passed the stake gate. A settled ticket becomes open again. */
    raise(ticket: LockedTicket, amount: Money): LockedTicket {
      const about = `bet/${ticket.betId}`
      const timesStaked = ticket.timesStaked + 1
      draft.stake({ id: `${about}/stake/${timesStaked}`, kind: 'stake', about, to: houseOf(ticket.product), amount })
      return recordChange({ ...ticket, stake: ticket.stake + amount, timesStaked, state: 'open' })
    },

    /** Pays an amount on top of what the ticket has already returned. */
    pay({ ticket, amount, kind, state }: TicketPayment): LockedTicket {
      const { betId, bettor, product } = ticket
      const timesSettled = ticket.timesSettled + 1
      const about = `bet/${betId}`
      const against = houseOf(product)
      if (amount > 0n) draft.credit({ id: `${about}/settle/${timesSettled}`, kind, about, bettor, amount, against })
      return recordChange({ ...ticket, state, returned: ticket.returned + amount, timesSettled })
    },

    /** Takes back what the ticket has returned and pays the new return. What the balance cannot cover becomes the bettor's debt. */
    settle(ticket: LockedTicket, to: { state: 'open' | 'won' | 'lost' | 'void'; returned: Money }): LockedTicket {
      const reversal = reversalOf({ houseOf }, ticket)
      const payment = paymentOf({ houseOf }, { ticket, ...to })
      if (reversal.amount > 0n) draft.clawBack(reversal)
      if (payment.amount > 0n) draft.credit(payment)
      return recordChange({ ...ticket, ...to, timesSettled: ticket.timesSettled + 1 })
    },
  }
}

/** Writes the tickets and the money of these books, each of a different bettor: at most three statements, sent together. */
export async function writeTicketBooks(ledger: Ledger, tx: Tx, books: readonly TicketBook[]): Promise<void> {
  const placed = books.flatMap((book) => book.placed)
  const changed = books.flatMap((book) => [...book.changed.values()])
  const drafts = books.map(({ draft }) => draft)
  invariant(new Set(drafts.map(({ accounts: [cash] }) => cash.id)).size === books.length, 'a bettor has two books')
  await Promise.all([
    placed.length > 0 ? insertTickets(tx, placed) : undefined,
    changed.length > 0 ? updateTickets(tx, changed) : undefined,
    ledger.postDrafts(tx, drafts),
  ])
}
