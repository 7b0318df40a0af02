import type { Money } from '@nare/money/money'
import { lockTickets, openTicketBook, writeTicketBooks, type LockedTicket } from '#modules/betting/betting'
import type { Ledger, Payees } from '#modules/ledger/ledger'
import { openGate, type OpenGate } from '#modules/protection/protection'
import type { Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import { apply } from './apply.ts'
import { refuse, type Command, type GameProvider, type WalletRefusal } from './commands.ts'
import { product } from './rounds.ts'
import type { SessionRow, Sessions } from './sessions.ts'
import * as store from './store.ts'
import { balanceIn, type Working } from './working.ts'

/**
 * Commands of one bettor, of one call of a provider: all are applied, or none. `stakes` is the session that a stake among them may use:
 * one that the adapter has found by its token, or any open one of the bettor; or why none is taken. A repeat needs no session.
 */
export type Call = {
  readonly provider: GameProvider
  readonly bettor: bigint
  readonly stakes?: SessionRow | 'any session' | WalletRefusal | undefined
  readonly commands: readonly Command[]
}

/** A call with what was read before its transaction. */
export type Prepared = {
  readonly call: Call
  readonly verified: boolean
  readonly names: store.Names
  /** The tickets that the call is known to be about. They are locked before anything is read. */
  readonly known: readonly bigint[]
  /** The sessions that a stake may belong to. */
  readonly candidates: readonly SessionRow[]
  /** Whether `known` and `candidates` were read for this attempt, so that a further one finds nothing else. */
  readonly isFresh: boolean
}

/** What a provider's answer contains of a transaction: our id of it, and when it was written, the same at each repeat. */
export type Done = { readonly txId: string; readonly id: bigint; readonly at: Date }
export type Answered = { readonly ok: true; readonly balance: Money; readonly transactions: readonly Done[] }
export type Answer = Answered | WalletRefusal

/**
 * A call that was not applied: `stale` where its round got a ticket or its bettor a session that it did not know of, `locked` where
 * another transaction has locked its rows.
 */
export type NotApplied = 'stale' | 'locked'

/** A call that was applied: its answer, with the rounds and tickets that it knows from now on. */
export type Applied = {
  readonly answer: Answer
  readonly rounds: ReadonlyMap<string, store.RoundRow>
  readonly tickets: readonly bigint[]
}

export type Deps = { readonly ledger: Ledger; readonly sessions: Sessions }
type Together = { readonly calls: readonly Prepared[]; readonly ids: readonly bigint[]; readonly skipLocked: boolean }

/**
 * Applies calls of different bettors in the caller's transaction: one round trip locks the tickets of their rounds and then the bettors'
 * accounts, and reads the rest; the commands are applied in memory; one round trip writes what they change. A refused call changes
 * nothing and does not affect the others. `ids` are unused ids, one for each stake. With `skipLocked` it waits for no lock.
 */
export async function applyTogether(deps: Deps, tx: Tx, together: Together): Promise<(Applied | NotApplied)[]> {
  const found = await read(deps, tx, together)
  const ids = [...together.ids]
  const applied = together.calls.map((prepared) => {
    const working = workingOf(deps, { ...together, prepared, found, ids })
    return typeof working === 'string' ? working : applyCall(deps, working, prepared)
  })
  const done = applied.flatMap((one) => (typeof one === 'object' && !one.refusal ? [one.working] : []))
  const written = await write(deps, tx, done)
  return applied.map((one): Applied | NotApplied => {
    if (typeof one === 'string') return one
    const { working, refusal, prepared } = one
    const { rounds, tickets } = working
    if (refusal) return { answer: refusal, rounds: new Map(), tickets: [] }
    const transactions = doneOf(prepared.call, working, written)
    return { answer: { ok: true, balance: balanceIn(working), transactions }, rounds, tickets: [...tickets.keys()] }
  })
}

type Found = {
  readonly tickets: ReadonlyMap<bigint, LockedTicket>
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

async function read({ ledger, sessions }: Deps, tx: Tx, { calls, skipLocked }: Together): Promise<Found> {
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
    payees,
    transactions: new Map(transactions.map((one) => [txKey(one.provider, one.txId), one])),
    rounds: Map.groupBy(rounds, payerKey),
    stopped,
    live,
    gate,
  }
}

type One = Together & { readonly prepared: Prepared; readonly found: Found; readonly ids: bigint[] }

/** What a call works on; its ids are taken from the end of the list. */
function workingOf({ ledger }: Deps, { prepared, found, ids, skipLocked }: One): Working | NotApplied {
  const { call, verified, names, known } = prepared
  const payee = found.payees.get(call.bettor)
  const tickets = known.flatMap((betId) => found.tickets.get(betId) ?? [])
  if (skipLocked && (!payee || tickets.length < known.length)) return 'locked'
  invariant(payee, `bettor ${call.bettor} has no accounts`)
  const rounds = found.rounds.get(payerKey(call)) ?? []
  if (rounds.some(({ betId }) => betId !== null && !tickets.some((ticket) => ticket.betId === betId))) return 'stale'
  const transactions = names.txIds.flatMap((txId) => found.transactions.get(txKey(call.provider, txId)) ?? [])
  const debits = call.commands.filter(({ kind }) => kind === 'debit').length
  return {
    payer: { provider: call.provider, bettor: call.bettor, verified },
    transactions: new Map(transactions.map((one) => [one.txId, one])),
    rounds: new Map(rounds.map((one) => [one.roundId, one])),
    tickets: new Map(tickets.map((ticket) => [ticket.betId, ticket])),
    noStakes: noStakesOf(prepared, found),
    gate: found.gate,
    ids: ids.splice(ids.length - debits, debits),
    book: openTicketBook(ledger, payee),
    added: [],
    changed: new Set(),
    rolledBack: new Set(),
  }
}

function noStakesOf({ call, candidates }: Prepared, { live, stopped }: Found): WalletRefusal | undefined {
  if (typeof call.stakes === 'object' && 'reason' in call.stakes) return call.stakes
  if (!candidates.some((session) => live.has(session))) return refuse('session_ended')
  return stopped.has(call.provider) ? refuse('not_allowed') : undefined
}

type Attempted = { readonly working: Working; readonly prepared: Prepared; readonly refusal?: WalletRefusal }

/** Applies the commands of a call one after the other; a refusal says the balance as it was before them. */
function applyCall({ ledger }: Deps, working: Working, prepared: Prepared): Attempted | NotApplied {
  const { call, isFresh } = prepared
  const balance = balanceIn(working)
  for (const [index, command] of call.commands.entries()) {
    const refusal = apply(ledger, working, closed(command, call.commands[index + 1]))
    // Other sessions may have been opened by another process.
    if (refusal?.reason === 'session_ended' && !isFresh && call.stakes === 'any session') return 'stale'
    if (refusal) return { working, prepared, refusal: { ...refusal, balance } }
  }
  return { working, prepared }
}

/** A payment whose round the call ends next closes it, so that its ticket is settled once. */
const closed = (command: Command, next: Command | undefined): Command =>
  command.kind === 'credit' && next?.kind === 'end' && next.roundId === command.roundId && next.closedBy === undefined
    ? { ...command, closes: true }
    : command

async function write({ ledger }: Deps, tx: Tx, all: readonly Working[]): Promise<ReadonlyMap<string, store.WrittenTx>> {
  const changes = all.flatMap(({ payer: call, rounds, changed, added: transactions, rolledBack }): store.Changes[] =>
    changed.size + transactions.length === 0
      ? []
      : [{ call, rounds: [...changed].flatMap((id) => rounds.get(id) ?? []), transactions, rolledBack }],
  )
  if (changes.length === 0) return new Map()
  const [written] = await Promise.all([
    // First, so that a transaction that another process has written fails by its own key.
    store.writeCalls(tx, changes),
    writeTicketBooks(
      ledger,
      tx,
      all.map(({ book }) => book),
    ),
  ])
  return new Map(written.map((one) => [txKey(one.provider, one.txId), one]))
}

function doneOf(call: Call, { transactions }: Working, written: ReadonlyMap<string, store.WrittenTx>): Done[] {
  return call.commands.flatMap((command): Done[] => {
    if (command.kind === 'end') return []
    const earlier = transactions.get(command.txId)
    const row = written.get(txKey(call.provider, command.txId)) ?? (earlier && 'id' in earlier ? earlier : undefined)
    return row ? [{ txId: command.txId, id: row.id, at: row.at }] : []
  })
}
