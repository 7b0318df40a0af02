import { machine } from './machine.ts'
import type { CallName, Dialect, Facts, Meaning, WalletReply, WalletRequest } from './wallets/dialect.ts'
import { unknown } from './wallets/dialect.ts'

/**
 * The simulated faults between a provider and a wallet: the response is lost, the call arrives twice at the same time, it arrives after the
 * next call, its amount is invalid, or its response arrives too late, while the next call is in progress.
 */
export const faults = ['lost_answer', 'doubled', 'out_of_order', 'malformed', 'late'] as const
export type Fault = (typeof faults)[number]
export type Order = { readonly fault: Fault; readonly provider?: string; readonly call?: CallName; left: number }

const answerMsMax = 4000
const replyCharsMax = 64 * 1024
const ordersMax = 100
const delayedMax = 200

/** The calls that move money; only they get planned faults. */
const moving: ReadonlySet<CallName> = new Set(['bet', 'win', 'rollback', 'play'])

/** Sends calls to the wallet at `url`, with the planned faults. */
export function openWire(url: string) {
  const orders: Order[] = []
  const underWay = new Set<Promise<unknown>>()
  /** Delayed calls, which arrive after the next call. */
  const delayed: (() => Promise<unknown>)[] = []

  async function deliver({ path, headers, body }: WalletRequest): Promise<WalletReply | undefined> {
    try {
      const signal = AbortSignal.timeout(answerMsMax)
      const reply = await fetch(new URL(path, url), { method: 'POST', headers, body, signal })
      const text = await reply.text()
      if (text.length > replyCharsMax) return undefined
      return { status: reply.status, header: (name) => reply.headers.get(name), text }
    } catch {
      return undefined
    }
  }

  function follow<T>(work: Promise<T>): Promise<T> {
    const followed = work.finally(() => underWay.delete(followed))
    underWay.add(followed)
    return followed
  }

  function faultOf(provider: string, call: CallName): Fault | undefined {
    if (!moving.has(call)) return undefined
    const at = orders.findIndex(
      (order) => (order.provider ?? provider) === provider && (order.call ?? call) === call && order.left > 0,
    )
    const order = orders[at]
    if (!order) return undefined
    if (--order.left === 0) orders.splice(at, 1)
    return order.fault
  }

  /** Sends the delayed calls in order, after the call that followed them. */
  async function release(): Promise<void> {
    for (const send of delayed.splice(0)) await send()
  }

  return {
    order(order: Omit<Order, 'left'>, next: number): void {
      if (orders.length >= ordersMax) orders.shift()
      orders.push({ ...order, left: next })
    },
    /** The planned faults that have not happened yet. */
    ordered: (): number => orders.reduce((sum, order) => sum + order.left, 0),

    /** Sends a call and returns the meaning of its response; `unknown` without a response. */
    async ask(dialect: Dialect, call: CallName, facts: Facts): Promise<Meaning> {
      const fault = faultOf(dialect.provider, call)
      const request = dialect.request(call, fault === 'malformed' ? { ...facts, broken: true } : facts)
      if (fault === 'out_of_order' && delayed.length < delayedMax) {
        delayed.push(() => deliver(request))
        return unknown
      }
      const sent = follow(deliver(request))
      if (fault === 'late') return unknown
      if (fault === 'doubled') void follow(deliver(request))
      const reply = await sent
      if (delayed.length > 0) await follow(release())
      if (reply === undefined || fault === 'lost_answer' || fault === 'malformed') return unknown
      return dialect.read(call, facts, reply)
    },

    /** Sends the delayed calls and waits until no call is in progress. */
    async quiet(): Promise<void> {
      await release()
      while (underWay.size > 0) await Promise.allSettled(underWay)
    },
  }
}

export type Wire = ReturnType<typeof openWire>

/** Waits `ms` milliseconds, without keeping the process alive. */
export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms + machine.below(10)).unref())
