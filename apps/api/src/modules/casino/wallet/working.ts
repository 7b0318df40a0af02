import type { Money } from '@nare/money/money'
import type { LockedTicket, TicketBook } from '#modules/betting/betting'
import type { OpenGate } from '#modules/protection/protection'
import { hashOf, refuse, type Command, type Move, type WalletRefusal } from './commands.ts'
import type { FoundTx, Named, Names, NewTx, RoundRow } from './store.ts'

/** What a call knows under its payer's lock, kept up to date while its commands are applied one after the other. */
export type Working = {
  readonly payer: Named & { readonly verified: boolean }
  readonly transactions: Map<string, FoundTx | NewTx>
  readonly rounds: Map<string, RoundRow>
  /** The tickets of the rounds, by bet id. */
  readonly tickets: Map<bigint, LockedTicket>
  /** Why no stake is taken: no live session, or the provider is switched off. */
  readonly noStakes: WalletRefusal | undefined
  /** The gate, for a call that stakes. */
  readonly gate: OpenGate | undefined
  /** Unused ids for the tickets that the call places. */
  readonly ids: bigint[]
  /** The bettor's money and tickets; written with what follows, or not at all. */
  readonly book: TicketBook
  readonly added: NewTx[]
  readonly changed: Set<string>
  readonly rolledBack: Set<string>
}

export const balanceIn = ({ book }: Working): Money => book.draft.balance()

/** The ids of the transactions that commands are or refer to, and of their rounds. */
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

/** Whether a command was applied before. */
export function repeated({ transactions, payer }: Working, command: Move): 'same' | WalletRefusal | undefined {
  const earlier = transactions.get(command.txId)
  if (!earlier) return undefined
  if (earlier.kind === 'tombstone') return refuse(earlier.bettor === payer.bettor ? 'rolled_back' : 'duplicate')
  return earlier.hash?.equals(hashOf(payer.provider, payer.bettor, command)) ? 'same' : refuse('duplicate')
}

/** The round of a command, as it is or as a new one. */
export function roundIn(working: Working, { roundId, gameId }: { roundId: string; gameId: string }): RoundRow {
  const fresh = { roundId, gameId, betId: null, bets: 0, refunded: 0, results: 0, closedAt: null, closedBy: null }
  return working.rounds.get(roundId) ?? fresh
}

export function ticketIn({ tickets }: Working, { betId }: RoundRow): LockedTicket | undefined {
  return betId === null ? undefined : tickets.get(betId)
}

export function keepRound(working: Working, round: RoundRow): void {
  working.rounds.set(round.roundId, round)
  working.changed.add(round.roundId)
}

export function keepTicket(working: Working, ticket: LockedTicket): void {
  working.tickets.set(ticket.betId, ticket)
}

/** Adds a command's transaction to what is written at the end. */
export function keepMove(working: Working, command: Move, facts: { roundId: string | null; amount: Money }): void {
  const { provider, bettor } = working.payer
  keepTx(working, {
    txId: command.txId,
    kind: command.kind,
    bettor,
    roundId: facts.roundId,
    gameId: command.gameId ?? null,
    refTx: 'refTxId' in command ? (command.refTxId ?? null) : null,
    amount: facts.amount,
    hash: hashOf(provider, bettor, command),
  })
}

export function keepTx(working: Working, one: NewTx): void {
  working.transactions.set(one.txId, one)
  working.added.push(one)
}
