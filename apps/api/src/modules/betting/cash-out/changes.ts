import type { Bus } from '#platform/bus'

/** What has changed, after its commit. */
export type Change = {
  readonly bets?: readonly bigint[]
  readonly matches?: readonly number[]
  /** Matches on which a rule was set. */
  readonly watched?: readonly number[]
  /** Whether the announcing process checks the rules on the changed matches. */
  readonly isChecked?: boolean
}

type Notice = Omit<Change, 'bets'> & { readonly bets?: readonly string[] }
type Listener = (change: Change, from: 'here' | 'elsewhere') => unknown

const channel = 'cash-out changes'

/** Announces changes of bets and matches to the values and the rules of this process and, over the bus, of all others. */
export function openChanges(bus: Bus) {
  const listeners: Listener[] = []
  bus.subscribe(channel, (message) => {
    const { bets = [], ...rest } = message as Notice
    for (const listen of listeners) listen({ ...rest, bets: bets.map(BigInt) }, 'elsewhere')
  })
  return {
    listen: (listener: Listener): void => void listeners.push(listener),
    announce(change: Change): void {
      for (const listen of listeners) listen(change, 'here')
      bus.publish(channel, { ...change, bets: (change.bets ?? []).map(String) } satisfies Notice)
    },
    /** True for one of the processes that ask at the same time, also while the bus is down. */
    claim: async (key: string): Promise<boolean> => (await bus.claim(`${channel} ${key}`, claimMs)) !== false,
    release: (key: string): void => bus.release(`${channel} ${key}`),
  }
}

export type Changes = ReturnType<typeof openChanges>

/** A process that ends without a release blocks the others no longer than this. */
const claimMs = 30_000
