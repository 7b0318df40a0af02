import { money, type Money } from '@nare/money/money'
import { openDraft, type Ledger, type Payee, type WinTaxOfDay } from '#modules/ledger/ledger'
import type { Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import { paymentOf, reversalOf, taxRowsOf } from './settle.ts'
import { insertTickets, updateTickets, type LockedTicket, type NewTicket } from './store.ts'
import {
  insertTaxes,
  taxOfPayment,
  taxRates,
  withTax,
  type TaxingHouse,
  type TaxRates,
  type TaxRow,
} from './win-tax.ts'

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
 * the book. Each method returns the changed ticket. The tax on winnings is that of all that a ticket has returned above all its stakes, at the
 * rate of its last payment: a payment withholds what is missing, or gives back what is too much. `rates` are those of the last payments of the
 * tickets that have a tax.
 */
export function openTicketBook(house: TaxingHouse, payee: Payee, rates: TaxRates = new Map()) {
  const { houseOf } = house
  const draft = openDraft(payee)
  const rateOf = taxRates(house)
  const last = new Map(rates)
  const taxes: TaxRow[] = []
  const placed: NewTicket[] = []
  const changed = new Map<bigint, LockedTicket>()

  function recordChange(ticket: LockedTicket): LockedTicket {
    changed.set(ticket.betId, ticket)
    return ticket
  }

  /** What a ticket's tax is once it has returned so much. */
  const taxAfter = ({ product, stake }: LockedTicket, returned: bigint, rate = rateOf(product)): bigint =>
    taxOfPayment(rate, { paid: returned, stake })

  /** The rate of the last payment of a ticket, for its end without another one: the day on which a round is closed is not that of its win. */
  function lastRate({ betId, product, tax }: LockedTicket): WinTaxOfDay {
    const now = rateOf(product)
    return tax === 0n ? { ...now, percent: '0' } : { ...now, ...last.get(betId) }
  }

  return {
    /** The changes of the bettor's balances that are not written yet. */
    draft,
    placed: placed as readonly NewTicket[],
    changed: changed as ReadonlyMap<bigint, LockedTicket>,
    taxes: taxes as readonly TaxRow[],

    /** Places a ticket whose stake has passed the stake gate. */
    place(ticket: NewTicket): LockedTicket {
      const { betId, product, bettor, stake } = ticket
      const about = `bet/${betId}`
      draft.stake({ id: `${about}/stake`, kind: 'stake', about, to: houseOf(product), amount: money(stake) })
      placed.push(ticket)
      return { betId, product, bettor, stake, state: 'open', returned: 0n, tax: 0n, timesSettled: 0, timesStaked: 1 }
    },

    /** Adds a stake that has passed the stake gate. A settled ticket becomes open again. */
    raise(ticket: LockedTicket, amount: Money): LockedTicket {
      const about = `bet/${ticket.betId}`
      const timesStaked = ticket.timesStaked + 1
      draft.stake({ id: `${about}/stake/${timesStaked}`, kind: 'stake', about, to: houseOf(ticket.product), amount })
      return recordChange({ ...ticket, stake: ticket.stake + amount, timesStaked, state: 'open' })
    },

    /** What a balance has more, or less if it is below zero, once a ticket has returned so much: its tax changes too. */
    balanceChange: (ticket: LockedTicket, returned: bigint): bigint =>
      returned - ticket.returned - (taxAfter(ticket, returned) - ticket.tax),

    /** Pays an amount on top of what the ticket has already returned. */
    pay({ ticket, amount, kind, state }: TicketPayment): LockedTicket {
      const { betId, bettor, product } = ticket
      const timesSettled = ticket.timesSettled + 1
      const about = `bet/${betId}`
      const returned = ticket.returned + amount
      const rate = amount === 0n ? lastRate(ticket) : rateOf(product)
      last.set(betId, rate)
      const tax = taxAfter(ticket, returned, rate)
      const withheld = tax - ticket.tax
      const net = amount - withheld
      const one = { id: `${about}/settle/${timesSettled}`, kind, about, bettor, against: houseOf(product) }
      // A tax of the whole payout, and a rate that rose, may be more than this payment.
      if (net < 0n) draft.clawBack({ ...one, amount: money(-net), ...withTax(house, withheld) })
      else if (net > 0n || withheld !== 0n) draft.credit({ ...one, amount: money(net), ...withTax(house, withheld) })
      if (withheld !== 0n) taxes.push({ betId, step: 'settle', n: timesSettled, rate, amount: withheld })
      return recordChange({ ...ticket, state, returned, tax, timesSettled })
    },

    /** Takes back what the ticket has returned and pays the new return. What the balance cannot cover becomes the bettor's debt. */
    settle(ticket: LockedTicket, to: { state: 'open' | 'won' | 'lost' | 'void'; returned: Money }): LockedTicket {
      const rate = rateOf(ticket.product)
      last.set(ticket.betId, rate)
      const taxed = { ticket, ...to, rate, tax: taxAfter(ticket, to.returned) }
      const reversal = reversalOf(house, ticket)
      const payment = paymentOf(house, taxed)
      if (reversal.amount > 0n) draft.clawBack(reversal)
      if (payment.amount > 0n) draft.credit(payment)
      taxes.push(...taxRowsOf(taxed))
      return recordChange({ ...ticket, ...to, tax: taxed.tax, timesSettled: ticket.timesSettled + 1 })
    },
  }
}

/** Writes the tickets and the money of these books, each of a different bettor: at most four statements, sent together. */
export async function writeTicketBooks(ledger: Ledger, tx: Tx, books: readonly TicketBook[]): Promise<void> {
  const placed = books.flatMap((book) => book.placed)
  const changed = books.flatMap((book) => [...book.changed.values()])
  const drafts = books.map(({ draft }) => draft)
  invariant(new Set(drafts.map(({ accounts: [cash] }) => cash.id)).size === books.length, 'a bettor has two books')
  await Promise.all([
    placed.length > 0 ? insertTickets(tx, placed) : undefined,
    changed.length > 0 ? updateTickets(tx, changed) : undefined,
    insertTaxes(
      tx,
      books.flatMap((book) => book.taxes),
    ),
    ledger.postDrafts(tx, drafts),
  ])
}
