/** Messages between bench/live.ts and its child processes. Times are nanoseconds of the system's monotonic clock. */

/** Runs `changesPerSecond` price changes for `seconds`, spread evenly over all topics. */
export type ChangeCommand = { readonly do: 'change'; readonly changesPerSecond: number; readonly seconds: number }
export type ServerCommand = ChangeCommand | { readonly do: 'memory' } | { readonly do: 'stop' }

/** The topics that clients subscribe to: `urgent` by every client, `paced` by some. */
export type ServerReady = {
  readonly port: number
  readonly paced: readonly string[]
  readonly urgent: readonly string[]
}

/** Bytes after a full garbage collection, and the processor time that the process had used before it. */
export type Memory = { readonly rss: number; readonly heap: number; readonly cpuSeconds: number }

/** A committed change: from `at`, the state of `topic` has this `version`. */
export type Commit = { readonly topic: string; readonly version: number; readonly at: number }
export type Changed = { readonly commits: readonly Commit[]; readonly cpuSeconds: number; readonly seconds: number }

export type ConnectCommand = {
  readonly do: 'connect'
  readonly port: number
  readonly sockets: number
  /** The number of the first socket. The number of a socket determines its topics and its client address. */
  readonly first: number
  readonly paced: readonly string[]
  readonly urgent: readonly string[]
  readonly topicsPerSocket: number
  /** Requests several messages per frame. */
  readonly batch: boolean
  /** One socket in this many parses its messages. */
  readonly sampleEvery?: number
}
export type ClientCommand =
  | ConnectCommand
  | { readonly do: 'count' }
  | { readonly do: 'report' }
  | { readonly do: 'stop' }

/** A message received by one of the sampled sockets. */
export type Receipt = Commit
export type Received = {
  /** Messages on all sockets; a frame may contain several. */
  readonly messages: number
  readonly frames: number
  readonly bytes: number
  readonly receipts: readonly Receipt[]
}

/** The monotonic clock, which all processes of one machine share. */
export function nowNs(): number {
  return Number(process.hrtime.bigint())
}
