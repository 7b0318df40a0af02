import { monotonicMs } from '#platform/clock'
import { NotOwner, sleepUnlessAborted, type Owners, type Ownership } from '#platform/owners'
import { SecretLost } from './chains.ts'
import { openEngine, type EngineDeps } from './engine.ts'
import { ownerName } from './round-store.ts'
import { openSettling } from './settling.ts'

export type OwnerDeps = Omit<EngineDeps, 'onOver'> & {
  readonly owners: Pick<Owners, 'ownAlone'>
  /** Called after a round was settled. */
  readonly onSettled: () => void
  /** How long a secret may be unreadable until its chain is lost: a key may come back. */
  readonly lostAfterMs?: number
}

/** A jump of the clock is noticed within this time. */
const stepMsMax = 50
const retryMs = 500
const lostAfterMsDefault = 600_000
const lostText = 'The secret of this game was lost'

/** Plays the game in one process among all that share the database. Returns how to stop, which waits for the step in progress. */
export function startOwner(deps: OwnerDeps): () => Promise<void> {
  return deps.owners.ownAlone(ownerName, (own) => play(deps, own))
}

async function play(deps: OwnerDeps, own: Ownership): Promise<void> {
  const { log, lostAfterMs = lostAfterMsDefault } = deps
  const engine = openEngine({ ...deps, onOver: () => settling.wake() }, own)
  const settling = openSettling({ ...deps, deskOf: engine.deskOf }, own)
  const over = new AbortController()
  const settled = settling.run(AbortSignal.any([own.signal, over.signal]))
  let lostSinceMs: number | undefined

  async function recover(error: unknown): Promise<void> {
    engine.forget()
    log.error({ err: error }, 'a step of the crash game failed and will be tried again')
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
      await recover(error).catch((again: unknown) => log.warn({ err: again }, 'a lost crash chain was not stored'))
    }
    if (waitMs > 0) await sleepUnlessAborted(waitMs, own.signal)
  }
  over.abort()
  await engine.close()
  await settled
}
