import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Changed, ClientCommand, Commit, Memory, Received, ServerCommand, ServerReady } from './protocol.ts'

const clientProcesses = 2
const settleMs = 3000

export type Percentiles = { readonly p50: number; readonly p99: number }
export type LiveRun = {
  readonly delivered: number
  readonly frames: number
  readonly bytes: number
  /** Processor time of the server for each message, including the changes. */
  readonly cpuMicros: number
  readonly cpuSeconds: number
  readonly messages: number
  readonly connectMs: number
  readonly paced: Percentiles
  readonly urgent: Percentiles
  readonly rssPerSocket: number
  readonly heapPerSocket: number
}
export type LiveRunOf = {
  readonly name: string
  /** The server under test, a file of this folder, and its arguments. */
  readonly file: string
  readonly args: readonly string[]
  readonly sockets: number
  readonly seconds: number
  readonly topicsPerSocket: number
  readonly changesPerSecond: number
  readonly batch: boolean
  /** Runs the changes between measurements of the caller. */
  readonly around?: (work: () => Promise<void>) => Promise<void>
}

/** Connects all clients to a new server process, applies the changes, and stops both. */
export async function measureLive(of: LiveRunOf): Promise<LiveRun> {
  const { name, file, args, sockets, seconds, topicsPerSocket, changesPerSecond, batch, around } = of
  const server = start(file, args, ['--expose-gc'])
  const ready = await reply<ServerReady>(server)
  const clients = Array.from({ length: clientProcesses }, () => start('clients.ts', [], []))
  const share = Math.ceil(sockets / clientProcesses)
  // The first sockets load and compile code, which must not count as memory of a socket.
  const warmUp = Math.ceil(share / 10)
  const { port, paced, urgent } = ready
  const connectRange = (from: number, to: number) =>
    Promise.all(
      clients.map((client, n) => {
        const part = { first: n * share + from, sockets: Math.min(to, sockets - n * share) - from }
        return ask(client, { do: 'connect', port, paced, urgent, topicsPerSocket, batch, ...part })
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
  let changed: Changed | undefined
  await (around ?? ((work) => work()))(async () => {
    changed = await command<Changed>(server, { do: 'change', changesPerSecond, seconds })
  })
  if (!changed) throw new Error('no price was changed')
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

function summary({ ready, changed, received, before, after, added }: Measured): LiveRun {
  const sum = (countOf: (client: Received) => number) => received.reduce((total, client) => total + countOf(client), 0)
  const messages = sum((client) => client.messages)
  const urgentTopics = new Set(ready.urgent)
  return {
    delivered: messages / changed.seconds,
    frames: sum((client) => client.frames) / changed.seconds,
    bytes: sum((client) => client.bytes) / changed.seconds,
    cpuMicros: (changed.cpuSeconds * 1e6) / messages,
    cpuSeconds: changed.cpuSeconds,
    messages,
    connectMs: ((after.cpuSeconds - before.cpuSeconds) * 1000) / added,
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

function start(file: string, args: readonly string[], execArgv: readonly string[]): ChildProcess {
  const child = fork(join(import.meta.dirname, file), [...args], {
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
