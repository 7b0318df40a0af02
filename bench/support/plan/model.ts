import type { CostName, Costs } from '../costs/costs.ts'
import type { Demand, Flow } from './demand.ts'
import { waitMs } from './queue.ts'

/** The assumptions of the model in addition to the measured costs; docs/scale.md gives the reasons. */
export type Assumptions = {
  /** The maximum planned utilisation of a processor. */
  readonly utilisation: number
  /** The load of the busiest seconds of a minute, as a multiple of its mean. */
  readonly burst: number
  /** The part of bets that is placed in full batches; the rest have the cost of bets on a quiet server. */
  readonly fullBatches: number
  /** The part of work that PostgreSQL's processors cannot do in parallel (Amdahl's law, Gunther's sigma). */
  readonly serial: number
  /** Messages per second for each socket, as a part of all price changes. */
  readonly watched: number
  readonly waitMsMax: { readonly web: number; readonly database: number }
  readonly socketsMax: number
}

export const assumed: Assumptions = {
  utilisation: 0.6,
  burst: 1.5,
  fullBatches: 0.7,
  serial: 0.01,
  watched: 0.1,
  waitMsMax: { web: 100, database: 50 },
  socketsMax: 15_000,
}

export type Planned = {
  readonly demand: Demand
  /** Busy cores: Node by role, PostgreSQL by reads of pages and the rest. */
  readonly busy: {
    readonly web: number
    readonly feed: number
    readonly jobs: number
    readonly reads: number
    readonly writes: number
  }
  readonly processes: { readonly web: number; readonly feed: number; readonly rounds: number; readonly jobs: number }
  readonly databaseCores: number
  /** The 99th percentile of the wait for a process and for a core of the database, in milliseconds. */
  readonly wait: { readonly web: number; readonly database: number }
  readonly walBytes: number
  readonly commits: number
  readonly messages: number
  readonly memoryBytes: number
}

const coresMax = 4096

/** The cost of each flow, and whether it consists of reads that a replica can answer. */
const costOfFlow: Partial<Record<Flow, { readonly cost: CostName; readonly reads?: true }>> = {
  visits: { cost: 'connect' },
  pages: { cost: 'page', reads: true },
  matchPages: { cost: 'matchPage', reads: true },
  balances: { cost: 'balance' },
  cashOutQuotes: { cost: 'cashOutQuote' },
  cashOuts: { cost: 'cashOut' },
  logins: { cost: 'login' },
  deposits: { cost: 'deposit' },
  crashBets: { cost: 'crashBet' },
  leagueBets: { cost: 'leagueBet' },
  walletCalls: { cost: 'wallet' },
}

/** The processes and cores for the busiest seconds of a minute, from its demand and the measured costs. */
export function planMinute(demand: Demand, { costs, memory, idle }: Costs, given: Assumptions = assumed): Planned {
  const perSecond = (flow: Flow): number => (demand[flow] * given.burst) / 60
  const sums = { calls: 0, web: 0, reads: 0, writes: 0, wal: 0, commits: 0 }
  const add = (cost: CostName, rate: number, reads = false): void => {
    const { nodeMs, postgresMs, walBytes, commits } = costs[cost]
    sums.calls += rate
    sums.web += rate * nodeMs
    sums[reads ? 'reads' : 'writes'] += rate * postgresMs
    sums.wal += rate * walBytes
    sums.commits += rate * commits
  }
  for (const [flow, { cost, reads }] of Object.entries(costOfFlow) as [Flow, { cost: CostName; reads?: true }][])
    add(cost, perSecond(flow), reads)
  add('bet3', perSecond('bets') * given.fullBatches)
  add('bet3Quiet', perSecond('bets') * (1 - given.fullBatches))
  const messages = (demand.sockets * given.watched * demand.priceChanges) / 60
  const sending = (messages * costs.message.nodeMs) / 1000
  const web = sums.web / 1000 + sending
  const jobs = (perSecond('settledLegs') * costs.settledLeg.nodeMs) / 1000
  const feed = (perSecond('priceChanges') * costs.priceChange.nodeMs) / 1000
  const settling = {
    wal: perSecond('settledLegs') * costs.settledLeg.walBytes,
    pg: perSecond('settledLegs') * costs.settledLeg.postgresMs,
  }
  const pricing = {
    wal: perSecond('priceChanges') * costs.priceChange.walBytes,
    pg: perSecond('priceChanges') * costs.priceChange.postgresMs,
  }
  const reads = sums.reads / 1000
  const writes = (sums.writes + settling.pg + pricing.pg + idle.postgresMs) / 1000

  const onWeb = { busy: web, sending, calls: sums.calls }
  const processes = {
    web: webProcesses({ ...onWeb, sockets: demand.sockets }, given),
    feed: 1,
    rounds: 1,
    jobs: Math.max(1, Math.ceil(jobs / given.utilisation)),
  }
  const database = {
    busy: reads + writes,
    calls: sums.calls + perSecond('settledLegs') + perSecond('priceChanges') + 1,
  }
  const databaseCores = coresFor(database, given)
  const count = processes.web + processes.feed + processes.rounds + processes.jobs
  return {
    demand,
    busy: { web, feed, jobs, reads, writes },
    processes,
    databaseCores,
    wait: { web: webWait(onWeb, processes.web), database: databaseWait(database, databaseCores, given) },
    walBytes: sums.wal + settling.wal + pricing.wal,
    commits:
      sums.commits +
      perSecond('settledLegs') * costs.settledLeg.commits +
      perSecond('priceChanges') * costs.priceChange.commits,
    messages,
    memoryBytes: count * memory.node + demand.sockets * memory.socket,
  }
}

