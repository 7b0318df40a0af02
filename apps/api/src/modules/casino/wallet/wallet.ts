import type { Money } from '@nare/money/money'
import type { Identity } from '#modules/identity/identity'
import type { Ledger } from '#modules/ledger/ledger'
import type { Tickets } from '#modules/tickets/tickets'
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
import type { Answer, Applied, Call, Prepared } from './apply-batch.ts'
import { namesIn } from './call-state.ts'

export { gameProviders, refuse } from './commands.ts'
export type { Command, Credit, Debit, GameProvider, Rollback, WalletReason, WalletRefusal } from './commands.ts'
export { providerOf, type SessionRow } from './sessions.ts'
export type { Accepted } from './apply-batch.ts'
export { casinoTickets, gamesOfRounds, paymentGames, type GameNames } from './tickets.ts'
export { casinoCrashLosses, casinoCrashWins } from './board.ts'
export { roundRetention, tombstoneRetention } from './retention.ts'
export { openRoundSweep } from './sweep.ts'
export { verifyCasino } from './verify.ts'
export { openHouse, type HouseRounds } from './house.ts'
export type Wallet = ReturnType<typeof openWallet>

export type WalletDeps = {
  readonly db: Db
  /** The connection pool that only money commands use. */
  readonly moneyDb: Db
  readonly clock: Clock
  readonly live: Live
  readonly log: Log
  readonly turns: Turns
  readonly ledger: Ledger
  readonly tickets: Pick<Tickets, 'ids' | 'publish'>
  readonly identity: Pick<Identity, 'bettorFacts' | 'liveSessions'>
  /** A call that is not committed within this time is not applied. Providers wait three to five seconds. */
  readonly answerMsMax: number
}

const triesMax = 3
/**
 * The maximum number of waiting calls of one bettor: a fraction of a provider's concurrent calls, so that one bettor cannot use them up.
 */
const waitingMax = 50
/** PostgreSQL's code for a second row with the same key. */
const uniqueViolation = '23505'

/**
 * The seamless wallet: applies a provider's commands to bettors' money, each once. Calls of one bettor run one at a time, and share a
 * transaction with concurrent calls of other bettors. A call is applied as a whole, or not at all. The gate checks stakes, but not wins,
 * refunds and rollbacks: an excluded bettor is still paid. Balance and tickets are published after the commit.
 */
export function openWallet(deps: WalletDeps) {
  const { ledger, tickets, live, turns, identity, answerMsMax } = deps
  const sessions = openSessions({ db: deps.db, clock: deps.clock, liveSessions: identity.liveSessions })
  const players = openPlayers(identity)
  const remembered = rememberTickets()
  const applied = openBatches({ ...deps, sessions })

  /**
   * Reads the data that a call needs before its transaction; undefined for an unknown bettor. With `isFresh` it reads from the database
   * instead of the caches, because another process may have changed the data.
   */
  async function prepare(call: Call, isFresh: boolean): Promise<Prepared | undefined> {
    const names = namesIn(call.commands)
    const staking = call.commands.some(({ kind }) => kind === 'debit')
    const [verified, candidates, known] = await Promise.all([
      players.find(call.bettor),
      staking ? sessions.candidates(call, { refresh: isFresh }) : [],
      isFresh ? betIdsOf(deps.db, { call, names }) : remembered.known(call, names.roundIds),
    ])
    return verified === undefined ? undefined : { call, verified, names, known, candidates, isFresh }
  }

  /** Runs a call. Retries it if another process has changed its round or transaction meanwhile. */
  async function runWithRetries(call: Call): Promise<Answer> {
    const untilMs = monotonicMs() + answerMsMax
    for (let tries = 1; ; tries++) {
      try {
        const prepared = await prepare(call, tries > 1)
        if (!prepared) return refuse('player_unknown')
        const done = await applied({ command: prepared, untilMs })
        if (done !== 'stale') return finish(call, done)
        if (tries >= triesMax) throw new Error('the round of a call keeps changing')
      } catch (error) {
        if (tries >= triesMax || codeOf(error) !== uniqueViolation) throw error
      }
    }
  }

  function finish(call: Call, { answer, rounds, tickets: betIds }: Applied): Answer {
    remembered.keep(call, rounds)
    if (answer.ok) publish(call.bettor, betIds)
    return answer
  }

  function publish(bettor: bigint, betIds: readonly bigint[]): void {
    tickets.publish(betIds.map((betId) => ({ betId, bettor })))
    void ledger.publishBalances(live, [bettor])
  }

  return {
    sessions,
    /**
     * Runs the commands of a call when no other call of the bettor runs. Equal concurrent calls run once. Throws if the database is not
     * available.
     */
    run(call: Call): Promise<Answer> {
      const { provider, bettor, commands, stakes } = call
      const session = typeof stakes === 'object' && 'id' in stakes ? stakes.id.toString() : JSON.stringify(stakes)
      const same = `casino ${provider} ${session} ${JSON.stringify(commands, textOf)}`
      return turns.runAlone({ key: bettor.toString(), sharedKey: same, waitingMax }, () => runWithRetries(call))
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
