import { createHash } from 'node:crypto'
import { money, type Money } from '@nare/money/money'
import type { FailureCode } from '@nare/contract/failures'
import { singleTicket, stakeRefusal, type LockedTicket } from '#modules/tickets/tickets'
import { invariant } from '#platform/invariant'
import { refuse, type WalletReason, type WalletRefusal } from './commands.ts'
import type { Named, RoundRow } from './store.ts'
import { balanceIn, changeTicket, type CallState } from './call-state.ts'

export const product = 'casino'

/** The product of casino tickets. The provider decides their payouts. */
const rules = { product, rulesVersion: 'casino-1' } as const

type Stake = {
  readonly round: RoundRow
  readonly ticket: LockedTicket | undefined
  readonly amount: Money
}

/** An accepted stake: the round's ticket; undefined for a free round without a ticket. */
type Placement = { readonly ticket: LockedTicket | undefined }

/**
 * Stakes on a round: the first stake places the round's ticket, each further stake raises it. A zero stake (a free round) is checked by the
 * gate and places no ticket. A new ticket uses the first unused id.
 */
export function stake(state: CallState, { round, ticket, amount }: Stake): Placement | WalletRefusal {
  const { payer, ids, gate, book } = state
  const { bettor, verified } = payer
  invariant(gate, 'a stake has a gate')
  const before = ticket && amount > 0n ? { before: money(ticket.stake) } : {}
  const gated = gate.check({ bettor, verified, product, amount, ...before })
  const refusal = stakeRefusal({ gated, balance: balanceIn(state) }, amount)
  if (refusal) return refuse(reasons[refusal.code] ?? 'not_allowed')
  if (amount === 0n) return { ticket }
  const staked = ticket
    ? book.raise(ticket, amount)
    : book.place(newTicket(payer, { round, amount, gate, id: ids.shift() }))
  changeTicket(state, staked)
  return { ticket: staked }
}

type Placing = { round: RoundRow; amount: Money; gate: { readonly now: Date }; id: bigint | undefined }

function newTicket({ provider, bettor, verified }: CallState['payer'], { round, amount, gate, id: betId }: Placing) {
  invariant(betId !== undefined, 'a stake has an id for its ticket')
  const id = clientIdOf({ provider, bettor }, round)
  const command = { bettor, verified, id, hash: hashText(id), stake: amount }
  return singleTicket(command, { betId, ...rules, placedAt: gate.now })
}

/** The final state of a round's ticket: void if all stakes were refunded, won if `paid`, its total return, is positive. */
export function finalState({ bets, refunded }: RoundRow, paid: bigint): 'won' | 'lost' | 'void' {
  if (bets === 0 && refunded > 0) return 'void'
  return paid > 0n ? 'won' : 'lost'
}

export type Payment = {
  readonly round: RoundRow
  readonly ticket: LockedTicket
  readonly amount: Money
  readonly kind: 'win' | 'refund'
}

/** Pays a round's ticket, which stays open until the round is closed. */
export function pay(state: CallState, { round, ticket, amount, kind }: Payment): void {
  const ticketState = round.closedAt ? finalState(round, ticket.returned + amount) : 'open'
  const paid = state.book.pay({ ticket, amount, kind, state: ticketState })
  changeTicket(state, paid)
  state.gate?.returned(state.payer.bettor, amount - (paid.tax - ticket.tax))
}

/** Debits a part of the return of a round's ticket. What the balance does not cover becomes the bettor's debt. */
export function correctDown(state: CallState, { round, ticket, amount }: Omit<Payment, 'kind'>): void {
  const returned = money(ticket.returned - amount)
  invariant(returned >= 0n, `bet ${ticket.betId} has not returned what is taken back`)
  const ticketState = round.closedAt ? finalState(round, returned) : 'open'
  const corrected = state.book.settle(ticket, { state: ticketState, returned })
  changeTicket(state, corrected)
  state.gate?.returned(state.payer.bettor, -amount - (corrected.tax - ticket.tax))
}

/** Maps refusals of the gate and the balance to refusals of the wallet. */
const reasons: Partial<Record<FailureCode, WalletReason>> = {
  insufficient_funds: 'insufficient_funds',
  account_locked: 'excluded',
  identity_required: 'excluded',
  self_excluded: 'excluded',
  limit_reached: 'limit_reached',
}

const hashText = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The command id of a round's ticket: a UUID of version 8 derived from the round's key, so that a round has only one ticket. */
function clientIdOf({ provider, bettor }: Named, { roundId }: RoundRow): string {
  const digits = hashText(JSON.stringify([provider, String(bettor), roundId]))
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, `a${digits.slice(17, 20)}`]
  return [...parts, digits.slice(20, 32)].join('-')
}
