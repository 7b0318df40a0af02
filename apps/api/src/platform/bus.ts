import { monotonicMs } from './clock.ts'

/**
 * Shares messages, counters and claims between the processes on one database, without storing them in the database. No decision about
 * money depends on the bus. Messages are JSON values. No call throws, and none waits longer than a second.
 */
export type Bus = {
  /** Sends a message to all other processes, at most once: it is lost while the bus is down. Messages of one process arrive in order. */
  publish(channel: string, message: unknown): void
  /** Calls `receive` with each message of other processes. */
  subscribe(channel: string, receive: (message: unknown) => void): void
  /** Adds to a shared counter, which expires `windowMs` after its first add. Undefined if the bus cannot be reached. */
  add(key: string, by: number, windowMs: number): Promise<Counted | undefined>
  /** True for the first process that claims a key, until the claim expires or is released. Undefined if the bus cannot be reached. */
  claim(key: string, forMs: number): Promise<boolean | undefined>
  /** Releases a claim of this process. */
  release(key: string): void
  /** Whether other processes can exist. */
  readonly shared: boolean
  /** Whether the other processes can be reached now. Messages may have been lost while this was false. */
  isUp(): boolean
  onUpChanged(listener: (up: boolean) => void): void
  close(): Promise<void>
}

/** The total of a counter after an add, and the milliseconds until it expires. */
export type Counted = { readonly total: number; readonly endsInMs: number }

/** The bus of a single process: messages reach nobody, and counters and claims are stored in its memory. */
export function busInMemory(): Bus {
  const memory = openBusMemory()
  return {
    publish: () => undefined,
    subscribe: () => undefined,
    add: async (key, by, windowMs) => memory.add(key, by, windowMs),
    claim: async (key, forMs) => memory.claim(key, forMs, 'own'),
    release: (key) => memory.release(key, 'own'),
    shared: false,
    isUp: () => true,
    onUpChanged: () => undefined,
    close: async () => undefined,
  }
}

const keysMaxDefault = 500_000

/** Counters and claims in the memory of one process. When the memory is full, the oldest counter is removed and claims are refused. */
export function openBusMemory({ keysMax = keysMaxDefault, now = monotonicMs } = {}) {
  const counters = new Map<string, { total: number; readonly endsAtMs: number }>()
  const claims = new Map<string, { readonly owner: unknown; readonly endsAtMs: number }>()

  function removeExpiredClaims(): void {
    const nowMs = now()
    for (const [key, { endsAtMs }] of claims) if (endsAtMs <= nowMs) claims.delete(key)
  }

  return {
    add(key: string, by: number, windowMs: number): Counted {
      const nowMs = now()
      let counter = counters.get(key)
      if (!counter || counter.endsAtMs <= nowMs) {
        counters.delete(key)
        if (counters.size >= keysMax) for (const oldest of counters.keys()) if (counters.delete(oldest)) break
        counter = { total: 0, endsAtMs: nowMs + windowMs }
        counters.set(key, counter)
      }
      counter.total += by
      return { total: counter.total, endsInMs: counter.endsAtMs - nowMs }
    },
    claim(key: string, forMs: number, owner: unknown): boolean {
      const nowMs = now()
      const claimed = claims.get(key)
      if (claimed && claimed.endsAtMs > nowMs) return false
      if (claims.size >= keysMax) removeExpiredClaims()
      if (claims.size >= keysMax) return false
      claims.set(key, { owner, endsAtMs: nowMs + forMs })
      return true
    },
    release(key: string, owner: unknown): void {
      if (claims.get(key)?.owner === owner) claims.delete(key)
    },
  }
}

/** The receivers of messages by channel. */
export function openReceivers() {
  const byChannel = new Map<string, ((message: unknown) => void)[]>()
  return {
    add(channel: string, receive: (message: unknown) => void): void {
      byChannel.set(channel, [...(byChannel.get(channel) ?? []), receive])
    },
    receive(channel: string, message: unknown): void {
      for (const receive of byChannel.get(channel) ?? []) receive(message)
    },
  }
}

/** Whether the bus is up, with listeners for changes. */
export function openLine(initially: boolean) {
  const listeners: ((up: boolean) => void)[] = []
  let up = initially
  return {
    isUp: () => up,
    onUpChanged: (listener: (up: boolean) => void): void => void listeners.push(listener),
    set(next: boolean): void {
      if (up === next) return
      up = next
      for (const listener of listeners) listener(up)
    },
  }
}
