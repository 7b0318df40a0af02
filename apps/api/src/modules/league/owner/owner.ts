import { monotonicMs } from '#platform/clock'
import { transact } from '#platform/db'
import type { Log } from '#platform/log'
import { keepOwner, type Owned } from '#platform/keep-owner'
import type { Owners, Ownership } from '#platform/owners'
import { competitions } from '@nare/league/clubs'
import type { SettleRound } from '../rounds/rounds.ts'
import { openEngine, type EngineDeps } from './engine.ts'
import { SecretLost } from './publishing.ts'
import { setFault } from './round-store.ts'
import { openSettling } from './settling.ts'

export { drandSalt } from '#platform/drand'
export { randomSalt, type SaltSource } from '#platform/public-salt'
export { openSealing } from '#platform/sealing'

export type OwnerDeps = Omit<EngineDeps, 'onSettlementDue'> & {
  readonly owners: Pick<Owners, 'ownAlone'>
  readonly log: Log
  readonly settleRound: SettleRound
  /** How long a secret may be unreadable before its season is voided: an operator may restore the key. */
  readonly lostAfterMs?: number
}

/** The maximum wait between steps, so that a jump of the clock is noticed. */
const stepMsMax = 50
const retryMs = 1000
const lostAfterMsDefault = 600_000
const failure = 'a step of the league failed; retrying'
const faultText = 'The rounds of this competition cannot be played at the moment'
const lostText = 'The link of this round was lost'

/**
 * Runs the competitions, each in exactly one of the processes on this database. The returned function stops them and waits for the running
 * steps.
 */
export function startOwners(deps: OwnerDeps): () => Promise<void> {
  const stops = competitions.map(({ competitionId }) =>
    keepOwner({ ...deps, name: `league:${competitionId}`, failure, retryMs }, (own) =>
      runCompetition(deps, own, competitionId),
    ),
  )
  return async () => void (await Promise.all(stops.map((stop) => stop())))
}

function runCompetition(deps: OwnerDeps, own: Ownership, competitionId: string): Owned {
  const { db, lostAfterMs = lostAfterMsDefault } = deps
  const settling = openSettling(deps, own)
  const engine = openEngine({ ...deps, onSettlementDue: settling.wake }, own, competitionId)
  let faulty: boolean | undefined
  let lostSinceMs: number | undefined

  /** Stops betting on the coming rounds, or resumes it. A locked round continues as soon as it can. */
  async function markFault(fault: boolean): Promise<void> {
    if (fault === faulty) return
    const changed = await transact(db, async (tx) => {
      await own.check(tx)
      return setFault(tx, competitionId, fault ? faultText : null)
    })
    faulty = fault
    if (changed) deps.onChanged(competitionId)
  }

  return {
    async step() {
      const waitMs = Math.min(await engine.step(), stepMsMax)
      if (engine.isPrepared()) {
        lostSinceMs = undefined
        await markFault(false)
      }
      return waitMs
    },
    async recover(error) {
      engine.forget()
      await markFault(true)
      if (!(error instanceof SecretLost)) return
      lostSinceMs ??= monotonicMs()
      if (monotonicMs() - lostSinceMs < lostAfterMs) return
      await engine.voidSeason(error.seasonId, lostText)
      lostSinceMs = undefined
    },
    beside: settling,
  }
}
