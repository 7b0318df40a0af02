import { createHash } from 'node:crypto'
import { money, type Money } from '@nare/money/money'
import {
  insertTickets,
  payTickets,
  placeTickets,
  raiseTicket,
  settleTickets,
  singleTicket,
  stakeRefusal,
  type LockedTicket,
  type NewTicket,
  type TicketCommand,
} from '#modules/betting/betting'
import type { Ledger, LockedCash, Payee } from '#modules/ledger/ledger'
import { refusalOf, stakeGate } from '#modules/protection/protection'
import type { FailureCode } from '@nare/contract/failures'
import type { Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import { refuse, type WalletReason, type WalletRefusal } from './commands.ts'
import type { Named, RoundRow } from './store.ts'
import { addWrite, keepTicket, payeeOf, sendWrite, type Working } from './working.ts'

export type MoneyDeps = { readonly ledger: Ledger }
export type Payer = Named & { readonly verified: boolean }

/** What casino tickets pay is decided by the provider. */
const rules = { product: 'casino', rulesVersion: 'casino-1' } as const

type Stake = {
  readonly round: RoundRow
  readonly ticket: LockedTicket | undefined
  readonly amount: Money
}

/**
 * Takes a stake for a round: the first one places the round's ticket, each further one raises it. A stake of nothing (a free round) passes
 * the gate and has no ticket. A new ticket takes the first unused id, and its writes are waited for at the call's end.
 */
export async function stake(
  { ledger }: MoneyDeps,
  tx: Tx,
  working: Working,
  { round, ticket, amount }: Stake,
): Promise<Staked | WalletRefusal> {
  const { payer, ids, gate, writes } = working
  const { bettor, verified } = payer
  const payee = payeeOf(working)
  await Promise.all(writes)
  if (amount === 0n) {
    const { refusals } = await stakeGate(tx, [{ bettor, verified, product: 'casino', amount }])
    return refusals[0] ? refusedStake(refusalOf(refusals[0]).code) : { ticket }
  }
  if (ticket) {
    const raised = await raiseTicket({ ledger }, tx, { ticket, verified, amount })
    if (raised.kind === 'refused') return refusedStake(raised.refusal.code)
    payee.cash.balance = raised.balance
    return raised
  }
  const clientId = clientIdOf(payer, round)
  const command = { bettor, verified, id: clientId, hash: hashText(clientId), stake: amount }
  const [placed] = await placeTickets<TicketCommand, NewTicket>({ ledger, product: 'casino' }, tx, {
    commands: [command],
    locked: gate && { gate, funds: new Map([[bettor, { cash: cashOf(payee) }]]) },
    defer: (written) => addWrite(working, written),
    ids: ids.slice(0, 1),
    decide(one, by) {
      const refusal = stakeRefusal(by, one.stake)
      if (refusal) return { kind: 'refused', refusal }
      return { kind: 'placed', bet: singleTicket(one, { betId: by.betId, ...rules, placedAt: by.now }) }
    },
    // The round has no ticket under the payer's lock, so its command has none either.
    read: async () => new Map(),
    write: insertTickets,
  })
  if (placed?.kind === 'refused') return refusedStake(placed.refusal.code)
  invariant(placed?.kind === 'placed', `round ${round.roundId} has a ticket that it does not name`)
  const { betId } = placed.bet
  ids.shift()
  payee.cash.balance = placed.balance
  const counts = { returned: 0n, timesSettled: 0, timesStaked: 1 }
  return { ticket: { betId, product: 'casino', bettor, stake: amount, state: 'open', ...counts } }
}

/** A stake that was taken: the round's ticket, absent for a free round without one. */
type Staked = { readonly ticket: LockedTicket | undefined }

const cashOf = ({ cash }: Payee): LockedCash => ({
  account: cash.id,
  balance: money(cash.balance),
  currency: cash.currency,
})

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
export async function pay(
  { ledger }: MoneyDeps,
  tx: Tx,
  working: Working,
  { round, ticket, amount, kind }: Payment,
): Promise<void> {
  const state = round.closedAt ? finalState(round, ticket.returned + amount) : 'open'
  await sendWrite(working, () => {
    const { tickets, written } = payTickets({ ledger }, tx, [{ ticket, amount, kind, state }], working.payees)
    for (const paid of tickets) keepTicket(working, paid)
    return written
  })
}

/** Takes back part of what a round's ticket has returned; what the balance cannot give becomes the bettor's debt. */
export async function takeBack(
  { ledger }: MoneyDeps,
  tx: Tx,
  working: Working,
  { round, ticket, amount }: Omit<Payment, 'kind'>,
): Promise<void> {
  const returned = money(ticket.returned - amount)
  invariant(returned >= 0n, `bet ${ticket.betId} has not returned what is taken back`)
  const state = round.closedAt ? finalState(round, returned) : 'open'
  await sendWrite(working, () => settleTickets({ ledger }, tx, [{ ticket, state, returned }], working.payees))
  keepTicket(working, { ...ticket, state, returned, timesSettled: ticket.timesSettled + 1 })
}

/** The refusals of the gate and the balance as refusals of the wallet. */
const reasons: Partial<Record<FailureCode, WalletReason>> = {
  insufficient_funds: 'insufficient_funds',
  self_excluded: 'excluded',
  limit_reached: 'limit_reached',
}

const refusedStake = (code: FailureCode): WalletRefusal => refuse(reasons[code] ?? 'not_allowed')

const hashText = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The command id of a round's ticket: a UUID of version 8 made from the round's own name, so that a round has one ticket only. */
function clientIdOf({ provider, bettor }: Named, { roundId }: RoundRow): string {
  const digits = hashText(JSON.stringify([provider, String(bettor), roundId]))
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, `a${digits.slice(17, 20)}`]
  return [...parts, digits.slice(20, 32)].join('-')
}
