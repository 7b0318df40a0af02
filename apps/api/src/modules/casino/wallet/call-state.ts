import type { Money } from '@nare/money/money'
import type { OpenGate } from '#modules/protection/protection'
import type { LockedTicket, TaxingHouse, TicketBook } from '#modules/tickets/tickets'
import { hashOf, refuse, type Command, type Move, type WalletRefusal } from './commands.ts'
import type { FoundTx, Named, Names, NewTx, RoundRow } from './store.ts'

export type House = TaxingHouse

/** The state of a call under its payer's lock, updated as its commands are applied one after the other. */
export type CallState = {
  readonly payer: Named & { readonly verified: boolean }
  readonly transactions: Map<string, FoundTx | NewTx>
  readonly rounds: Map<string, RoundRow>
  /** The tickets of the rounds, by bet id. */
  readonly tickets: Map<bigint, LockedTicket>
  /** Why every stake is refused: no live session, or the provider is switched off. */
  readonly stakeRefused: WalletRefusal | undefined
  /** The gate, for a call that stakes. */
  readonly gate: OpenGate | undefined
  /** Unused ids for the tickets that the call places. */
  readonly ids: bigint[]
  /** The bettor's money and tickets; written with the other changes, or not at all. */
  readonly book: TicketBook
  readonly added: NewTx[]
  readonly changed: Set<string>
  readonly rolledBack: Set<string>
}

export const balanceIn = ({ book }: CallState): Money => book.draft.balance()

/** The ids of the transactions that commands contain or refer to, and of their rounds. */
export function namesIn(commands: readonly Command[]): Names {
  const idsOf = (one: Command): string[] => {
    if (one.kind === 'end') return []
    return 'refTxId' in one && one.refTxId !== undefined ? [one.txId, one.refTxId] : [one.txId]
  }
  const roundIds = commands.flatMap(({ roundId }) => (roundId === undefined ? [] : [roundId]))
  const backIds = commands.flatMap((one) => (one.kind === 'rollback' ? idsOf(one) : []))
  return {
    txIds: [...new Set(commands.flatMap(idsOf))],
    roundIds: [...new Set(roundIds)],
    backIds: [...new Set(backIds)],
  }
}

/** `same` if the command was applied before; a refusal if its id was used by another command; undefined otherwise. */
export function repeated({ transactions, payer }: CallState, command: Move): 'same' | WalletRefusal | undefined {
  const earlier = transactions.get(command.txId)
  if (!earlier) return undefined
  if (earlier.kind === 'tombstone') return refuse(earlier.bettor === payer.bettor ? 'rolled_back' : 'duplicate')
  return earlier.hash?.equals(hashOf(payer.provider, payer.bettor, command)) ? 'same' : refuse('duplicate')
}

/** The stored round of a command, or a new one. */
export function roundIn(state: CallState, { roundId, gameId }: { roundId: string; gameId: string }): RoundRow {
  const fresh = { roundId, gameId, betId: null, bets: 0, refunded: 0, results: 0, closedAt: null, closedBy: null }
  return state.rounds.get(roundId) ?? fresh
}

export function ticketIn({ tickets }: CallState, { betId }: RoundRow): LockedTicket | undefined {
  return betId === null ? undefined : tickets.get(betId)
}

export function changeRound(state: CallState, round: RoundRow): void {
  state.rounds.set(round.roundId, round)
  state.changed.add(round.roundId)
}

export function changeTicket(state: CallState, ticket: LockedTicket): void {
  state.tickets.set(ticket.betId, ticket)
}

/** Adds a command's transaction to the changes of the call. */
export function addTransaction(
  state: CallState,
  command: Move,
  facts: { roundId: string | null; amount: Money; tax?: bigint },
): void {
  const { provider, bettor } = state.payer
  insertTransaction(state, {
    txId: command.txId,
    kind: command.kind,
    bettor,
    roundId: facts.roundId,
    gameId: command.gameId ?? null,
    refTx: 'refTxId' in command ? (command.refTxId ?? null) : null,
    amount: facts.amount,
    tax: facts.tax ?? 0n,
    hash: hashOf(provider, bettor, command),
  })
}

export function insertTransaction(state: CallState, one: NewTx): void {
  state.transactions.set(one.txId, one)
  state.added.push(one)
}
