import { money, type Money } from '@nare/money/money'
import type { Ledger } from '#modules/ledger/ledger'
import { lockTickets } from '#modules/tickets/tickets'
import { groupBatcher } from '#platform/batcher'
import { monotonicMs, type SettableClock } from '#platform/clock'
import { transact, type Db, type Tx } from '#platform/db'
import { Overloaded } from '#platform/db-faults'
import { oncePerSecond, type Log } from '#platform/log'
import { NotOwner, type Ownership } from '#platform/owners'
import { betsById, betsOfCommands, commandKey, type CrashBetRow } from './bet-store.ts'
import { openFlight, returnAt, type FlightBet } from './flight.ts'
import { decideOnce, type DecidedBet, type Decision } from './paying.ts'

export type CashOutDeps = {
  /** The connection pool that only money commands use. */
  readonly moneyDb: Db
  readonly clock: Pick<SettableClock, 'offsetMs'>
  readonly ledger: Ledger
  readonly log: Log
  /** Called after the commit of bets that were decided. */
  readonly onDecided: (bets: readonly DecidedBet[]) => void
}

/** A cash-out command; `readAtMs` is the monotonic time at which the server read it. */
export type CashOut = {
  readonly betId: bigint
  readonly bettor: bigint
  readonly command: string
  readonly readAtMs: number
}

type CashOutBet = FlightBet & { readonly row: CrashBetRow }
type Committed =
  | { readonly kind: 'out'; readonly bet: CrashBetRow; readonly balance: Money }
  | { readonly kind: 'too_late' | 'id_reused' }
export type CashedOut = Committed | { readonly kind: 'too_early' | 'not_found' }

export type FlightCashOuts = ReturnType<typeof openCashOuts>

/** The start of a flight. `startedMs` is monotonic; `crashPoint` in hundredths. */
export type Start = {
  readonly round: number
  readonly startedMs: number
  readonly offsetMs: number
  readonly crashPoint: number
  readonly hash: string
  readonly rows: readonly CrashBetRow[]
}

const batchMax = 128
const queueMax = 10_000

/**
 * The cash-outs of one flight, in the process that owns it. A cash-out is decided in memory, at the moment at which the server read it, and
 * committed before it is acknowledged. One that cannot be committed is paid by the settlement of the round.
 */
