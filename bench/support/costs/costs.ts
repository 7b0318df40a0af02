import type { Usage } from './probe.ts'

/** The cost of one unit of work. Milliseconds are of one core; bytes are of tables and indexes and remain stored. */
export type Cost = {
  readonly count: number
  readonly perSecond: number
  readonly nodeMs: number
  readonly postgresMs: number
  readonly walBytes: number
  readonly fullPages: number
  readonly commits: number
  readonly storedBytes: number
}

export const costNames = [
  ...([
    'page',
    'matchPage',
    'balance',
    'bet1',
    'bet3',
    'bet10',
    'bet3Quiet',
    'betHot',
    'cashOutQuote',
    'cashOut',
  ] as const),
  ...([
    'settledLeg',
    'wallet',
    'login',
    'leagueBet',
    'deposit',
    'crashBet',
    'priceChange',
    'connect',
    'message',
  ] as const),
] as const
export type CostName = (typeof costNames)[number]

/** The file that `npm run bench costs` writes and `npm run bench plan` reads. */
export type Costs = {
  readonly measuredOn: string
  readonly machine: string
  readonly commit: string
  readonly idle: { readonly nodeMs: number; readonly postgresMs: number }
  readonly memory: {
    readonly node: number
    readonly backend: number
    readonly socket: number
    readonly socketHeap: number
  }
  /** Milliseconds of a commit that waits alone for the disk. */
  readonly flushMs: number
  readonly costs: Readonly<Record<CostName, Cost>>
  /** Bytes that a three-leg bet adds to each table, and then its settlement. */
  readonly stored: {
    readonly bet: Readonly<Record<string, { heap: number; index: number }>>
    readonly settlement: Readonly<Record<string, { heap: number; index: number }>>
  }
}

export const costsFile = new URL('../costs.json', import.meta.url)

/** The cost of one of `count` units, less the idle server's use in the same time. */
export function costOf(usage: Usage, count: number, idle: Costs['idle']): Cost {
  if (count <= 0) throw new Error('no unit of work was done')
  const perUnit = (value: number) => Math.max(0, value) / count
  const stored = [...usage.tables.values()].reduce((sum, { heap, index }) => sum + heap + index, 0)
  return {
    count,
    perSecond: count / usage.seconds,
    nodeMs: perUnit(usage.nodeMs - idle.nodeMs * usage.seconds),
    postgresMs: perUnit(usage.postgresMs - idle.postgresMs * usage.seconds),
    walBytes: perUnit(usage.walBytes),
    fullPages: perUnit(usage.fullPages),
    commits: perUnit(usage.commits),
    storedBytes: perUnit(stored),
  }
}

/** Bytes per unit by table, the largest first. Fewer than ten are omitted, as background work may have written them. */
export function bytesByTable(usage: Usage, count: number): Record<string, { heap: number; index: number }> {
  const rows = [...usage.tables].map(([name, { heap, index }]) => {
    const size = { heap: Math.round(heap / count), index: Math.round(index / count) }
    return [name, size] as const
  })
  const large = rows.filter(([, { heap, index }]) => heap + index >= 10)
  return Object.fromEntries(large.sort(([, a], [, b]) => b.heap + b.index - a.heap - a.index))
}
