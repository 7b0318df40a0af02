import { money } from '@nare/money/money'
import type { Ledger } from '#modules/ledger/ledger'
import { applyRollback } from './apply-rollback.ts'
import { refuse, type Adjust, type Command, type Credit, type Debit, type WalletRefusal } from './commands.ts'
import { pay, product, stake, takeBack } from './rounds.ts'
import type { RoundRow } from './store.ts'
import { balanceIn, keepMove, keepRound, repeated, roundIn, ticketIn, type Working } from './working.ts'

export type House = Pick<Ledger, 'houseOf'>
type Applied = WalletRefusal | undefined

/**
 * Applies one command of a call in memory, under the payer's lock. A repeat changes nothing; the same id with other content is refused, and
 * so is everything that a refusal names. Undefined if it was applied. After a refusal nothing of the call may be written.
 */
export function apply(house: House, working: Working, command: Command): Applied {
  if (command.kind === 'end') return endRound(working, command)
  if (command.kind === 'rollback') return applyRollback(house, working, command)
  const earlier = repeated(working, command)
  if (earlier) return earlier === 'same' ? undefined : earlier
  if (command.kind === 'debit') return debit(working, command)
  return command.kind === 'credit' ? credit(house, working, command) : adjust(working, command)
}

function debit(working: Working, command: Debit): Applied {
  const { noStakes } = working
  if (noStakes) return noStakes
  const round = roundIn(working, command)
  if (round.closedBy !== null) return refuse('round_closed')
  const ticket = ticketIn(working, round)
  const staked = stake(working, { round, ticket, amount: command.amount })
  if ('reason' in staked) return staked
  const betId = staked.ticket?.betId ?? round.betId
  // A stake opens a settled ticket again; a free bet does not.
  const closedAt = command.amount > 0n || !ticket ? null : round.closedAt
  keepRound(working, { ...round, betId, bets: round.bets + 1, closedAt })
  keepMove(working, command, { roundId: command.roundId, amount: command.amount })
  return undefined
}

function credit(house: House, working: Working, command: Credit): Applied {
  const { roundId, refTxId, of } = command
  const round = roundId === undefined ? undefined : working.rounds.get(roundId)
  const refusal = refTxId === undefined ? noBet(of, round) : noDebit(working, command, refTxId)
  if (refusal) return refusal
  if (roundId === undefined) {
    payPrize(house, working, command)
    keepMove(working, command, { roundId: null, amount: command.amount })
    return undefined
  }
  return creditRound(house, working, { command, round: round ?? roundIn(working, { roundId, gameId: command.gameId }) })
}

/** Refuses a win on a round whose bets were all rolled back, or that has none. */
function noBet(of: Credit['of'], round: RoundRow | undefined): WalletRefusal | undefined {
  if (round && round.bets > 0) return undefined
  if (round && round.refunded > 0) return refuse('rolled_back')
  return of === 'win' ? refuse('unknown_transaction') : undefined
}

/** Refuses a payment that names a debit which does not exist, is another's or of another round, or was rolled back. */
function noDebit({ transactions, payer }: Working, command: Credit, refTxId: string): WalletRefusal | undefined {
  const bet = transactions.get(refTxId)
  if (bet?.kind === 'tombstone' && bet.bettor === payer.bettor) return refuse('rolled_back')
  if (bet?.kind !== 'debit' || bet.bettor !== payer.bettor) return refuse('unknown_transaction')
  if (command.roundId !== undefined && bet.roundId !== command.roundId) return refuse('unknown_transaction')
  return 'rolledBack' in bet && bet.rolledBack ? refuse('rolled_back') : undefined
}

function creditRound(
  house: House,
  working: Working,
  { command, round: before }: { command: Credit; round: RoundRow },
): Applied {
  const closedAt = command.closes ? (before.closedAt ?? closing) : before.closedAt
  const round = { ...before, results: before.results + 1, closedAt }
  const ticket = ticketIn(working, round)
  if (ticket) {
    const settles = closedAt !== null && ticket.state === 'open'
    if (command.amount > 0n || settles) pay(working, { round, ticket, amount: command.amount, kind: 'win' })
  } else payPrize(house, working, command)
  keepRound(working, round)
  keepMove(working, command, { roundId: round.roundId, amount: command.amount })
  return undefined
}

/** A round that this call closes; the database writes the time. */
const closing = new Date(0)

/** Pays money without a ticket: nothing was staked for it. */
function payPrize(house: House, { payer, book, gate }: Working, { txId, amount }: Credit): void {
  if (amount === 0n) return
  const { provider, bettor } = payer
  const about = `casino/${provider}/${txId}`
  book.draft.credit({ id: about, kind: 'win', about, bettor, amount, against: house.houseOf(product) })
  gate?.returned(bettor, amount)
}

function adjust(working: Working, command: Adjust): Applied {
  const { roundId, amount } = command
  const round = working.rounds.get(roundId)
  const ticket = round && ticketIn(working, round)
  if (!round || !ticket) return refuse('unknown_transaction')
  if (amount < 0n) {
    const back = money(-amount)
    if (back > ticket.returned) return refuse('malformed')
    if (balanceIn(working) < back) return refuse('insufficient_funds')
    takeBack(working, { round, ticket, amount: back })
  } else if (amount > 0n) pay(working, { round, ticket, amount, kind: 'win' })
  keepRound(working, { ...round, results: round.results + 1 })
  keepMove(working, command, { roundId, amount })
  return undefined
}

function endRound(working: Working, { roundId, closedBy }: { roundId: string; closedBy?: string }): Applied {
  const before = working.rounds.get(roundId)
  if (!before || before.closedAt) return undefined
  const round = { ...before, closedAt: closing, closedBy: closedBy ?? null }
  const ticket = ticketIn(working, round)
  if (ticket?.state === 'open') pay(working, { round, ticket, amount: money(0n), kind: 'win' })
  keepRound(working, round)
  return undefined
}
