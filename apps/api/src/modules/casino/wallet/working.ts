import { money, type Money } from '@nare/money/money'
import type { LockedTicket } from '#modules/betting/betting'
import type { Payee, Payees } from '#modules/ledger/ledger'
import type { Gate } from '#modules/protection/protection'
import { invariant } from '#platform/invariant'
import { hashOf, refuse, type Command, type Move, type WalletRefusal } from './commands.ts'
import type { Payer } from './rounds.ts'
import type { NewTx, RoundRow, TxRow } from './store.ts'

/** What a call knows under its payer's lock, kept up to date while its commands are applied one after the other. */
export type Working = {
  readonly payer: Payer
  readonly transactions: Map<string, TxRow | NewTx>
  readonly rounds: Map<string, RoundRow>
  /** The tickets of the rounds, by bet id. */
  readonly tickets: Map<bigint, LockedTicket>
  /** Why no stake is taken: no live session, or the provider is switched off. */
  readonly noStakes: WalletRefusal | undefined
  /** Unused ids for the tickets that the call places. */
  readonly ids: bigint[]
  /** What is to be written at the end. */
  readonly added: NewTx[]
  readonly changed: Set<string>
  readonly rolledBack: Set<string>
  /** The bettor's accounts, locked, with their present balances. */
  readonly payees: Payees
  /** The gate's answer to a stake that the call begins with, until that is applied. */
  gate: Gate | undefined
  /** Writes that have been sent. The call waits for them at its end. */
  readonly writes: Promise<unknown>[]
  /** Whether money moved, so that a later refusal of the same call must take it back. */
  moved: boolean
}

/** The bettor's accounts. */
export function payeeOf({ payees, payer }: Pick<Working, 'payees' | 'payer'>): Payee {
  const payee = payees.get(payer.bettor)
  invariant(payee, `bettor ${payer.bettor} has no accounts`)
  return payee
}

export const balanceIn = (working: Working): Money => money(payeeOf(working).cash.balance)

/** Sends a write of money after those before it have ended, so that an account's transfers are numbered in the order of its balances. */
export async function sendWrite(working: Working, send: () => Promise<unknown>): Promise<void> {
  await Promise.all(working.writes)
  addWrite(working, send())
}

/** A failure is thrown at the call's end; where the call ends before, its transaction is rolled back. */
export function addWrite(working: Working, written: Promise<unknown>): void {
  written.catch(() => undefined)
  working.writes.push(written)
}

/** The ids of the transactions that commands are or refer to, and of their rounds. */
export function namesIn(commands: readonly Command[]): { txIds: string[]; roundIds: string[] } {
  const txIds = commands.flatMap((one) => {
    if (one.kind === 'end') return []
    return 'refTxId' in one && one.refTxId !== undefined ? [one.txId, one.refTxId] : [one.txId]
  })
  const roundIds = commands.flatMap(({ roundId }) => (roundId === undefined ? [] : [roundId]))
  return { txIds: [...new Set(txIds)], roundIds: [...new Set(roundIds)] }
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

/** Keeps a ticket whose money has moved. */
export function keepTicket(working: Working, ticket: LockedTicket): void {
  working.tickets.set(ticket.betId, ticket)
  working.moved = true
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
