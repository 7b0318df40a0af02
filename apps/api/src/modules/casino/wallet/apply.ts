import { money } from '@nare/money/money'
import { taxOfPayment, withTax } from '#modules/tickets/tickets'
import { applyRollback } from './apply-rollback.ts'
import { refuse, type Adjust, type Command, type Credit, type Debit, type WalletRefusal } from './commands.ts'
import { pay, product, stake, correctDown } from './rounds.ts'
import type { RoundRow } from './store.ts'
import {
  balanceIn,
  addTransaction,
  changeRound,
  repeated,
  roundIn,
  ticketIn,
  type CallState,
  type House,
} from './call-state.ts'

type MaybeRefusal = WalletRefusal | undefined

/**
 * Applies one command of a call in memory, under the payer's lock. A repeat changes nothing. The same id with different content is refused;
 * `WalletReason` lists the other refusals. Returns undefined if the command was applied. After a refusal nothing of the call may be
 * written.
 */
export function apply(house: House, state: CallState, command: Command): MaybeRefusal {
  if (command.kind === 'end') return endRound(state, command)
  if (command.kind === 'rollback') return applyRollback(house, state, command)
  const earlier = repeated(state, command)
  if (earlier) return earlier === 'same' ? repeatRefusal(state, command) : earlier
  if (command.kind === 'debit') return debit(state, command)
  return command.kind === 'credit' ? credit(house, state, command) : adjust(state, command)
}

/** Refuses the repeat of a final debit that was rolled back. */
function repeatRefusal({ transactions, rolledBack }: CallState, command: Debit | Credit | Adjust): MaybeRefusal {
  if (command.kind !== 'debit' || !command.isFinal) return undefined
  const stored = transactions.get(command.txId)
  const isRolledBack = rolledBack.has(command.txId) || (stored && 'rolledBack' in stored && stored.rolledBack)
  return isRolledBack ? refuse('rolled_back') : undefined
}

function debit(state: CallState, command: Debit): MaybeRefusal {
  const { stakeRefused } = state
  if (stakeRefused) return stakeRefused
  const round = roundIn(state, command)
  if (round.closedBy !== null) return refuse('round_closed')
  if (round.gameId !== command.gameId) return refuse('game_unknown')
  const ticket = ticketIn(state, round)
  const placement = stake(state, { round, ticket, amount: command.amount })
  if ('reason' in placement) return placement
  const betId = placement.ticket?.betId ?? round.betId
  // A stake reopens a settled ticket; a free bet does not.
  const closedAt = command.amount > 0n || !ticket ? null : round.closedAt
  changeRound(state, { ...round, betId, bets: round.bets + 1, closedAt })
  addTransaction(state, command, { roundId: command.roundId, amount: command.amount })
  return undefined
}

function credit(house: House, state: CallState, command: Credit): MaybeRefusal {
  const { roundId, refTxId } = command
  const round = roundId === undefined ? undefined : state.rounds.get(roundId)
  const refusal = refTxId === undefined ? winRefusal(command, round) : debitRefusal(state, command, refTxId)
  if (refusal) return refusal
  if (roundId === undefined) {
    const tax = payPrize(house, state, command)
    addTransaction(state, command, { roundId: null, amount: command.amount, tax })
    return undefined
  }
  return creditRound(house, state, { command, round: round ?? roundIn(state, { roundId, gameId: command.gameId }) })
}

/** Refuses a win on a round that has no bets or whose bets were all rolled back, or of another game. */
function winRefusal(command: Credit, round: RoundRow | undefined): WalletRefusal | undefined {
  const { of } = command
  if (round && of === 'win' && isOtherGame(command, round)) return refuse('game_unknown')
  if (round && round.bets > 0) return undefined
  if (round && round.refunded > 0) return refuse('rolled_back')
  return of === 'win' ? refuse('unknown_transaction') : undefined
}

const isOtherGame = ({ gameId, isGameImplied }: Credit, bet: { readonly gameId: string | null }): boolean =>
  isGameImplied !== true && bet.gameId !== null && bet.gameId !== gameId

/** Refuses a payment whose debit does not exist, belongs to another bettor, round or game, or was rolled back. */
function debitRefusal({ transactions, payer }: CallState, command: Credit, refTxId: string): WalletRefusal | undefined {
  const bet = transactions.get(refTxId)
  if (bet?.kind === 'tombstone' && bet.bettor === payer.bettor) return refuse('rolled_back')
  if (bet?.kind !== 'debit' || bet.bettor !== payer.bettor) return refuse('unknown_transaction')
  if (command.roundId !== undefined && bet.roundId !== command.roundId) return refuse('unknown_transaction')
  if (isOtherGame(command, bet)) return refuse('game_unknown')
  return 'rolledBack' in bet && bet.rolledBack ? refuse('rolled_back') : undefined
}

function creditRound(
  house: House,
  state: CallState,
  { command, round: before }: { command: Credit; round: RoundRow },
): MaybeRefusal {
  const closedAt = command.closes ? (before.closedAt ?? closedNow) : before.closedAt
  const round = { ...before, results: before.results + 1, closedAt }
  const ticket = ticketIn(state, round)
  let tax = 0n
  if (ticket) {
    const settles = closedAt !== null && ticket.state === 'open'
    if (command.amount > 0n || settles) pay(state, { round, ticket, amount: command.amount, kind: 'win' })
  } else tax = payPrize(house, state, command)
  changeRound(state, round)
  addTransaction(state, command, { roundId: round.roundId, amount: command.amount, tax })
  return undefined
}

/** A placeholder for the closing time of a round: the database stores its own time instead. */
const closedNow = new Date(0)

/** Pays an amount without a ticket, for which nothing was staked: all of it is a win. Returns the tax that it withheld. */
function payPrize(house: House, { payer, book, gate }: CallState, { txId, amount }: Credit): bigint {
  if (amount === 0n) return 0n
  const { provider, bettor } = payer
  const about = `casino/${provider}/${txId}`
  const tax = taxOfPayment(house.winTax(product), { paid: amount, stake: 0n })
  const net = money(amount - tax)
  const against = house.houseOf(product)
  book.draft.credit({ id: about, kind: 'win', about, bettor, amount: net, against, ...withTax(house, tax) })
  gate?.returned(bettor, net)
  return tax
}

function adjust(state: CallState, command: Adjust): MaybeRefusal {
  const { roundId, amount } = command
  const round = state.rounds.get(roundId)
  const ticket = round && ticketIn(state, round)
  if (!round || !ticket) return refuse('unknown_transaction')
  if (amount < 0n) {
    const back = money(-amount)
    if (back > ticket.returned) return refuse('malformed')
    if (balanceIn(state) < -state.book.balanceChange(ticket, ticket.returned - back))
      return refuse('insufficient_funds')
    correctDown(state, { round, ticket, amount: back })
  } else if (amount > 0n) pay(state, { round, ticket, amount, kind: 'win' })
  changeRound(state, { ...round, results: round.results + 1 })
  addTransaction(state, command, { roundId, amount })
  return undefined
}

function endRound(state: CallState, { roundId, closedBy }: { roundId: string; closedBy?: string }): MaybeRefusal {
  const before = state.rounds.get(roundId)
  if (!before || before.closedAt) return undefined
  const round = { ...before, closedAt: closedNow, closedBy: closedBy ?? null }
  const ticket = ticketIn(state, round)
  if (ticket?.state === 'open') pay(state, { round, ticket, amount: money(0n), kind: 'win' })
  changeRound(state, round)
  return undefined
}
