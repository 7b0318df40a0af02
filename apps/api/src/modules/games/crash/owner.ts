import { monotonicMs } from '#platform/clock'
import { oncePerSecond } from '#platform/log'
import { NotOwner, sleepUnlessAborted, type Owners, type Ownership } from '#platform/owners'
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
  return deps.owners.ownAlone(ownerName, (own) => play(deps, own))
}

async function play(deps: OwnerDeps, own: Ownership): Promise<void> {
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
  const over = new AbortController()
  const settled = settling.run(AbortSignal.any([own.signal, over.signal]))
  let lostSinceMs: number | undefined

  async function recover(error: unknown): Promise<void> {
    engine.forget()
    log.error({ err: error }, 'a step of the crash game failed; retrying')
    if (!(error instanceof SecretLost)) return
    lostSinceMs ??= monotonicMs()
    if (monotonicMs() - lostSinceMs < lostAfterMs) return
    await engine.voidChain(error.chainId, lostText)
    lostSinceMs = undefined
  }

  while (!own.signal.aborted) {
    let waitMs = retryMs
    try {
      waitMs = Math.min(await engine.step(), stepMsMax)
    } catch (error) {
      if (error instanceof NotOwner || own.signal.aborted) break
      await recover(error).catch((failure: unknown) =>
        log.warn({ err: failure }, 'a lost crash chain could not be marked as lost'),
      )
    }
    if (waitMs > 0) await sleepUnlessAborted(waitMs, own.signal)
  }
  over.abort()
  await engine.close()
  await settled
}
