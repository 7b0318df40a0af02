import { money } from '@nare/money/money'
import type { House } from './apply.ts'
import { refuse, type Rollback, type WalletRefusal } from './commands.ts'
import { pay, product, takeBack } from './rounds.ts'
import type { FoundTx, NewTx } from './store.ts'
import { keepMove, keepRound, keepTx, repeated, ticketIn, type Working } from './working.ts'

type Known = FoundTx | NewTx

/**
 * Takes a transaction back, also of a bettor who may not play. One that has not arrived leaves a tombstone, so that it is refused when it does. One that
 * was taken back already stays so.
 */
export function applyRollback(house: House, working: Working, given: Rollback): WalletRefusal | undefined {
  const command = given.eitherId ? ordered(working, given) : given
  const earlier = repeated(working, command)
  if (earlier) return earlier === 'same' ? undefined : earlier
  const { bettor } = working.payer
  const ref = working.transactions.get(command.refTxId)
  const roundId = ref?.roundId ?? command.roundId ?? null
  if (ref && ref.bettor !== bettor) return refuse('duplicate')
  if (ref ? disagree(command, ref) : command.txId === command.refTxId) return refuse('malformed')
  if (!ref) keepTx(working, { ...tombstone, txId: command.refTxId, bettor, roundId })
  else if (ref.kind !== 'tombstone' && !working.rolledBack.has(ref.txId) && !('rolledBack' in ref && ref.rolledBack)) {
    const refusal = undo(house, working, ref)
    if (refusal) return refusal
  }
  keepMove(working, command, { roundId, amount: money(ref?.amount ?? command.amount ?? 0n) })
  return undefined
}

const tombstone = { kind: 'tombstone', gameId: null, refTx: null, amount: 0n, hash: null } as const

const isMove = (one: Known | undefined): boolean =>
  one?.kind === 'debit' || one?.kind === 'credit' || one?.kind === 'tombstone'

/** The two ids in their places: the one that moved money, or was to, is the one to take back. */
function ordered({ transactions }: Working, command: Rollback): Rollback {
  const swap = isMove(transactions.get(command.txId)) && !isMove(transactions.get(command.refTxId))
  return swap ? { ...command, txId: command.refTxId, refTxId: command.txId } : command
}

/** Whether a rollback contradicts what was stored of its transaction. */
function disagree({ amount, roundId }: Rollback, ref: Known): boolean {
  if (ref.kind === 'tombstone') return false
  if (ref.kind === 'rollback' || ref.kind === 'adjust') return true
  return (amount !== undefined && amount !== ref.amount) || (roundId !== undefined && roundId !== ref.roundId)
}

/** Refused where an adjustment has taken back a part of it already. */
function undo(house: House, working: Working, ref: Known): WalletRefusal | undefined {
  working.rolledBack.add(ref.txId)
  const round = ref.roundId === null ? undefined : working.rounds.get(ref.roundId)
  if (ref.kind === 'debit' && round) {
    const bets = round.bets - 1
    // A round without a bet is over, until another one comes.
    const closedAt = bets === 0 ? (round.closedAt ?? new Date(0)) : round.closedAt
    const after = { ...round, bets, refunded: round.refunded + 1, closedAt }
    const ticket = ticketIn(working, round)
    if (ticket && (ref.amount > 0n || (closedAt && ticket.state === 'open')))
      pay(working, { round: after, ticket, amount: money(ref.amount), kind: 'refund' })
    keepRound(working, after)
    return undefined
  }
  const ticket = round && ticketIn(working, round)
  if (ref.amount === 0n) return undefined
  // A credit of this call was paid on the ticket, where its round has one.
  if (round && ticket && (!('onTicket' in ref) || ref.onTicket)) {
    if (ref.amount > ticket.returned) return refuse('malformed')
    takeBack(working, { round, ticket, amount: money(ref.amount) })
    keepRound(working, round)
    return undefined
  }
  takePrizeBack(house, working, ref)
  return undefined
}

/** Takes back what was paid without a ticket. */
function takePrizeBack(house: House, { payer, book, gate }: Working, { txId, amount }: Known): void {
  const { provider, bettor } = payer
  const about = `casino/${provider}/${txId}`
  const against = house.houseOf(product)
  book.draft.clawBack({ id: `${about}/back`, kind: 'correction', about, bettor, amount: money(amount), against })
  gate?.returned(bettor, -amount)
}
