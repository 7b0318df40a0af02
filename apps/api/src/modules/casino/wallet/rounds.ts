import { createHash } from 'node:crypto'
import { money, type Money } from '@nare/money/money'
import { singleTicket, stakeRefusal, type LockedTicket } from '#modules/betting/betting'
import type { FailureCode } from '@nare/contract/failures'
import { invariant } from '#platform/invariant'
import { refuse, type WalletReason, type WalletRefusal } from './commands.ts'
import type { Named, RoundRow } from './store.ts'
import { balanceIn, keepTicket, type Working } from './working.ts'

export const product = 'casino'

/** What casino tickets pay is decided by the provider. */
const rules = { product, rulesVersion: 'casino-1' } as const

type Stake = {
  readonly round: RoundRow
  readonly ticket: LockedTicket | undefined
  readonly amount: Money
}

/** A stake that was taken: the round's ticket, absent for a free round without one. */
type Staked = { readonly ticket: LockedTicket | undefined }

/**
 * Takes a stake for a round: the first one places the round's ticket, each further one raises it. A stake of nothing (a free round) passes
 * the gate and has no ticket. A new ticket takes the first unused id.
 */
export function stake(working: Working, { round, ticket, amount }: Stake): Staked | WalletRefusal {
  const { payer, ids, gate, book } = working
  const { bettor, verified } = payer
  invariant(gate, 'a stake has a gate')
  const before = ticket && amount > 0n ? { before: money(ticket.stake) } : {}
  const gated = gate.check({ bettor, verified, product, amount, ...before })
  const refusal = stakeRefusal({ gated, balance: balanceIn(working) }, amount)
  if (refusal) return refuse(reasons[refusal.code] ?? 'not_allowed')
  if (amount === 0n) return { ticket }
  const staked = ticket
    ? book.raise(ticket, amount)
    : book.place(newTicket(payer, { round, amount, gate, id: ids.shift() }))
  keepTicket(working, staked)
  return { ticket: staked }
}

type Placing = { round: RoundRow; amount: Money; gate: { readonly now: Date }; id: bigint | undefined }

function newTicket({ provider, bettor, verified }: Working['payer'], { round, amount, gate, id: betId }: Placing) {
  invariant(betId !== undefined, 'a stake has an id for its ticket')
  const id = clientIdOf({ provider, bettor }, round)
  const command = { bettor, verified, id, hash: hashText(id), stake: amount }
  return singleTicket(command, { betId, ...rules, placedAt: gate.now })
}

/**
 * The state of a round's ticket when nothing more is expected: void where all stakes went back, won where it returned something. `paid`
 * is what it has returned in all.
 */
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

/** Pays a round's ticket; a round that is not closed leaves it open. */
export function pay(working: Working, { round, ticket, amount, kind }: Payment): void {
  const state = round.closedAt ? finalState(round, ticket.returned + amount) : 'open'
  keepTicket(working, working.book.pay({ ticket, amount, kind, state }))
  working.gate?.returned(working.payer.bettor, amount)
}

/** Takes back part of what a round's ticket has returned; what the balance cannot give becomes the bettor's debt. */
export function takeBack(working: Working, { round, ticket, amount }: Omit<Payment, 'kind'>): void {
  const returned = money(ticket.returned - amount)
  invariant(returned >= 0n, `bet ${ticket.betId} has not returned what is taken back`)
  const state = round.closedAt ? finalState(round, returned) : 'open'
  keepTicket(working, working.book.settle(ticket, { state, returned }))
  working.gate?.returned(working.payer.bettor, -amount)
}

/** The refusals of the gate and the balance as refusals of the wallet. */
const reasons: Partial<Record<FailureCode, WalletReason>> = {
  insufficient_funds: 'insufficient_funds',
  self_excluded: 'excluded',
  limit_reached: 'limit_reached',
}

const hashText = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The command id of a round's ticket: a UUID of version 8 made from the round's own name, so that a round has one ticket only. */
function clientIdOf({ provider, bettor }: Named, { roundId }: RoundRow): string {
  const digits = hashText(JSON.stringify([provider, String(bettor), roundId]))
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, `a${digits.slice(17, 20)}`]
  return [...parts, digits.slice(20, 32)].join('-')
}
