import type { Money } from '@nare/money/money'
import { lockTickets, type Betting } from '#modules/betting/betting'
import type { Identity } from '#modules/identity/identity'
import type { Ledger } from '#modules/ledger/ledger'
import { monotonicMs, type Clock } from '#platform/clock'
import { codeOf, transact, type Db, type Tx } from '#platform/db'
import type { Live } from '#platform/live'
import type { Log } from '#platform/log'
import type { Turns } from '#platform/turns'
import { stakeGate } from '#modules/protection/protection'
import { apply } from './apply.ts'
import { refuse, type Command, type GameProvider, type WalletRefusal } from './commands.ts'
import { openPlayers } from './players.ts'
import { rememberTickets } from './known-tickets.ts'
import type { MoneyDeps } from './rounds.ts'
import { openSessions, type SessionRow } from './sessions.ts'
import * as store from './store.ts'
import { balanceIn, namesIn, type Working } from './working.ts'

export { gameProviders, refuse } from './commands.ts'
export type { Command, Credit, Debit, GameProvider, Rollback, WalletReason, WalletRefusal } from './commands.ts'
export { providerOf, type SessionRow } from './sessions.ts'
export { casinoTickets, paymentGames, type GameNames } from './tickets.ts'
export { casinoCrashWins } from './board.ts'
export { roundRetention, tombstoneRetention } from './retention.ts'
export { openRoundSweep } from './sweep.ts'
export { verifyCasino } from './verify.ts'
export { openHouse, type HouseRounds } from './house.ts'
export type Wallet = ReturnType<typeof openWallet>

export type WalletDeps = {
  readonly db: Db
  /** The database over the connections for money. */
  readonly money: Db
  readonly clock: Clock
  readonly live: Live
  readonly log: Log
  readonly turns: Turns
  readonly ledger: Ledger
  readonly betting: Pick<Betting, 'ticketIds' | 'publishTickets'>
  readonly identity: Pick<Identity, 'bettorFacts' | 'liveSessions'>
}

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

/** What a provider's answer contains of a transaction: our id of it, and when it was written, the same at each repeat. */
export type Done = { readonly txId: string; readonly id: bigint; readonly at: Date }
export type Answered = { readonly ok: true; readonly balance: Money; readonly transactions: readonly Done[] }

/** Providers wait three to five seconds; what is not committed by then is not done at all. */
const answerMsMost = 4000
const triesMost = 3
/** PostgreSQL's code for a second row with the same key. */
const uniqueViolation = '23505'

/** A round got its ticket, or a transaction its row, after this call had looked: it looks again. */
class LookAgain extends Error {}
/** `again` is after another process has changed what this one remembered: everything is read anew. */
type Attempt = { readonly verified: boolean; readonly untilMs: number; readonly again: boolean }

/** Rolls back what a call had done before one of its commands was refused. */
class Undone extends Error {
  readonly refusal: WalletRefusal
  constructor(refusal: WalletRefusal) {
    super('a command of the call was refused')
    this.refusal = refusal
  }
}

/**
 * The seamless wallet: a provider's commands on bettors' money, each once. A call is one transaction, in its bettor's turn, that locks the
 * tickets of its rounds and then the bettor's cash; all its other reads come after that. Stakes pass the gate; wins, refunds and rollbacks
 * never do, and an excluded bettor is paid. Balance and tickets are published after the commit.
 */
