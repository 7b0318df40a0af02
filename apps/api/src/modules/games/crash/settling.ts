import type { Ledger } from '#modules/ledger/ledger'
import { transact, type Db, type Tx } from '#platform/db'
import type { Log } from '#platform/log'
import type { Ownership } from '#platform/owners'
import { openRoundSettling } from '#platform/round-settling'
import type { WokenWork } from '#platform/woken-work'
import type { ForwardedCashOuts } from './forwarded-cash-outs.ts'
import { betsOfCommands, commandKey, openBets, type CrashBetRow } from './bet-store.ts'
import type { FlightCashOuts } from './cash-outs.ts'
import { outcomeOf } from './flight.ts'
import { decideOnce, voided, type DecidedBet, type Decision } from './paying.ts'
import { finishedRound, markSettled, type CrashRoundRow } from './round-store.ts'

type Deps = {
  readonly db: Db
  readonly ledger: Ledger
  readonly log: Log
  /** The cash-outs that other processes read. */
  readonly forwarded: ForwardedCashOuts
  /** How long a cash-out that was read before the crash may take to arrive. */
  readonly settleAfterMs: number
  /** The cash-outs that this process decided for a round. */
  readonly cashOutsOf: (round: number) => FlightCashOuts | undefined
  readonly onDecided: (bets: readonly DecidedBet[]) => void
  /** Called after a round was settled. */
  readonly onSettled: (round: number) => void
}

/** The maximum number of bets settled in one transaction. A usual round has fewer. */
const betsAtOnce = 5000

/**
 * Settles finished rounds as `openRoundSettling` does, each with one set-based write. After a restart only targets and committed cash-outs
 * count.
 */
export function openSettling(
  { db, ledger, log, forwarded, settleAfterMs, cashOutsOf, onDecided, onSettled }: Deps,
  own: Ownership,
): WokenWork {
  /** Settles a batch of bets of a round. Returns true after the last batch. */
  async function settleSome(round: CrashRoundRow): Promise<boolean> {
    const cashOuts = cashOutsOf(round.id)
    const { bets, done } = await transact(db, async (tx) => {
      await own.check(tx)
      const rows = await openBets(tx, { round: round.id, most: betsAtOnce })
      const bets = await decideOnce(ledger, tx, await decisionsOf(tx, { round, rows, cashOuts }))
      const done = rows.length < betsAtOnce
      if (done) await markSettled(tx, round.id)
      return { bets, done }
    })
    onDecided(bets)
    return done
  }

  /** Waits for cash-outs that this process and others received before the crash. */
  async function waitForCashOuts(round: CrashRoundRow, signal: AbortSignal): Promise<void> {
    const cashOuts = cashOutsOf(round.id)
    if (!cashOuts) return
    await forwarded.decideUntil(cashOuts, { untilMs: cashOuts.openUntilMs(settleAfterMs), signal })
    await cashOuts.commitsEnded()
  }

  async function settle({ id }: { id: number }, signal: AbortSignal): Promise<void> {
    const round = await finishedRound(db, id)
    await waitForCashOuts(round, signal)
    while (!signal.aborted && !(await settleSome(round)));
    if (!signal.aborted) onSettled(id)
  }

  return openRoundSettling({ db, log, settle }, own)
}

type BetBatch = {
  readonly round: CrashRoundRow
  readonly rows: readonly CrashBetRow[]
  readonly cashOuts: FlightCashOuts | undefined
}

/**
 * The decisions for a batch of bets. A bettor's command id is stored with one bet: if a phone cashed out both of its bets with the id "7a…",
 * both are paid, and the id is stored with the first.
 */
async function decisionsOf(tx: Tx, { round, rows, cashOuts }: BetBatch): Promise<Decision[]> {
  const decisions = rows.map((row) => ({ bettor: row.bettor, decision: decisionOf(round, row, cashOuts) }))
  const commands = decisions.flatMap(({ bettor, decision: { command } }) => (command ? [{ bettor, command }] : []))
  const earlier = await betsOfCommands(tx, commands)
  return decisions.map(({ bettor, decision }) => {
    const { command } = decision
    return command && earlier.has(commandKey({ bettor, command })) ? { ...decision, command: null } : decision
  })
}

function decisionOf(round: CrashRoundRow, row: CrashBetRow, cashOuts: FlightCashOuts | undefined): Decision {
  if (round.crashPoint === null) return voided(row)
  const known = cashOuts?.betOf(row.betId)
  const { state, outAt, returned } = outcomeOf(
    { ...row, outAt: known?.outAt },
    { crashPoint: Number(round.crashPoint), unwatched: round.unwatched },
  )
  return { betId: row.betId, state, cashedOutAt: outAt, command: known?.command ?? null, returned }
}
