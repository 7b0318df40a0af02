import { monotonicMs } from '#platform/clock'
import { transact } from '#platform/db'
import type { Log } from '#platform/log'
import { NotOwner, sleepUnlessAborted, type Owners, type Ownership } from '#platform/owners'
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
const faultText = 'The rounds of this competition cannot be played at the moment'
const lostText = 'The link of this round was lost'

/**
 * Runs the competitions, each in exactly one of the processes on this database. The returned function stops them and waits for the running
 * steps.
 */
export function startOwners(deps: OwnerDeps): () => Promise<void> {
  const stops = competitions.map(({ competitionId }) =>
    deps.owners.ownAlone(`league:${competitionId}`, (own) => runCompetition(deps, own, competitionId)),
  )
  return async () => void (await Promise.all(stops.map((stop) => stop())))
}

async function runCompetition(deps: OwnerDeps, own: Ownership, competitionId: string): Promise<void> {
  const { db, log, lostAfterMs = lostAfterMsDefault } = deps
  const settling = openSettling(deps, own)
  const engine = openEngine({ ...deps, onSettlementDue: settling.wake }, own, competitionId)
  const over = new AbortController()
  const settled = settling.run(AbortSignal.any([own.signal, over.signal]))
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

  async function recover(error: unknown): Promise<void> {
    engine.forget()
    log.error({ err: error, competition: competitionId }, 'a step of the league failed; retrying')
    await markFault(true)
    if (!(error instanceof SecretLost)) return
    lostSinceMs ??= monotonicMs()
    if (monotonicMs() - lostSinceMs < lostAfterMs) return
    await engine.voidSeason(error.seasonId, lostText)
    lostSinceMs = undefined
  }

  while (!own.signal.aborted) {
    let waitMs = retryMs
    try {
      waitMs = Math.min(await engine.step(), stepMsMax)
      if (engine.isPrepared()) {
        lostSinceMs = undefined
        await markFault(false)
      }
    } catch (error) {
      if (error instanceof NotOwner || own.signal.aborted) break
      await recover(error).catch((failure: unknown) =>
        log.warn({ err: failure }, 'a fault of the league could not be stored'),
      )
    }
    if (waitMs > 0) await sleepUnlessAborted(waitMs, own.signal)
  }
  over.abort()
  await settled
}
