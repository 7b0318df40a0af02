import { execFileSync, fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type {
  Changed,
  ClientCommand,
  Commit,
  Memory,
  Received,
  ServerCommand,
  ServerReady,
} from './support/live/protocol.ts'

/**
 * `npm run bench live [-- --quick]`: 5,000 sockets, each subscribed to 30 of 300 matches, with 200 price changes per second, on the
 * real server and on bare `ws` sending the same bytes, in one run. Prints messages delivered per second and processor time per
 * message beside bare `ws`, the time from commit to receipt on the paced and on the urgent lane, and memory per socket.
 * `--quick` uses 500 sockets and five seconds; `--batch` requests several messages per frame from the real server.
 */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    batch: { type: 'boolean', default: false },
    sockets: { type: 'string' },
    seconds: { type: 'string' },
  },
})
const sockets = Number(values.sockets ?? (values.quick ? 500 : 5000))
const seconds = Number(values.seconds ?? (values.quick ? 5 : 20))
const matches = 300
const topicsPerSocket = 30
const changesPerSecond = 200
const clientProcesses = 2
/** Files of a server process beside its sockets: database connections, logs, libraries. */
const otherFiles = 300
const settleMs = 3000

type Percentiles = { readonly p50: number; readonly p99: number }
type Run = {
  readonly delivered: number
  readonly frames: number
  readonly bytes: number
  readonly cpuMicros: number
  readonly paced: Percentiles
  readonly urgent: Percentiles
  readonly rssPerSocket: number
  readonly heapPerSocket: number
}

