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

type Keeping = {
  readonly owners: Pick<Owners, 'ownAlone'>
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
  { owners, log, name, failure, retryMs }: Keeping,
  open: (own: Ownership) => Owned,
): () => Promise<void> {
  return owners.ownAlone(name, async (own) => {
    const { step, recover, beside, close } = open(own)
    const over = new AbortController()
    const besides = beside?.run(AbortSignal.any([own.signal, over.signal]))
    while (!own.signal.aborted) {
      let waitMs = retryMs
      try {
        waitMs = await step()
      } catch (error) {
        if (error instanceof NotOwner || own.signal.aborted) break
        log.error({ err: error, name }, failure)
        await recover?.(error).catch((second: unknown) =>
          log.warn({ err: second, name }, 'a fault could not be stored'),
        )
      }
      if (waitMs > 0) await sleepUnlessAborted(waitMs, own.signal)
    }
    over.abort()
    await close?.()
    await besides
  })
}
