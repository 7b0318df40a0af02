import { money } from '@nare/money/money'
import type { Tx } from '#platform/db'
import { refuse, type Rollback, type WalletRefusal } from './commands.ts'
import { pay, takeBack, type MoneyDeps } from './rounds.ts'
import { isOnTicket, type NewTx, type TxRow } from './store.ts'
import { keepMove, keepRound, keepTx, repeated, sendWrite, ticketIn, type Working } from './working.ts'

type Known = TxRow | NewTx

/**
 * Takes a transaction back, also of a bettor who may not play. One that has not arrived leaves a tombstone, so that it is refused when it does. One that
 * was taken back already stays so.
 */
export async function applyRollback(
  deps: MoneyDeps,
  tx: Tx,
  working: Working,
  given: Rollback,
): Promise<WalletRefusal | undefined> {
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
    const refusal = await undo(deps, tx, working, ref)
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
async function undo(deps: MoneyDeps, tx: Tx, working: Working, ref: Known): Promise<WalletRefusal | undefined> {
  working.rolledBack.add(ref.txId)
  const round = ref.roundId === null ? undefined : working.rounds.get(ref.roundId)
  if (ref.kind === 'debit' && round) {
    const bets = round.bets - 1
    // A round without a bet is over, until another one comes.
    const closedAt = bets === 0 ? (round.closedAt ?? new Date(0)) : round.closedAt
    const after = { ...round, bets, refunded: round.refunded + 1, closedAt }
    const ticket = ticketIn(working, round)
    if (ticket && (ref.amount > 0n || (closedAt && ticket.state === 'open')))
      await pay(deps, tx, working, { round: after, ticket, amount: money(ref.amount), kind: 'refund' })
    keepRound(working, after)
    return undefined
  }
  const ticket = round && ticketIn(working, round)
  if (ref.amount === 0n) return undefined
  const { provider, bettor } = working.payer
  const onTicket = !('id' in ref) || (await isOnTicket(tx, provider, ref))
  if (round && ticket && onTicket) {
    if (ref.amount > ticket.returned) return refuse('malformed')
    await takeBack(deps, tx, working, { round, ticket, amount: money(ref.amount) })
    keepRound(working, round)
    return undefined
  }
  const about = `casino/${provider}/${ref.txId}`
  const against = deps.ledger.houseOf('casino')
  const back = [{ id: `${about}/back`, kind: 'correction' as const, about, bettor, amount: money(ref.amount), against }]
  await sendWrite(working, () => deps.ledger.clawBack(tx, back, working.payees))
  working.moved = true
  return undefined
}
