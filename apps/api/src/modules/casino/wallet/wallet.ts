import type { Money } from '@nare/money/money'
import type { Betting } from '#modules/betting/betting'
import type { Identity } from '#modules/identity/identity'
import type { Ledger } from '#modules/ledger/ledger'
import { monotonicMs, type Clock } from '#platform/clock'
import { codeOf, transact, type Db } from '#platform/db'
import type { Live } from '#platform/live'
import type { Log } from '#platform/log'
import type { Turns } from '#platform/turns'
import { openBatches } from './batches.ts'
import { refuse } from './commands.ts'
import { openPlayers } from './players.ts'
import { rememberTickets } from './known-tickets.ts'
import { openSessions, type SessionRow } from './sessions.ts'
import { betIdsOf } from './store.ts'
import type { Answer, Applied, Call, Prepared } from './together.ts'
import { namesIn } from './working.ts'

export { gameProviders, refuse } from './commands.ts'
export type { Command, Credit, Debit, GameProvider, Rollback, WalletReason, WalletRefusal } from './commands.ts'
export { providerOf, type SessionRow } from './sessions.ts'
export type { Answered } from './together.ts'
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

/** Providers wait three to five seconds; what is not committed by then is not done at all. */
const answerMsMax = 4000
const triesMax = 3
/** Calls of one bettor that wait for their turn: a fraction of what a provider may have in progress, so that no bettor fills it. */
const waitingMax = 50
/** PostgreSQL's code for a second row with the same key. */
const uniqueViolation = '23505'

/**
 * The seamless wallet: a provider's commands on bettors' money, each once. A call runs in its bettor's turn and shares a transaction with
 * calls of other bettors that arrive at the same time; it is done as a whole, or not at all. Stakes pass the gate; wins, refunds and
 * rollbacks never do, and an excluded bettor is paid. Balance and tickets are published after the commit.
 */
export function openWallet(deps: WalletDeps) {
  const { ledger, betting, live, log, turns, identity } = deps
  const sessions = openSessions({ db: deps.db, clock: deps.clock, liveSessions: identity.liveSessions })
  const players = openPlayers(identity)
  const tickets = rememberTickets()
  const applied = openBatches({ ...deps, sessions })

  /** What a call needs to know before its transaction, undefined without its bettor; read anew where another process has changed what this one remembers. */
  async function prepare(call: Call, isFresh: boolean): Promise<Prepared | undefined> {
    const names = namesIn(call.commands)
    const staking = call.commands.some(({ kind }) => kind === 'debit')
    const [verified, candidates, known] = await Promise.all([
      players.find(call.bettor),
      staking ? sessions.candidates(call, { again: isFresh }) : [],
      isFresh ? betIdsOf(deps.db, { call, names }) : tickets.known(call, names.roundIds),
    ])
    return verified === undefined ? undefined : { call, verified, names, known, candidates, isFresh }
  }

  /** Runs a call; one that another process changed the round or the transaction of meanwhile is run again. */
  async function attempts(call: Call): Promise<Answer> {
    const untilMs = monotonicMs() + answerMsMax
    for (let tries = 1; ; tries++) {
      try {
        const prepared = await prepare(call, tries > 1)
        if (!prepared) return refuse('player_unknown')
        const done = await applied({ ...prepared, untilMs })
        if (done !== 'stale') return ended(call, done)
        if (tries >= triesMax) throw new Error('the round of a call changes again and again')
      } catch (error) {
        if (tries >= triesMax || codeOf(error) !== uniqueViolation) throw error
      }
    }
  }

  function ended(call: Call, { answer, rounds, tickets: betIds }: Applied): Answer {
    tickets.keep(call, rounds)
    if (answer.ok) publish(call.bettor, betIds)
    return answer
  }

  function publish(bettor: bigint, betIds: readonly bigint[]): void {
    betting.publishTickets(betIds.map((betId) => ({ betId, bettor })))
    ledger
      .publishBalances(live, [bettor])
      .catch((error: unknown) => log.warn({ err: error }, 'a balance could not be published after a casino move'))
  }

  return {
    sessions,
    /** Runs the commands of a call in the bettor's turn; equal calls in flight run once. Throws if the database is not available. */
    run(call: Call): Promise<Answer> {
      const { provider, bettor, commands, stakes } = call
      const session = typeof stakes === 'object' && 'id' in stakes ? stakes.id.toString() : JSON.stringify(stakes)
      const same = `casino ${provider} ${session} ${JSON.stringify(commands, textOf)}`
      return turns.runAlone({ key: bettor.toString(), sharedKey: same, waitingMax }, () => attempts(call))
    },
    /** Whether a session still accepts stakes. */
    isLive: (session: SessionRow): Promise<boolean> =>
      transact(deps.db, async (tx) => (await sessions.live(tx, [session])).has(session)),
    /** A bettor's balance; undefined if there is no such bettor. */
    async balance(bettor: bigint): Promise<Money | undefined> {
      if ((await players.find(bettor)) === undefined) return undefined
      return (await ledger.balances(bettor)).balance
    },
  }
}

const textOf = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value)
