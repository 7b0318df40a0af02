import { money } from '@nare/money/money'
import { withTax } from '#modules/tickets/tickets'
import { refuse, type Rollback, type WalletRefusal } from './commands.ts'
import { pay, product, correctDown } from './rounds.ts'
import type { FoundTx, NewTx } from './store.ts'
import {
  addTransaction,
  changeRound,
  insertTransaction,
  repeated,
  ticketIn,
  type CallState,
  type House,
} from './call-state.ts'

type AnyTx = FoundTx | NewTx

/**
 * Rolls a transaction back, even if its bettor may not play. If the transaction has not arrived, stores a tombstone, so that it is refused
 * later. A repeated rollback changes nothing.
 */
export function applyRollback(house: House, state: CallState, given: Rollback): WalletRefusal | undefined {
  const command = given.eitherId ? ordered(state, given) : given
  const earlier = repeated(state, command)
  if (earlier) return earlier === 'same' ? undefined : earlier
  const { bettor } = state.payer
  const ref = state.transactions.get(command.refTxId)
  const roundId = ref?.roundId ?? command.roundId ?? null
  if (ref && ref.bettor !== bettor) return refuse('duplicate')
  if (ref ? contradicts(command, ref) : command.txId === command.refTxId) return refuse('malformed')
  if (!ref) insertTransaction(state, { ...tombstone, txId: command.refTxId, bettor, roundId })
  else if (ref.kind !== 'tombstone' && !state.rolledBack.has(ref.txId) && !('rolledBack' in ref && ref.rolledBack)) {
    const refusal = undo(house, state, ref)
    if (refusal) return refusal
  }
  addTransaction(state, command, { roundId, amount: money(ref?.amount ?? command.amount ?? 0n) })
  return undefined
}

const tombstone = { kind: 'tombstone', gameId: null, refTx: null, amount: 0n, tax: 0n, hash: null } as const

const isMove = (one: AnyTx | undefined): boolean =>
  one?.kind === 'debit' || one?.kind === 'credit' || one?.kind === 'tombstone'

/** Swaps the two ids if necessary, so that `refTxId` is the transaction that moved or would have moved money. */
function ordered({ transactions }: CallState, command: Rollback): Rollback {
  const swap = isMove(transactions.get(command.txId)) && !isMove(transactions.get(command.refTxId))
  return swap ? { ...command, txId: command.refTxId, refTxId: command.txId } : command
}

/** Whether a rollback contradicts the stored transaction. */
function contradicts({ amount, roundId }: Rollback, ref: AnyTx): boolean {
  if (ref.kind === 'tombstone') return false
  if (ref.kind === 'rollback' || ref.kind === 'adjust') return true
  return (amount !== undefined && amount !== ref.amount) || (roundId !== undefined && roundId !== ref.roundId)
}

/** Undoes a debit or credit. Refuses if an adjustment has already corrected a part of it. */
function undo(house: House, state: CallState, ref: AnyTx): WalletRefusal | undefined {
  state.rolledBack.add(ref.txId)
  const round = ref.roundId === null ? undefined : state.rounds.get(ref.roundId)
  if (ref.kind === 'debit' && round) {
    const bets = round.bets - 1
    // A round without a bet is closed until the next bet.
    const closedAt = bets === 0 ? (round.closedAt ?? new Date(0)) : round.closedAt
    const after = { ...round, bets, refunded: round.refunded + 1, closedAt }
    const ticket = ticketIn(state, round)
    if (ticket && (ref.amount > 0n || (closedAt && ticket.state === 'open')))
      pay(state, { round: after, ticket, amount: money(ref.amount), kind: 'refund' })
    changeRound(state, after)
    return undefined
  }
  const ticket = round && ticketIn(state, round)
  if (ref.amount === 0n) return undefined
  // A credit of the same call was paid on the round's ticket, if there is one.
  if (round && ticket && (!('onTicket' in ref) || ref.onTicket)) {
    if (ref.amount > ticket.returned) return refuse('malformed')
    correctDown(state, { round, ticket, amount: money(ref.amount) })
    changeRound(state, round)
    return undefined
  }
  reversePrize(house, state, ref)
  return undefined
}

/** Reverses a payment that was made without a ticket. */
function reversePrize(house: House, { payer, book, gate }: CallState, { txId, amount, tax }: AnyTx): void {
  const { provider, bettor } = payer
  const about = `casino/${provider}/${txId}`
  const against = house.houseOf(product)
  const net = money(amount - tax)
  const back = { id: `${about}/back`, kind: 'correction' as const, about, bettor, amount: net, against }
  book.draft.clawBack({ ...back, ...withTax(house, -tax) })
  gate?.returned(bettor, -net)
}
