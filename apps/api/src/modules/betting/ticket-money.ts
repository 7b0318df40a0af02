import { noBoost } from '@nare/bets/boost'
import { money, type Money } from '@nare/money/money'
import type { Credit, Ledger, Payees } from '#modules/ledger/ledger'
import { stakeGate } from '#modules/protection/protection'
import type { Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import { writeSettlements } from './settle-store.ts'
import { addStake, type LockedTicket } from './ticket-store.ts'
import { stakeRefusal, type RefusedTicket } from './tickets.ts'

type Deps = { readonly ledger: Ledger }

/** One more stake on a ticket, of the bettor who placed it. */
export type Raise = { readonly ticket: LockedTicket; readonly verified: boolean; readonly amount: Money }
export type Raised = { readonly kind: 'raised'; readonly ticket: LockedTicket; readonly balance: Money }

/**
 * Adds a stake to a placed ticket in the caller's transaction, which has locked its row and no account yet: locks the payer's cash,
 * checks the stake gate, and moves the stake to the house account of the product. The ticket is open afterwards, whatever it was.
 * A limit per bet counts all stakes of the ticket. Refused as a new stake is, by the gate or for insufficient funds; nothing is
 * changed then. The caller makes sure that one command raises once: the row's lock and the command's id are its own.
 */
export async function raiseTicket(
  { ledger }: Deps,
  tx: Tx,
  { ticket, verified, amount }: Raise,
): Promise<Raised | RefusedTicket> {
  const { betId, bettor, product } = ticket
  invariant(amount > 0n, `bet ${betId} is raised by nothing`)
  const [cash, gate] = await Promise.all([
    ledger.lockCash(tx, [bettor]),
    stakeGate(tx, [{ bettor, verified, product, amount, before: money(ticket.stake) }]),
  ])
  const from = cash.get(bettor)
  invariant(from, `bettor ${bettor} has no cash account`)
  const refusal = stakeRefusal({ gated: gate.refusals[0], balance: from.balance }, amount)
  if (refusal) return { kind: 'refused', refusal }
  const about = `bet/${betId}`
  const id = `${about}/stake/${ticket.timesStaked + 1}`
  await Promise.all([
    ledger.postStakes(tx, [{ id, kind: 'stake', about, from, to: ledger.houseOf(product), amount }]),
    addStake(tx, { betId, amount }),
  ])
  const raised = { stake: ticket.stake + amount, timesStaked: ticket.timesStaked + 1, state: 'open' as const }
  return { kind: 'raised', ticket: { ...ticket, ...raised }, balance: money(from.balance - amount) }
}

/** A payment that comes on top of what a ticket has returned. An amount of 0 changes the state only. */
export type TicketPayment = {
  readonly ticket: LockedTicket
  readonly amount: Money
  readonly kind: 'win' | 'refund'
  readonly state: 'open' | 'won' | 'lost' | 'void'
}

/**
 * Pays tickets in the caller's transaction, which has locked their rows (by id); each ticket at most once a call. What was paid before
 * stays: `settleTickets` is for a return that replaces an earlier one. Returns the tickets as they are afterwards, in their order, before
 * `written` has ended, so that other writes can be sent with these. `payees` are the bettors' accounts where the caller has locked them.
 */
export function payTickets(
  { ledger }: Deps,
  tx: Tx,
  payments: readonly TicketPayment[],
  payees?: Payees,
): { readonly tickets: readonly LockedTicket[]; readonly written: Promise<unknown> } {
  if (payments.length === 0) return { tickets: [], written: Promise.resolve() }
  invariant(new Set(payments.map(({ ticket }) => ticket.betId)).size === payments.length, 'a ticket is paid twice')
  const paid = payments.map(({ ticket, amount, state }): LockedTicket => ({
    ...ticket,
    state,
    returned: ticket.returned + amount,
    timesSettled: ticket.timesSettled + 1,
  }))
  const states = writeSettlements(
    tx,
    paid.map(({ betId, returned }, index) => ({
      betId,
      state: payments[index]?.state ?? 'open',
      returned: money(returned),
      paidBoost: noBoost,
    })),
  )
  const due = payments.flatMap((one) => (one.amount > 0n ? [creditOf(ledger, one)] : []))
  const moved = due.length > 0 ? ledger.correct(tx, { back: [], due }, payees) : undefined
  return { tickets: paid, written: Promise.all([states, moved]) }
}

function creditOf(ledger: Ledger, { ticket, amount, kind }: TicketPayment): Credit {
  const about = `bet/${ticket.betId}`
  const id = `${about}/settle/${ticket.timesSettled + 1}`
  return { id, kind, about, bettor: ticket.bettor, amount, against: ledger.houseOf(ticket.product) }
}