type Load = { readonly busy: number; readonly calls: number }

type WebLoad = Load & { readonly sending: number }

function webProcesses(load: WebLoad & { sockets: number }, given: Assumptions): number {
  let count = Math.max(1, Math.ceil(load.busy / given.utilisation), Math.ceil(load.sockets / given.socketsMax))
  while (webWait(load, count) > given.waitMsMax.web && count < coresMax) count++
  return count
}

/** The wait for a web process. A balancer does not know which process is free, so each has a queue; sending to sockets slows calls. */
function webWait({ busy, sending, calls }: WebLoad, count: number): number {
  if (calls === 0) return 0
  const left = 1 - sending / count
  if (left <= 0) return Infinity
  return waitMs(
    { servers: 1, arrivals: calls / count / 1000, serviceMs: ((busy - sending) * 1000) / calls / left },
    0.99,
  )
}

/** The number of cores that PostgreSQL can use at the same time, by Gunther's law of scalability without coherency. */
export function usableCores(cores: number, serial: number): number {
  return cores / (1 + serial * (cores - 1))
}

/** The minimum number of cores for a load; Infinity if no number is enough. */
export function coresFor(load: Load, given: Assumptions): number {
  // Solves usableCores(cores) = busy / utilisation for the number of cores.
  const usable = load.busy / given.utilisation
  if (usable * given.serial >= 1) return Infinity
  const least = (usable * (1 - given.serial)) / (1 - usable * given.serial)
  let cores = Math.max(1, Math.ceil(least - 1e-9))
  while (databaseWait(load, cores, given) > given.waitMsMax.database && cores < coresMax) cores++
  return cores
}

function databaseWait({ busy, calls }: Load, cores: number, { serial }: Assumptions): number {
  if (cores === Infinity) return Infinity
  // On many cores each call takes longer because of the serial part, and all cores serve one queue.
  const serviceMs = ((busy * 1000) / calls) * (cores / usableCores(cores, serial))
  return waitMs({ servers: cores, arrivals: calls / 1000, serviceMs }, 0.99)
}

/** Bytes that a day adds to the database's tables and indexes. */
export function storedInDay(day: readonly Demand[], { costs }: Costs): number {
  const total = (flow: Flow): number => day.reduce((sum, demand) => sum + demand[flow], 0)
  const flowBytes = (Object.entries(costOfFlow) as [Flow, { cost: CostName }][]).reduce(
    (sum, [flow, { cost }]) => sum + total(flow) * costs[cost].storedBytes,
    0,
  )
  const others = [
    ['bets', 'bet3'],
    ['settledLegs', 'settledLeg'],
    ['priceChanges', 'priceChange'],
  ] as const
  return others.reduce((sum, [flow, cost]) => sum + total(flow) * costs[cost].storedBytes, flowBytes)
}