checkFileLimit()
const dataDir = await mkdtemp(join(tmpdir(), 'nare-live-'))
try {
  console.log(
    `${sockets} sockets, each on ${topicsPerSocket} of ${matches} matches, ${changesPerSecond} changes per second for ${seconds} s`,
  )
  const bare = await measure('bare ws', 'bare.ts', [String(matches)])
  const nare = await measure('Nare', 'nare.ts', [dataDir, String(matches)])
  print(nare, bare)
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

/** Both ends of every socket are on this machine, each process has its own limit. */
function checkFileLimit(): void {
  if (process.platform === 'win32') return
  const limit = execFileSync('/bin/sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim()
  const needed = sockets + otherFiles
  if (limit === 'unlimited' || Number(limit) >= needed) return
  console.error(
    `${sockets} sockets need ${needed} open files per process, and the limit is ${limit}: run "ulimit -n ${needed}" first, or use --quick`,
  )
  process.exit(1)
}

/** Connects all clients to a new server process, applies the changes, and stops both. */
async function measure(name: string, file: string, args: readonly string[]): Promise<Run> {
  const server = start(file, args, ['--expose-gc'])
  const ready = await reply<ServerReady>(server)
  const clients = Array.from({ length: clientProcesses }, () => start('clients.ts', [], []))
  const share = Math.ceil(sockets / clientProcesses)
  // What the first sockets load and compile is not memory of a socket.
  const warmUp = Math.ceil(share / 10)
  const { port, paced, urgent } = ready
  const connectRange = (from: number, to: number) =>
    Promise.all(
      clients.map((client, n) => {
        const part = { first: n * share + from, sockets: Math.min(to, sockets - n * share) - from }
        return ask(client, { do: 'connect', port, paced, urgent, topicsPerSocket, batch: values.batch, ...part })
      }),
    )
  await connectRange(0, warmUp)
  await pause(settleMs)
  const before = await command<Memory>(server, { do: 'memory' })
  const startedAt = performance.now()
  await connectRange(warmUp, share)
  const added = sockets - warmUp * clientProcesses
  console.log(`${name}: ${added} more sockets connected in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  await pause(settleMs)
  const after = await command<Memory>(server, { do: 'memory' })
  await Promise.all(clients.map((client) => ask(client, { do: 'count' })))
  const changed = await command<Changed>(server, { do: 'change', changesPerSecond, seconds })
  await pause(settleMs)
  const received = await Promise.all(clients.map((client) => ask<Received>(client, { do: 'report' })))
  for (const client of clients) client.send({ do: 'stop' } satisfies ClientCommand)
  const stopped = once(server, 'exit')
  server.send({ do: 'stop' } satisfies ServerCommand)
  await stopped
  return summary({ ready, changed, received, before, after, added })
}

type Measured = {
  ready: ServerReady
  changed: Changed
  received: readonly Received[]
  before: Memory
  after: Memory
  added: number
}

function summary({ ready, changed, received, before, after, added }: Measured): Run {
  const sum = (of: (one: Received) => number) => received.reduce((total, one) => total + of(one), 0)
  const messages = sum((one) => one.messages)
  const urgentTopics = new Set(ready.urgent)
  return {
    delivered: messages / changed.seconds,
    frames: sum((one) => one.frames) / changed.seconds,
    bytes: sum((one) => one.bytes) / changed.seconds,
    cpuMicros: (changed.cpuSeconds * 1e6) / messages,
    paced: delays(changed.commits, received, (topic) => !urgentTopics.has(topic)),
    urgent: delays(changed.commits, received, (topic) => urgentTopics.has(topic)),
    rssPerSocket: (after.rss - before.rss) / added,
    heapPerSocket: (after.heap - before.heap) / added,
  }
}

/** Milliseconds from the commit of a version to its receipt, over the sampled sockets. */
function delays(
  commits: readonly Commit[],
  received: readonly Received[],
  isOfLane: (topic: string) => boolean,
): Percentiles {
  const committedAt = new Map(commits.map(({ topic, version, at }) => [`${topic} ${version}`, at]))
  const ms = received.flatMap(({ receipts }) =>
    receipts.flatMap(({ topic, version, at }) => {
      const from = isOfLane(topic) ? committedAt.get(`${topic} ${version}`) : undefined
      return from === undefined ? [] : [Math.max(0, (at - from) / 1e6)]
    }),
  )
  const sorted = Float64Array.from(ms).sort()
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}

function print(nare: Run, bare: Run): void {
  const row = (name: string, ours: string, theirs: string, aim = '', good = true) =>
    console.log(`${good ? 'ok  ' : 'OVER'} ${name.padEnd(34)} ${ours.padStart(14)} ${theirs.padStart(14)}   ${aim}`)
  const count = (value: number) => Math.round(value).toLocaleString('en')
  const ms = ({ p50, p99 }: Percentiles) => `${p50.toFixed(0)} / ${p99.toFixed(0)} ms`
  const kb = (value: number) => `${(value / 1024).toFixed(1)} KB`
  const ratio = nare.delivered / bare.delivered
  console.log(`     ${''.padEnd(34)} ${'Nare'.padStart(14)} ${'bare ws'.padStart(14)}`)
  row(
    'messages delivered per second',
    count(nare.delivered),
    count(bare.delivered),
    `${ratio.toFixed(2)} of bare ws, aim 0.7`,
    ratio >= 0.7,
  )
  row('frames per second', count(nare.frames), count(bare.frames))
  row('payload per second', kb(nare.bytes), kb(bare.bytes))
  row('server processor time per message', `${nare.cpuMicros.toFixed(1)} µs`, `${bare.cpuMicros.toFixed(1)} µs`)
  row('paced: commit to receipt p50 / p99', ms(nare.paced), ms(bare.paced), 'aim p99 350 ms', nare.paced.p99 <= 350)
  row('urgent: commit to receipt p50 / p99', ms(nare.urgent), ms(bare.urgent), 'aim p99 100 ms', nare.urgent.p99 <= 100)
  row(
    'memory per socket (resident)',
    kb(nare.rssPerSocket),
    kb(bare.rssPerSocket),
    'aim 20 KB',
    nare.rssPerSocket <= 20 * 1024,
  )
  row('memory per socket (heap)', kb(nare.heapPerSocket), kb(bare.heapPerSocket))
}

function start(file: string, args: readonly string[], execArgv: readonly string[]): ChildProcess {
  const child = fork(join(import.meta.dirname, 'support', 'live', file), [...args], {
    execArgv: [...execArgv],
    serialization: 'advanced',
  })
  child.on('exit', (code) => {
    if (code === 0 || code === null) return
    console.error(`${file} ended with ${code}`)
    process.exit(1)
  })
  return child
}

async function reply<T>(child: ChildProcess): Promise<T> {
  const [message] = (await once(child, 'message')) as [T]
  return message
}

function command<T>(child: ChildProcess, message: ServerCommand): Promise<T> {
  const answer = reply<T>(child)
  child.send(message)
  return answer
}

function ask<T>(child: ChildProcess, message: ClientCommand): Promise<T> {
  const answer = reply<T>(child)
  child.send(message)
  return answer
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
