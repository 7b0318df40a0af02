import type { Ledger } from '#modules/ledger/ledger'
import type { SettableClock } from '#platform/clock'
import { transact, type Db, type Tx } from '#platform/db'
import type { Log } from '#platform/log'
import type { Ownership } from '#platform/owners'
import { openWokenWork, type WokenWork } from '#platform/woken-work'
import { answerAsked } from './asks.ts'
import { betsOfCommands, commandKey, openBets, type CrashBetRow } from './bet-store.ts'
import type { Desk } from './desk.ts'
import { decided } from './flight.ts'
import { decideOnce, voided, type DecidedBet, type Decision } from './paying.ts'
import { markSettled, unsettled, type CrashRoundRow } from './round-store.ts'

type Deps = {
  readonly db: Db
  readonly clock: Pick<SettableClock, 'now'>
  readonly ledger: Ledger
  readonly log: Log
  /** The cash-outs that this process judged for a round. */
  readonly deskOf: (round: number) => Desk | undefined
  readonly onDecided: (bets: readonly DecidedBet[]) => void
  /** Called after a round was settled. */
  readonly onSettled: () => void
}

/** So many bets are one transaction: the whole round, unless it is larger than any seen. */
const betsAtOnce = 5000
const roundsAtOnce = 10

/**
 * Settles the rounds that are over, in order and beside the game, each by one set-based write. After a restart it begins with those that
 * were not settled: then targets and committed cash-outs alone decide.
 */
export function openSettling(
  { db, clock, ledger, log, deskOf, onDecided, onSettled }: Deps,
  own: Ownership,
): WokenWork {
  /** Settles some bets of a round; true after the last. */
  async function settleSome(round: CrashRoundRow): Promise<boolean> {
    const desk = deskOf(round.id)
    const { bets, done } = await transact(db, async (tx) => {
      await own.check(tx)
      const rows = await openBets(tx, { round: round.id, most: betsAtOnce })
      const bets = await decideOnce(ledger, tx, await decisionsOf(tx, { round, rows, desk }))
      const done = rows.length < betsAtOnce
      if (done) await markSettled(tx, round.id)
      return { bets, done }
    })
    onDecided(bets)
    return done
  }

  /** Waits for the cash-outs that were read before the crash, in this process and in others. */
  async function endOf(round: CrashRoundRow): Promise<void> {
    const desk = deskOf(round.id)
    if (!desk) return
    await desk.grace()
    await answerAsked(db, desk, clock)
    await desk.committed()
  }

  async function settleAll(signal: AbortSignal): Promise<void> {
    for (;;) {
      const rounds = await unsettled(db, roundsAtOnce)
      for (const round of rounds) {
        await endOf(round)
        while (!signal.aborted && !(await settleSome(round)));
        if (signal.aborted) return
        onSettled()
      }
      if (rounds.length === 0) return
    }
  }

  return openWokenWork({
    work: settleAll,
    onFailure: (error) => log.error({ err: error }, 'a crash round was not settled and will be tried again'),
  })
}

type Over = { readonly round: CrashRoundRow; readonly rows: readonly CrashBetRow[]; readonly desk: Desk | undefined }

/** A cash-out whose command belongs to another bet already counts, without the command: a command names one bet. */
async function decisionsOf(tx: Tx, { round, rows, desk }: Over): Promise<Decision[]> {
  const decisions = rows.map((row) => ({ bettor: row.bettor, decision: decisionOf(round, row, desk) }))
  const commands = decisions.flatMap(({ bettor, decision: { command } }) => (command ? [{ bettor, command }] : []))
  const earlier = await betsOfCommands(tx, commands)
  return decisions.map(({ bettor, decision }) => {
    const { command } = decision
    return command && earlier.has(commandKey({ bettor, command })) ? { ...decision, command: null } : decision
  })
}

function decisionOf(round: CrashRoundRow, row: CrashBetRow, desk: Desk | undefined): Decision {
  if (round.crashPoint === null) return voided(row)
  const known = desk?.betOf(row.betId)
  const { state, outAt, returned } = decided(
    { ...row, outAt: known?.outAt },
    { crashPoint: Number(round.crashPoint), unwatched: round.unwatched },
  )
  return { betId: row.betId, state, cashedOutAt: outAt, command: known?.command ?? null, returned }
}
