import type { Log } from './log.ts'
import { NotOwner, sleepUnlessAborted, type Owners, type Ownership } from './owners.ts'
import type { WokenWork } from './woken-work.ts'

/** What a process does while it owns a name. */
export type Owned = {
  /** Makes the change that is due, if any. Returns the milliseconds until the next step. */
  step(): Promise<number>
  /** Repairs what a failed step has left; a failure of it is logged. */
  recover?(error: unknown): Promise<void>
  /** Work that runs in parallel with the steps. */
  readonly beside?: WokenWork
  /** Releases what the steps used. */
  close?(): Promise<void>
}

type Steps = {
  readonly log: Log
  readonly name: string
  /** The message of the log line of a failed step. */
  readonly failure: string
  /** The pause after a failed step. */
  readonly retryMs: number
}

/**
 * Runs steps one after another, in exactly one of the processes on this database. A failed step is logged and repeated; a step that finds that
 * another process owns the name is the last one. The returned function stops the steps and waits for the running one.
 */
export function keepOwner(
  { owners, ...given }: Steps & { readonly owners: Pick<Owners, 'ownAlone'> },
  open: (own: Ownership) => Owned,
): () => Promise<void> {
  return owners.ownAlone(given.name, async (own) => {
    const { step, beside, close, ...owned } = open(own)
    const over = new AbortController()
    const signal = AbortSignal.any([own.signal, over.signal])
    const besides = beside?.run(signal)
    const stepAsOwner = () =>
      step().catch((error: unknown) => {
        if (error instanceof NotOwner) over.abort()
        throw error
      })
    await repeatSteps({ ...given, ...owned, step: stepAsOwner, signal })
    over.abort()
    await close?.()
    await besides
  })
}

/** Runs steps one after another until the signal aborts. A failed step is logged and repeated. */
export async function repeatSteps({
  log,
  name,
  failure,
  retryMs,
  signal,
  step,
  recover,
}: Steps & Pick<Owned, 'step' | 'recover'> & { readonly signal: AbortSignal }): Promise<void> {
  while (!signal.aborted) {
    let waitMs = retryMs
    try {
      waitMs = await step()
    } catch (error) {
      if (signal.aborted) return
      log.error({ err: error, name }, failure)
      await recover?.(error).catch((second: unknown) => log.warn({ err: second, name }, 'a fault could not be stored'))
    }
    if (waitMs > 0) await sleepUnlessAborted(waitMs, signal)
  }
}
