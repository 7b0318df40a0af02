import { setTimeout as wait } from 'node:timers/promises'
import { money, type Money } from '@nare/money/money'
import type { Ledger } from '#modules/ledger/ledger'
import { groupBatcher } from '#platform/batcher'
import { monotonicMs, type SettableClock } from '#platform/clock'
import { transact, type Db, type Tx } from '#platform/db'
import { Overloaded } from '#platform/db-faults'
import { oncePerSecond, type Log } from '#platform/log'
import { NotOwner, type Ownership } from '#platform/owners'
import { betsOfCommands, commandKey, type CrashBetRow } from './bet-store.ts'
import { openFlight, returnAt, type FlightBet } from './flight.ts'
import { decideOnce, type DecidedBet, type Decision } from './paying.ts'

export type DeskDeps = {
  /** The database over the pool that only money commands use. */
  readonly money: Db
  readonly clock: Pick<SettableClock, 'offsetMs'>
  readonly ledger: Ledger
  readonly log: Log
  /** Called after the commit of bets that were decided. */
  readonly onDecided: (bets: readonly DecidedBet[]) => void
}

/** A cash-out as the process read it; `readAtMs` in monotonic milliseconds. */
export type CashOut = {
  readonly betId: bigint
  readonly bettor: bigint
  readonly command: string
  readonly readAtMs: number
}

type DeskBet = FlightBet & { readonly row: CrashBetRow }
export type CashedOut =
  | { readonly kind: 'out'; readonly bet: CrashBetRow; readonly balance: Money }
  | { readonly kind: 'too_early' | 'too_late' | 'not_found' | 'id_reused' }

export type Desk = ReturnType<typeof openDesk>

/** The start of a flight. `startedMs` is monotonic; `crashPoint` in hundredths. */
export type Start = {
  readonly round: number
  readonly startedMs: number
  readonly offsetMs: number
  readonly crashPoint: number
  readonly hash: string
  readonly rows: readonly CrashBetRow[]
}

const batchMost = 128
const queueMost = 10_000
/** Cash-outs that were read before the crash and are still being authenticated have this long to arrive. */
const graceMs = 300

/**
 * The cash-outs of one flight, in the process that owns it. A cash-out is judged in memory at the moment it was read and is durable
 * before it is acknowledged; those that cannot be committed now are paid by the settlement of the round.
 */
export function openDesk({ money: db, clock, ledger, log, onDecided }: DeskDeps, own: Ownership, start: Start) {
  const bets = start.rows.map((row): DeskBet => ({ row, outAt: undefined, command: undefined }))
  const flight = openFlight(start.crashPoint, bets)
  const byId = new Map(bets.map((bet) => [bet.row.betId, bet]))
  const logFault = oncePerSecond((facts) =>
    log.warn(facts, 'cash-outs could not be committed and are paid at the settlement'),
  )
  const committing = new Map<bigint, Promise<Money | 'id_reused'>>()
  const batching = { itemsMost: batchMost, queueMost, run: commit }
  const byHand = groupBatcher<DeskBet, Money | 'id_reused'>({ ...batching, slots: 2, besideMs: 15 })
  // A target that many bets share must not keep those waiting who cash out by hand.
  const byItself = groupBatcher<DeskBet, Money | 'id_reused'>({ ...batching, slots: 1 })

  async function commit(outs: readonly DeskBet[]): Promise<(Money | 'id_reused')[]> {
    const { decided, results } = await transact(db, (tx) => commitIn(tx, outs)).catch((error: unknown) => {
      throw error instanceof NotOwner ? new Overloaded('the game has another owner', { cause: error }) : error
    })
    onDecided(decided)
    return results
  }

  async function commitIn(tx: Tx, outs: readonly DeskBet[]) {
    const commands = outs.flatMap(({ row, command }) => (command ? [{ bettor: row.bettor, command }] : []))
    const [, earlier] = await Promise.all([own.check(tx), betsOfCommands(tx, commands)])
    const isReused = ({ row, command }: DeskBet) => {
      const other = command === undefined ? undefined : earlier.get(commandKey({ bettor: row.bettor, command }))
      return other !== undefined && other.betId !== row.betId
    }
    const decided = await decideOnce(ledger, tx, outs.filter((bet) => !isReused(bet)).map(decisionOf))
    const cash = await ledger.lockCash(tx, [...new Set(outs.map(({ row }) => row.bettor))])
    const results = outs.map((bet) =>
      isReused(bet) ? ('id_reused' as const) : (cash.get(bet.row.bettor)?.balance ?? money(0n)),
    )
    return { decided, results }
  }

  /** The balance after the commit. Equal commands wait for one commit. */
  function committed(bet: DeskBet): Promise<Money | 'id_reused'> {
    const { betId } = bet.row
    const running = committing.get(betId)
    if (running) return running
    const [sent = Promise.reject(new Error('nothing was sent'))] = byHand.send([bet])
    const result = sent.finally(() => void committing.delete(betId))
    committing.set(betId, result)
    return result
  }

  const flownMs = (atMs = monotonicMs()): number =>
    Math.floor(atMs - start.startedMs + clock.offsetMs() - start.offsetMs)

  return {
    round: start.round,
    hash: start.hash,
    flight,
    /** Whole milliseconds since the start, at a moment of monotonic time. */
    flownMs,

    /** Cashes out by hand, once. Throws what the commit throws; the same command may be sent again. */
    async cashOut({ readAtMs, ...asked }: CashOut): Promise<CashedOut> {
      const judged = flight.judge({ ...asked, ms: flownMs(readAtMs) })
      if (!('bet' in judged)) return judged
      const { bet } = judged
      const result = await committed(bet)
      if (result === 'id_reused') {
        if (bet.command === asked.command) flight.takeBack(bet)
        return { kind: 'id_reused' }
      }
      return { kind: 'out', bet: cashedOut(bet), balance: result }
    },

    /** Pays the bets that cash out by themselves until now. */
    payDue(): void {
      const due = flight.due(flownMs())
      if (due.length > 0) void Promise.all(byItself.send(due)).catch((error: unknown) => logFault({ err: error }))
    },

    /** A decided bet as this process knows it, whether or not that was committed. */
    viewOf: (bet: DeskBet): CrashBetRow => (bet.outAt === undefined ? bet.row : cashedOut(bet)),
    /** A bet as this process knows it; undefined where it is of another round. */
    betOf: (betId: bigint): DeskBet | undefined => byId.get(betId),

    /** Waits for cash-outs that were read before the crash and not judged yet. */
    grace: (): Promise<void> => wait(graceMs, undefined, { ref: false }),
    /** Resolves when the commits in progress have ended. */
    committed: async (): Promise<void> => void (await Promise.allSettled([...committing.values()])),
  }
}

function decisionOf({ row, outAt = row.cap, command }: DeskBet): Decision {
  const returned = returnAt(row.stake, outAt)
  return { betId: row.betId, state: 'won', cashedOutAt: outAt, command: command ?? null, returned }
}

const cashedOut = ({ row, outAt = row.cap }: DeskBet): CrashBetRow => ({ ...row, state: 'won', cashedOutAt: outAt })
