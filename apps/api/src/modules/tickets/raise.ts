import { money, type Money } from '@nare/money/money'
import type { Ledger } from '#modules/ledger/ledger'
import { stakeGate } from '#modules/protection/protection'
import type { Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import { addStake, type LockedTicket } from './store.ts'
import { stakeRefusal, type RefusedTicket } from './stake.ts'

type Deps = { readonly ledger: Ledger }

/** A further stake on a ticket, by the bettor who placed it. */
export type Raise = { readonly ticket: LockedTicket; readonly verified: boolean; readonly amount: Money }
export type Raised = { readonly kind: 'raised'; readonly ticket: LockedTicket; readonly balance: Money }

/**
 * Adds a stake to a placed ticket in the caller's transaction, which has locked its row and no account yet: locks the payer's cash,
 * checks the stake gate, and moves the stake to the house account of the product. A settled ticket becomes open again.
 * A limit per bet counts all stakes of the ticket. Refuses for the same reasons as a new stake, by the gate or for insufficient
 * funds, and then changes nothing. The caller ensures that one command raises once, by the lock of the row and the command's id.
 */
export async function raiseTicket(
  { ledger }: Deps,
  tx: Tx,
  { ticket, verified, amount }: Raise,
): Promise<Raised | RefusedTicket> {
  const { betId, bettor, product } = ticket
  invariant(amount > 0n, `bet ${betId} is raised by ${amount}, not by a positive amount`)
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
