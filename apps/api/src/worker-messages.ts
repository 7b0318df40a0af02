import type { Pools } from './platform/database.ts'
import type { Connection } from './platform/db.ts'
import type { Hub88Pair } from './sandbox/hub88-keys.ts'
import type { Greeting } from './greet.ts'

/** The name of these messages on the IPC channel. */
export const workerName = 'worker'

/** A message from the primary to a worker: once how to start, and later when to stop. */
export type ToWorker = { readonly begin: Beginning } | { readonly stop: { readonly drainMs: number } }

export type Beginning = {
  readonly connection: Connection
  readonly direct: Connection
  /** The sizes of the worker's connection pools. */
  readonly pools: Pools
  readonly withDemo: boolean
  readonly hub88Pair?: Hub88Pair | undefined
}

/** A message from a worker to the primary. A worker is ready when it listens and its background work has started. */
export type ToPrimary = { readonly listening: Greeting } | { readonly ready: true }