export function openCashOuts(
  { moneyDb: db, clock, ledger, log, onDecided }: CashOutDeps,
  own: Ownership,
  start: Start,
) {
  const bets = start.rows.map((row): CashOutBet => ({ row, outAt: undefined, command: undefined }))
  const flight = openFlight(start.crashPoint, bets)
  const byId = new Map(bets.map((bet) => [bet.row.betId, bet]))
  const logFault = oncePerSecond((facts) =>
    log.warn(facts, 'cash-outs could not be committed; the settlement of the round pays them'),
  )
  let crashedMs: number | undefined
  const committing = new Map<bigint, Promise<Committed>>()
  const paying = new Map<bigint, Promise<unknown>>()
  const batching = { itemsMax: batchMax, queueMax, run: commit }
  const manualQueue = groupBatcher<CashOutBet, Committed>({ ...batching, slots: 2, partialBatchDelayMs: [15] })
  // Automatic cash-outs have their own queue, so that a target shared by many bets does not delay manual cash-outs.
  const automaticQueue = groupBatcher<CashOutBet, Committed>({ ...batching, slots: 1 })

  async function commit(cashOutBets: readonly CashOutBet[]): Promise<Committed[]> {
    const { decided, results } = await transact(db, (tx) => commitIn(tx, cashOutBets)).catch((error: unknown) => {
      throw error instanceof NotOwner ? new Overloaded('the game has another owner', { cause: error }) : error
    })
    onDecided(decided)
    return results
  }

  /**
   * Locks all tickets and then all payers of the batch, including those of decided bets. Skipping some would change the lock order against
   * a concurrent batch.
   */
  async function commitIn(tx: Tx, cashOutBets: readonly CashOutBet[]) {
    const commands = cashOutBets.flatMap(({ row, command }) => (command ? [{ bettor: row.bettor, command }] : []))
    const betIds = cashOutBets.map(({ row }) => row.betId)
    const bettors = [...new Set(cashOutBets.map(({ row }) => row.bettor))]
    const [, , , earlier] = await Promise.all([
      own.check(tx),
      lockTickets(tx, betIds),
      ledger.lockCash(tx, bettors),
      betsOfCommands(tx, commands),
    ])
    const isReused = ({ row, command }: CashOutBet) => {
      const other = command === undefined ? undefined : earlier.get(commandKey({ bettor: row.bettor, command }))
      return other !== undefined && other.betId !== row.betId
    }
    const decided = await decideOnce(ledger, tx, cashOutBets.filter((bet) => !isReused(bet)).map(decisionOf))
    const decidedNow = new Set(decided.map(({ betId }) => betId))
    const [cash, stored] = await Promise.all([ledger.lockCash(tx, bettors), betsById(tx, betIds)])
    const storedRows = new Map(stored.map((row) => [row.betId, row]))
    const results = cashOutBets.map((bet): Committed => {
      const { betId, bettor } = bet.row
      if (isReused(bet)) return { kind: 'id_reused' }
      const row = storedRows.get(betId)
      // Another decision came first: the round was settled before this commit.
      if (row?.state !== 'won' || (!decidedNow.has(betId) && row.command !== (bet.command ?? null)))
        return { kind: 'too_late' }
      return { kind: 'out', bet: row, balance: cash.get(bettor)?.balance ?? money(0n) }
    })
    return { decided, results }
  }

  /** Commits a manual cash-out. A second call for the same bet waits for the running commit. */
  function commitOnce(bet: CashOutBet): Promise<Committed> {
    const { betId } = bet.row
    const running = committing.get(betId)
    if (running) return running
    const [sent = Promise.reject(new Error('no cash-out was queued'))] = manualQueue.send([bet])
    const result = sent.finally(() => void committing.delete(betId))
    committing.set(betId, result)
    return result
  }

  const flownMs = (atMs = monotonicMs()): number =>
    Math.floor(atMs - start.startedMs + clock.offsetMs() - start.offsetMs)

  function payDue(): void {
    const due = flight.due(flownMs())
    const sent = due.length > 0 ? automaticQueue.send(due) : []
    for (const [n, { row }] of due.entries()) {
      const paid = sent[n]?.catch((error: unknown) => logFault({ err: error }))
      if (paid)
        paying.set(
          row.betId,
          paid.finally(() => void paying.delete(row.betId)),
        )
    }
  }

  /** Waits for the running commit of this bet, whether it succeeds or fails. */
  async function waitForOtherCommit(betId: bigint): Promise<void> {
    payDue()
    await Promise.allSettled([committing.get(betId), paying.get(betId)])
  }

  return {
    round: start.round,
    hash: start.hash,
    flight,
    /** Whole milliseconds since the start, at a moment of monotonic time. */
    flownMs,

    /**
     * Cashes out manually, once. Throws what the commit throws; the same command may be sent again. If the bet has already cashed out in
     * another way, waits for that commit and returns `too_late`, so that the caller can read the stored row.
     */
    async cashOut({ readAtMs, ...asked }: CashOut): Promise<CashedOut> {
      const decision = flight.decideManual({ ...asked, ms: flownMs(readAtMs) })
      if (decision.kind === 'too_late') await waitForOtherCommit(asked.betId)
      if (!('bet' in decision)) return decision
      const { bet } = decision
      const result = await commitOnce(bet)
      if (result.kind !== 'out' && bet.command === asked.command) flight.undoCashOut(bet)
      return result
    },

    /** Pays the bets whose automatic cash-out is due. */
    payDue,

    /** The in-memory state of a bet; undefined if the bet is on another round. */
    betOf: (betId: bigint): CashOutBet | undefined => byId.get(betId),

    /** Records the first moment at which the crash was noticed. */
    crashed: (): void => void (crashedMs ??= monotonicMs()),
    /** The monotonic moment until which commands may change this flight, if they arrive up to `lateMs` after the crash. */
    openUntilMs(lateMs: number): number {
      return bets.every(({ outAt }) => outAt !== undefined) ? 0 : (crashedMs ?? monotonicMs()) + lateMs
    },
    /** Resolves when the running commits have ended. */
    commitsEnded: async (): Promise<void> => void (await Promise.allSettled([...committing.values()])),
  }
}

function decisionOf({ row, outAt = row.cap, command }: CashOutBet): Decision {
  const returned = returnAt(row.stake, outAt)
  return { betId: row.betId, state: 'won', cashedOutAt: outAt, command: command ?? null, returned }
}
