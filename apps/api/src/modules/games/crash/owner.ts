import { monotonicMs } from '#platform/clock'
import { oncePerSecond } from '#platform/log'
import { keepOwner, type Owned } from '#platform/keep-owner'
import type { Owners, Ownership } from '#platform/owners'
import { SecretLost } from './chains.ts'
import { openForwarded } from './forwarded-cash-outs.ts'
import { openEngine, type EngineDeps } from './engine.ts'
import { ownerName } from './round-store.ts'
import { openSettling } from './settling.ts'

export type OwnerDeps = Omit<EngineDeps, 'onOver' | 'forwarded'> & {
  readonly owners: Pick<Owners, 'ownAlone'>
  /** Called after a round was settled. */
  readonly onSettled: () => void
  /** How long the settlement of a round waits for cash-outs that were read before its crash. */
  readonly settleAfterMs: number
  /** How long a secret may be unreadable before its chain is marked as lost: an operator may restore the key. */
  readonly lostAfterMs?: number
}

/** The maximum wait between steps, so that a jump of the clock is noticed. */
const stepMsMax = 50
const retryMs = 500
const lostAfterMsDefault = 600_000
const lostText = 'The secret of this game was lost'

/** Runs the game in exactly one of the processes on this database. The returned function stops it and waits for the running step. */
export function startOwner(deps: OwnerDeps): () => Promise<void> {
  const failure = 'a step of the crash game failed; retrying'
  return keepOwner({ ...deps, name: ownerName, failure, retryMs }, (own) => play(deps, own))
}

function play(deps: OwnerDeps, own: Ownership): Owned {
  const { log, lostAfterMs = lostAfterMsDefault } = deps
  const logForwardFault = oncePerSecond((facts) =>
    log.warn(facts, 'cash-outs sent by other processes were not decided'),
  )
  const forwarded = openForwarded(deps.db, (error) => logForwardFault({ err: error }))
  const engine = openEngine({ ...deps, forwarded, onOver: () => settling.wake() }, own)
  const settling = openSettling(
    {
      ...deps,
      forwarded,
      cashOutsOf: engine.cashOutsOf,
      onSettled(round) {
        engine.settled(round)
        deps.onSettled()
      },
    },
    own,
  )
  let lostSinceMs: number | undefined

  return {
    async step() {
      const waitMs = Math.min(await engine.step(), stepMsMax)
      lostSinceMs = undefined
      return waitMs
    },
    async recover(error) {
      engine.forget()
      if (!(error instanceof SecretLost)) return
      lostSinceMs ??= monotonicMs()
      if (monotonicMs() - lostSinceMs < lostAfterMs) return
      await engine.voidChain(error.chainId, lostText)
      lostSinceMs = undefined
    },
    beside: settling,
    close: () => engine.close(),
  }
}
