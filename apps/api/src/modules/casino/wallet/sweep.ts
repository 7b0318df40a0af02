import type { Db } from '#platform/db'
import type { Log } from '#platform/log'
import type { RunCall } from './apply-batch.ts'
import type { Command } from './commands.ts'
import { countStaleRounds, openDebits, staleRounds, type HouseRound } from './house-store.ts'
import type { Sessions } from './sessions.ts'

/** Providers end a round within two days. A round with a result is closed after that. */
const openHours = 48
/** A debit without a result is rolled back after two weeks. */
const orphanHours = 14 * 24
const roundsAtOnce = 100
/** The maximum number of debits rolled back in one call, which has four seconds. */
const debitsAtOnce = 100
const sweeper = 'sweep'

type Deps = { readonly db: Db; readonly log: Log; readonly wallet: { run: RunCall; sessions: Pick<Sessions, 'sweep'> } }

/**
 * Ends rounds that providers have left open. After 48 hours a round with results is closed with its payments so far; a round without
 * results is reported, and after two weeks its debits are rolled back, a hundred per call. A round that fails is logged and retried in the
 * next run.
 */
export function openRoundSweep({ db, log, wallet }: Deps) {
  async function run(round: HouseRound, commands: readonly Command[]): Promise<boolean> {
    const { provider, bettor, roundId } = round
    const ended = await wallet.run({ provider, bettor, commands }).catch((error: unknown) => ({ ok: false, error }))
    if (!ended.ok) log.warn({ provider, roundId, ...ended }, 'a round that a provider left open could not be ended')
    return ended.ok
  }

  async function endEach(
    which: { hours: number; results: boolean },
    end: (round: HouseRound) => Promise<boolean>,
  ): Promise<number> {
    let ended = 0
    for (let after = 0n; ;) {
      const rounds = await staleRounds(db, { ...which, after, most: roundsAtOnce })
      for (const round of rounds) if (await end(round)) ended++
      const last = rounds.at(-1)
      if (!last || rounds.length < roundsAtOnce) return ended
      after = last.id
    }
  }

  async function rollBackDebits(round: HouseRound): Promise<boolean> {
    for (let after = 0n; ;) {
      const debits = await openDebits(db, round, { after, most: debitsAtOnce })
      const rollbacks = debits.map(({ txId }): Command => ({
        kind: 'rollback',
        txId: `${sweeper}:${txId}`,
        refTxId: txId,
      }))
      const last = debits.length < debitsAtOnce ? undefined : debits.at(-1)
      if (!last) return run(round, [...rollbacks, { kind: 'end', roundId: round.roundId, closedBy: sweeper }])
      if (!(await run(round, rollbacks))) return false
      after = last.id
    }
  }

  return {
    /** Runs the sweep once. Returns the numbers of closed and rolled back rounds. */
    async sweep(): Promise<{ closed: number; givenBack: number }> {
      const closed = await endEach({ hours: openHours, results: true }, (round) =>
        run(round, [{ kind: 'end', roundId: round.roundId, closedBy: sweeper }]),
      )
      const givenBack = await endEach({ hours: orphanHours, results: false }, rollBackDebits)
      await wallet.sessions.sweep()
      const orphans = await countStaleRounds(db, openHours)
      if (closed + givenBack + orphans > 0) log.warn({ closed, givenBack, orphans }, 'rounds that providers left open')
      return { closed, givenBack }
    },
    /** The number of rounds that have been open for more than two days. */
    stale: (): Promise<number> => countStaleRounds(db, openHours),
  }
}
