import { join } from 'node:path'
import type { LeagueCycle } from '#config-league'
import { openClock, offsetInDatabase } from '#platform/clock'
import { openLog } from '#platform/log'
import type { Tx } from '#platform/db'
import { openOwners } from '#platform/owners'
import { lockRounds } from '#platform/rounds'
import type { TestDatabase } from '#testing/database'
import { patientOwner } from '#testing/patience'
import { openLeague } from '../league.ts'
import { openSealing, randomSalt, startOwners, type OwnerDeps } from '../owner/owner.ts'
import { roundsById, acceptsBets, type RoundOutcome } from '../rounds/rounds.ts'

/** The phases of the real product. Tests move the clock instead of waiting. */
export const realCycle: LeagueCycle = {
  bettingMs: 130_000,
  lockMs: 5_000,
  playMs: 40_000,
  resultMs: 5_000,
  pauseMs: 60_000,
  staggerMs: 45_000,
}

/** Runs the league on this database, without the rest of the server. */
export async function leagueWorld(
  base: TestDatabase,
  { folder, key = 'league', ...given }: { folder: string; key?: string } & Partial<OwnerDeps>,
) {
  const { db, connection } = base
  const clock = await openClock(offsetInDatabase(db))
  const cycle = given.cycle ?? realCycle
  const league = openLeague({ db, cycle })
  const log = openLog('silent')
  const owners = openOwners({ connection, log, times: patientOwner })
  const outcomes: RoundOutcome[] = []
  const stop = startOwners({
    owners,
    db,
    clock,
    log,
    cycle,
    sealing: openSealing({ keyFile: join(folder, `${key}.key`) }),
    salts: randomSalt,
    tablesOf: league.prices.tablesOf,
    settleRound: async (outcome) => void outcomes.push(outcome),
    onChanged: () => undefined,
    onOffered: () => undefined,
    ...given,
  })
  return {
    league,
    clock,
    /** The outcomes passed to settlement, in order. */
    outcomes,
    async close() {
      await stop()
      await owners.close()
    },
  }
}

export type LeagueWorld = Awaited<ReturnType<typeof leagueWorld>>

/** The rounds on which this transaction can place a stake. Locks them as a stake does. */
export async function bettableIn(tx: Tx, roundIds: readonly string[]): Promise<Set<string>> {
  const [, rounds] = await Promise.all([lockRounds(tx, roundIds), roundsById(tx, roundIds)])
  return new Set(rounds.filter(acceptsBets).map(({ roundId }) => roundId))
}