export function openWallet(deps: WalletDeps) {
  const { ledger, betting, live, log, turns, identity } = deps
  const sessions = openSessions({ db: deps.db, clock: deps.clock, liveSessions: identity.liveSessions })
  const players = openPlayers(identity)
  const tickets = rememberTickets()
  const moneyDeps: MoneyDeps = { ledger }

  async function once(call: Call, { verified, untilMs, again }: Attempt): Promise<Answered | WalletRefusal> {
    const names = namesIn(call.commands)
    const staking = call.commands.some(({ kind }) => kind === 'debit')
    const candidates = staking ? await sessions.candidates(call, { again }) : []
    const known = again ? await store.betIdsOf(deps.db, call, names) : tickets.known(call, names.roundIds)
    // Reserved here: it may need a connection of its own, and those who wait for it must not hold one.
    const ids = await betting.ticketIds.reserve(call.commands.filter(({ kind }) => kind === 'debit').length)
    let rounds: ReadonlyMap<string, store.RoundRow> = new Map()
    let touched: readonly bigint[] = []
    const answer = await transact(
      deps.money,
      async (tx) => {
        const working = await read(tx, { call, verified, names, known, candidates, staking, ids })
        for (const [index, command] of call.commands.entries()) {
          const refusal = await apply(moneyDeps, tx, working, closed(command, call.commands[index + 1]))
          working.gate = undefined
          // Other sessions may have been opened by another process.
          if (refusal?.reason === 'session_ended' && !again && call.stakes === 'any session')
            throw new LookAgain('no session')
          if (refusal && working.moved) throw new Undone(refusal)
          if (refusal) return { ...refusal, balance: balanceIn(working) }
        }
        rounds = working.rounds
        touched = [...working.tickets.keys()]
        return finish(tx, call, working)
      },
      { untilMs },
    )
    betting.ticketIds.release(ids)
    tickets.keep(call, rounds)
    if (answer.ok) publish(call.bettor, touched)
    return answer
  }

  async function finish(tx: Tx, call: Call, working: Working): Promise<Answered> {
    const rounds = [...working.changed].flatMap((roundId) => working.rounds.get(roundId) ?? [])
    const { added: transactions, rolledBack } = working
    const isNew = rounds.length + transactions.length > 0
    const [written] = await Promise.all([
      isNew ? store.writeCall(tx, call, { rounds, transactions, rolledBack: [...rolledBack] }) : [],
      ...working.writes,
    ])
    const rows = new Map(written.map((row) => [row.txId, row]))
    const all = call.commands.flatMap((command): Done[] => {
      if (command.kind === 'end') return []
      const earlier = working.transactions.get(command.txId)
      const row = rows.get(command.txId) ?? (earlier && 'id' in earlier ? earlier : undefined)
      return row ? [{ txId: command.txId, id: row.id, at: row.at }] : []
    })
    return { ok: true, balance: balanceIn(working), transactions: all }
  }

  function publish(bettor: bigint, betIds: readonly bigint[]): void {
    betting.publishTickets(betIds.map((betId) => ({ betId, bettor })))
    ledger
      .publishBalances(live, [bettor])
      .catch((error: unknown) => log.warn({ err: error }, 'a balance could not be published after a casino move'))
  }

  /** Runs a call; one that another process changed the round or the transaction of meanwhile is run again. */
  async function attempts(call: Call): Promise<Answered | WalletRefusal> {
    const verified = await players.find(call.bettor)
    if (verified === undefined) return refuse('player_unknown')
    const untilMs = monotonicMs() + answerMsMost
    for (let tries = 1; ; tries++) {
      try {
        return await once(call, { verified, untilMs, again: tries > 1 })
      } catch (error) {
        if (error instanceof Undone) return { ...error.refusal, balance: (await ledger.balances(call.bettor)).balance }
        const again = error instanceof LookAgain || codeOf(error) === uniqueViolation
        if (!again || tries >= triesMost) throw error
      }
    }
  }

  return {
    sessions,
    /** Runs the commands of a call in the bettor's turn; equal calls in flight run once. Throws where the database is not available. */
    run(call: Call): Promise<Answered | WalletRefusal> {
      const { provider, bettor, commands, stakes } = call
      const session = typeof stakes === 'object' && 'id' in stakes ? stakes.id.toString() : JSON.stringify(stakes)
      const same = `casino ${provider} ${session} ${JSON.stringify(commands, textOf)}`
      return turns.alone({ key: bettor.toString(), same }, () => attempts(call))
    },
    /** Whether a session still accepts stakes. */
    isLive: (session: SessionRow): Promise<boolean> =>
      transact(deps.db, async (tx) => (await sessions.refusal(tx, [session])) === undefined),
    /** A bettor's balance; undefined where there is no such bettor. */
    async balance(bettor: bigint): Promise<Money | undefined> {
      if ((await players.find(bettor)) === undefined) return undefined
      return (await ledger.balances(bettor)).balance
    },
  }

  type Reading = {
    readonly call: Call
    readonly verified: boolean
    readonly names: ReturnType<typeof namesIn>
    /** The tickets that this call found before it locked anything. */
    readonly known: readonly bigint[]
    readonly candidates: readonly SessionRow[]
    readonly staking: boolean
    readonly ids: bigint[]
  }

  async function noSession(tx: Tx, { stakes }: Call, candidates: readonly SessionRow[]) {
    if (typeof stakes === 'object' && 'reason' in stakes) return stakes
    return sessions.refusal(tx, candidates)
  }

  /** Locks tickets and cash, and reads all that the commands need, in one round trip. */
  async function read(tx: Tx, { call, verified, names, known, candidates, staking, ids }: Reading): Promise<Working> {
    const { provider, bettor, commands } = call
    const [first] = commands
    const stake = first?.kind === 'debit' ? { bettor, verified, product, amount: first.amount } : undefined
    const [locked, payees, { stopped, transactions }, rounds, ended, gate] = await Promise.all([
      known.length > 0 ? lockTickets(tx, known) : [],
      ledger.lockPayees(tx, [bettor]),
      store.transactionsOf(tx, provider, names.txIds),
      store.roundsOf(tx, call, names),
      staking ? noSession(tx, call, candidates) : undefined,
      stake && known.length === 0 ? stakeGate(tx, [stake]) : undefined,
    ])
    const byId = new Map(locked.map((ticket) => [ticket.betId, ticket]))
    if (rounds.some(({ betId }) => betId !== null && !byId.has(betId))) throw new LookAgain('a round got its ticket')
    return {
      payer: { provider, bettor, verified },
      transactions: new Map(transactions.map((one) => [one.txId, one])),
      rounds: new Map(rounds.map((one) => [one.roundId, one])),
      tickets: byId,
      noStakes: ended ?? (stopped ? refuse('not_allowed') : undefined),
      ids,
      added: [],
      changed: new Set(),
      rolledBack: new Set(),
      payees,
      gate,
      writes: [],
      moved: false,
    }
  }
}

const product = 'casino' as const

/** A payment whose round the call ends next closes it, so that its ticket is written once. */
const closed = (command: Command, next: Command | undefined): Command =>
  command.kind === 'credit' && next?.kind === 'end' && next.roundId === command.roundId && next.closedBy === undefined
    ? { ...command, closes: true }
    : command

const textOf = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value)
