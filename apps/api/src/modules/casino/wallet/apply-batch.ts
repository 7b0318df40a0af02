import type { Money } from '@nare/money/money'
import type { Ledger, Payees } from '#modules/ledger/ledger'
import { openGate, type OpenGate } from '#modules/protection/protection'
import {
  lastTaxRates,
  lockTickets,
  openTicketBook,
  writeTicketBooks,
  type LockedTicket,
  type TaxRates,
} from '#modules/tickets/tickets'
import type { Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import { apply } from './apply.ts'
import { refuse, type Command, type GameProvider, type WalletRefusal } from './commands.ts'
import { product } from './rounds.ts'
import type { SessionRow, Sessions } from './sessions.ts'
import * as store from './store.ts'
import { balanceIn, type CallState } from './call-state.ts'

/**
 * The commands of one call of a provider, for one bettor. All are applied, or none. `stakes` is the session that a stake may use: the one
 * that the adapter found by its token, or any open session of the bettor. If it is a refusal, every stake is refused with it. A repeated
 * command needs no session.
 */
export type Call = {
  readonly provider: GameProvider
  readonly bettor: bigint
  readonly stakes?: SessionRow | 'any session' | WalletRefusal | undefined
  readonly commands: readonly Command[]
}

/** A call with the data that was read before its transaction. */
export type Prepared = {
  readonly call: Call
  readonly verified: boolean
  readonly names: store.Names
  /** The known tickets of the call's rounds. They are locked before anything is read. */
  readonly known: readonly bigint[]
  /** The sessions that a stake may belong to. */
  readonly candidates: readonly SessionRow[]
  /** Whether `known` and `candidates` were read for this attempt instead of taken from the cache. */
  readonly isFresh: boolean
}

/** A transaction in the response to the provider: our id and its time, which are the same for every repeat. */
export type WrittenTransaction = { readonly txId: string; readonly id: bigint; readonly at: Date }
export type Accepted = {
  readonly ok: true
  readonly balance: Money
  readonly transactions: readonly WrittenTransaction[]
}
export type Answer = Accepted | WalletRefusal
export type RunCall = (call: Call) => Promise<Answer>

/**
 * Why a call was not applied. `stale`: its round has a ticket, or its bettor a session, that was not known when the call was prepared.
 * `locked`: another transaction has locked its rows.
 */
export type NotApplied = 'stale' | 'locked'

/** An applied call: its answer, and the rounds and tickets to remember for later calls. */
export type Applied = {
  readonly answer: Answer
  readonly rounds: ReadonlyMap<string, store.RoundRow>
  readonly tickets: readonly bigint[]
}

export type Deps = { readonly ledger: Ledger; readonly sessions: Sessions }
type Batch = { readonly calls: readonly Prepared[]; readonly ids: readonly bigint[]; readonly skipLocked: boolean }

/**
 * Applies calls of different bettors in the caller's transaction. One round trip locks the tickets of their rounds, then the bettors'
 * accounts, and reads the rest; the commands are applied in memory; one round trip writes the changes. A refused call changes nothing and
 * does not affect the others. `ids` are unused ids, one for each stake. With `skipLocked` it does not wait for locks.
 */
export async function applyBatch(deps: Deps, tx: Tx, batch: Batch): Promise<(Applied | NotApplied)[]> {
  const data = await read(deps, tx, batch)
  const ids = [...batch.ids]
  const applied = batch.calls.map((prepared) => {
    const state = callStateOf(deps, { ...batch, prepared, data, ids })
    return typeof state === 'string' ? state : applyCall(deps, state, prepared)
  })
  const done = applied.flatMap((one) => (typeof one === 'object' && !one.refusal ? [one.state] : []))
  const written = await write(deps, tx, done)
  return applied.map((one): Applied | NotApplied => {
    if (typeof one === 'string') return one
    const { state, refusal, prepared } = one
    const { rounds, tickets } = state
    if (refusal) return { answer: refusal, rounds: new Map(), tickets: [] }
    const transactions = doneOf(prepared.call, state, written)
    return { answer: { ok: true, balance: balanceIn(state), transactions }, rounds, tickets: [...tickets.keys()] }
  })
}

type BatchData = {
  readonly tickets: ReadonlyMap<bigint, LockedTicket>
  readonly taxRates: TaxRates
  readonly payees: Payees
  readonly transactions: ReadonlyMap<string, store.FoundTx>
  readonly rounds: ReadonlyMap<string, readonly store.RoundRow[]>
  readonly stopped: ReadonlySet<GameProvider>
  readonly live: ReadonlySet<SessionRow>
  readonly gate: OpenGate | undefined
}

const isStaking = ({ call }: Prepared): boolean => call.commands.some(({ kind }) => kind === 'debit')
const payerKey = ({ provider, bettor }: store.Named): string => `${provider} ${bettor}`
const txKey = (provider: GameProvider, txId: string): string => `${provider} ${txId}`

async function read({ ledger, sessions }: Deps, tx: Tx, { calls, skipLocked }: Batch): Promise<BatchData> {
  const known = calls.flatMap((one) => one.known)
  const staking = calls.filter(isStaking)
  const bettors = calls.map(({ call }) => call.bettor)
  const [tickets, payees, transactions, rounds, stopped, live, gate] = await Promise.all([
    known.length > 0 ? lockTickets(tx, known, { skipLocked }) : [],
    ledger.lockPayees(tx, bettors, { skipLocked }),
    store.transactionsOf(tx, calls),
    store.roundsOf(tx, calls),
    staking.length > 0 ? store.stoppedProviders(tx) : new Set<GameProvider>(),
    sessions.live(
      tx,
      staking.flatMap(({ candidates }) => candidates),
    ),
    staking.length > 0
      ? openGate(tx, { bettors: staking.map(({ call }) => call.bettor), products: [product] })
      : undefined,
  ])
  return {
    tickets: new Map(tickets.map((ticket) => [ticket.betId, ticket])),
    taxRates: await lastTaxRates(tx, tickets),
    payees,
    transactions: new Map(transactions.map((one) => [txKey(one.provider, one.txId), one])),
    rounds: Map.groupBy(rounds, payerKey),
    stopped,
    live,
    gate,
  }
}

type BatchedCall = Batch & { readonly prepared: Prepared; readonly data: BatchData; readonly ids: bigint[] }

/** The in-memory state of one call. Takes one id for each debit from the end of `ids`. */
function callStateOf({ ledger }: Deps, { prepared, data, ids, skipLocked }: BatchedCall): CallState | NotApplied {
  const { call, verified, names, known } = prepared
  const payee = data.payees.get(call.bettor)
  const tickets = known.flatMap((betId) => data.tickets.get(betId) ?? [])
  if (skipLocked && (!payee || tickets.length < known.length)) return 'locked'
  invariant(payee, `bettor ${call.bettor} has no accounts`)
  const rounds = data.rounds.get(payerKey(call)) ?? []
  if (rounds.some(({ betId }) => betId !== null && !tickets.some((ticket) => ticket.betId === betId))) return 'stale'
  const transactions = names.txIds.flatMap((txId) => data.transactions.get(txKey(call.provider, txId)) ?? [])
  const debits = call.commands.filter(({ kind }) => kind === 'debit').length
  return {
    payer: { provider: call.provider, bettor: call.bettor, verified },
    transactions: new Map(transactions.map((one) => [one.txId, one])),
    rounds: new Map(rounds.map((one) => [one.roundId, one])),
    tickets: new Map(tickets.map((ticket) => [ticket.betId, ticket])),
    stakeRefused: stakeRefusedOf(prepared, data),
    gate: data.gate,
    ids: ids.splice(ids.length - debits, debits),
    book: openTicketBook(ledger, payee, data.taxRates),
    added: [],
    changed: new Set(),
    rolledBack: new Set(),
  }
}

function stakeRefusedOf({ call, candidates }: Prepared, { live, stopped }: BatchData): WalletRefusal | undefined {
  if (typeof call.stakes === 'object' && 'reason' in call.stakes) return call.stakes
  if (!candidates.some((session) => live.has(session))) return refuse('session_ended')
  return stopped.has(call.provider) ? refuse('not_allowed') : undefined
}

type AppliedCall = { readonly state: CallState; readonly prepared: Prepared; readonly refusal?: WalletRefusal }

/** Applies the commands of a call one after the other. A refusal carries the balance before the call. */
function applyCall({ ledger }: Deps, state: CallState, prepared: Prepared): AppliedCall | NotApplied {
  const { call, isFresh } = prepared
  const balance = balanceIn(state)
  for (const [index, command] of call.commands.entries()) {
    const refusal = apply(ledger, state, closingRound(command, call.commands[index + 1]))
    // Another process may have opened another session.
    if (refusal?.reason === 'session_ended' && !isFresh && call.stakes === 'any session') return 'stale'
    if (refusal) return { state, prepared, refusal: { ...refusal, balance } }
  }
  return { state, prepared }
}

/** If the next command ends the round of a payment, the payment closes the round itself, so that the ticket is settled only once. */
const closingRound = (command: Command, next: Command | undefined): Command =>
  command.kind === 'credit' && next?.kind === 'end' && next.roundId === command.roundId && next.closedBy === undefined
    ? { ...command, closes: true }
    : command

async function write(
  { ledger }: Deps,
  tx: Tx,
  all: readonly CallState[],
): Promise<ReadonlyMap<string, store.WrittenTx>> {
  const changes = all.flatMap(({ payer: call, rounds, changed, added: transactions, rolledBack }): store.Changes[] =>
    changed.size + transactions.length === 0
      ? []
      : [{ call, rounds: [...changed].flatMap((id) => rounds.get(id) ?? []), transactions, rolledBack }],
  )
  if (changes.length === 0) return new Map()
  const [written] = await Promise.all([
    // Written first, so that a transaction already written by another process fails on its unique key.
    store.writeCalls(tx, changes),
    writeTicketBooks(
      ledger,
      tx,
      all.map(({ book }) => book),
    ),
  ])
  return new Map(written.map((one) => [txKey(one.provider, one.txId), one]))
}

function doneOf(
  call: Call,
  { transactions }: CallState,
  written: ReadonlyMap<string, store.WrittenTx>,
): WrittenTransaction[] {
  return call.commands.flatMap((command): WrittenTransaction[] => {
    if (command.kind === 'end') return []
    const earlier = transactions.get(command.txId)
    const row = written.get(txKey(call.provider, command.txId)) ?? (earlier && 'id' in earlier ? earlier : undefined)
    return row ? [{ txId: command.txId, id: row.id, at: row.at }] : []
  })
}
