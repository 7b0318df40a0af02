import { setTimeout as wait } from 'node:timers/promises'
import { money, type Money } from '@nare/money/money'
import type { Ledger } from '#modules/ledger/ledger'
import { groupBatcher } from '#platform/batcher'
import { monotonicMs, type SettableClock } from '#platform/clock'
import { lockTickets } from '#modules/betting/betting'
import { transact, type Db, type Tx } from '#platform/db'
import { Overloaded } from '#platform/db-faults'
import { oncePerSecond, type Log } from '#platform/log'
import { NotOwner, type Ownership } from '#platform/owners'
import { betsById, betsOfCommands, commandKey, type CrashBetRow } from './bet-store.ts'
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
type Committed =
  | { readonly kind: 'out'; readonly bet: CrashBetRow; readonly balance: Money }
  | { readonly kind: 'too_late' | 'id_reused' }
export type CashedOut = Committed | { readonly kind: 'too_early' | 'not_found' }

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

const batchMax = 128
const queueMax = 10_000
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
  const committing = new Map<bigint, Promise<Committed>>()
  const paying = new Map<bigint, Promise<unknown>>()
  const batching = { itemsMax: batchMax, queueMax, run: commit }
  const byHand = groupBatcher<DeskBet, Committed>({ ...batching, slots: 2, partialBatchDelayMs: [15] })
  // A target that many bets share must not keep those waiting who cash out by hand.
  const byItself = groupBatcher<DeskBet, Committed>({ ...batching, slots: 1 })

  async function commit(outs: readonly DeskBet[]): Promise<Committed[]> {
    const { decided, results } = await transact(db, (tx) => commitIn(tx, outs)).catch((error: unknown) => {
      throw error instanceof NotOwner ? new Overloaded('the game has another owner', { cause: error }) : error
    })
    onDecided(decided)
    return results
  }

  /** Locks all tickets and then all payers of the batch, also of bets that are decided already: another batch may have the others. */
  async function commitIn(tx: Tx, outs: readonly DeskBet[]) {
    const commands = outs.flatMap(({ row, command }) => (command ? [{ bettor: row.bettor, command }] : []))
    const betIds = outs.map(({ row }) => row.betId)
    const bettors = [...new Set(outs.map(({ row }) => row.bettor))]
    const [, , , earlier] = await Promise.all([
      own.check(tx),
      lockTickets(tx, betIds),
      ledger.lockCash(tx, bettors),
      betsOfCommands(tx, commands),
    ])
    const isReused = ({ row, command }: DeskBet) => {
      const other = command === undefined ? undefined : earlier.get(commandKey({ bettor: row.bettor, command }))
      return other !== undefined && other.betId !== row.betId
    }
    const decided = await decideOnce(ledger, tx, outs.filter((bet) => !isReused(bet)).map(decisionOf))
    const here = new Set(decided.map(({ betId }) => betId))
    const [cash, stored] = await Promise.all([
      ledger.lockCash(tx, bettors),
      betsById(
        tx,
        betIds.filter((betId) => !here.has(betId)),
      ),
    ])
    const before = new Map(stored.map((row) => [row.betId, row]))
    const results = outs.map((bet): Committed => {
      const { betId, bettor } = bet.row
      if (isReused(bet)) return { kind: 'id_reused' }
      const row = here.has(betId) ? cashedOut(bet) : before.get(betId)
      // Decided otherwise meanwhile: the settlement of its round came before this.
      if (row?.state !== 'won' || (!here.has(betId) && row.command !== (bet.command ?? null)))
        return { kind: 'too_late' }
      return { kind: 'out', bet: row, balance: cash.get(bettor)?.balance ?? money(0n) }
    })
    return { decided, results }
  }

  /** What the commit made of a bet. Equal commands wait for one commit. */
  function committed(bet: DeskBet): Promise<Committed> {
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

  function payDue(): void {
    const due = flight.due(flownMs())
    const sent = due.length > 0 ? byItself.send(due) : []
    for (const [n, { row }] of due.entries()) {
      const paid = sent[n]?.catch((error: unknown) => logFault({ err: error }))
      if (paid)
        paying.set(
          row.betId,
          paid.finally(() => void paying.delete(row.betId)),
        )
    }
  }

  /** Waits for the commit of a bet that has cashed out or whose target is reached, whatever becomes of it. */
  async function decidedOtherwise(betId: bigint): Promise<void> {
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
     * Cashes out by hand, once. Throws what the commit throws; the same command may be sent again. A bet that has cashed out otherwise is
     * too late after the commit of that, so that its row says how.
     */
    async cashOut({ readAtMs, ...asked }: CashOut): Promise<CashedOut> {
      const judged = flight.judge({ ...asked, ms: flownMs(readAtMs) })
      if (judged.kind === 'too_late') await decidedOtherwise(asked.betId)
      if (!('bet' in judged)) return judged
      const { bet } = judged
      const result = await committed(bet)
      if (result.kind !== 'out' && bet.command === asked.command) flight.takeBack(bet)
      return result
    },

    /** Pays the bets that cash out by themselves until now. */
    payDue,

    /** A bet as this process knows it; undefined if it is of another round. */
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
