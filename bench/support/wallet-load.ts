import { spawn } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** Calls of BGaming at a fixed rate, or as fast as they are answered if `rate` is 0. */
export type WalletRun = {
  readonly url: string
  readonly bettors: readonly string[]
  readonly rate: number
  readonly seconds: number
  readonly connections: number
}

/** Latencies in milliseconds from the time at which a call was due, including the wait for a connection. */
export type WalletResult = {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly maxMs: number
  readonly statuses: string
  /** Processor time of the load's process, in milliseconds per call. */
  readonly loadMsEach: number
}

/** Plays rounds of one bet and one win from a separate process, which uses no time of the server's event loop. */
export function runWallet(run: WalletRun): Promise<WalletResult> {
  return new Promise((resolve, reject) => {
    const child = spawn('node', [import.meta.filename, 'load'], { stdio: ['pipe', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (data: Buffer) => (output += data.toString()))
    child.on('exit', (code) =>
      code === 0
        ? resolve(JSON.parse(output) as WalletResult)
        : reject(new Error(`the load's process exited with ${code}`)),
    )
    child.stdin.end(JSON.stringify(run))
  })
}

type Call = { readonly text: string; readonly dueAt: number; readonly answered: (ok: boolean) => void }

const token = 'sandbox-bgaming'
const tickMs = 2

function request(body: object): string {
  const text = JSON.stringify(body)
  const signed = createHmac('sha256', token).update(text).digest('hex')
  return `POST /wallet/bgaming/play HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\nx-request-sign: ${signed}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}

/** Returns the next call: alternately the win of a round with a bet, and a bet of the next bettor. */
function openCalls(bettors: readonly string[]) {
  const betting = [...bettors]
  const winning: { bettor: string; round: string }[] = []
  let turn = 0
  return (dueAt: number): Call | undefined => {
    const won = turn++ % 2 === 1 ? winning.shift() : undefined
    const bettor = won?.bettor ?? betting.shift()
    if (bettor === undefined) return undefined
    const round = won?.round ?? randomUUID()
    const amount = won ? turn % 300 : 100
    const actions = [{ action: won ? 'win' : 'bet', action_id: randomUUID(), amount }]
    const body = {
      user_id: bettor,
      currency: 'KES',
      game: 'coin-duel',
      game_id: round,
      finished: won !== undefined,
      actions,
    }
    return {
      text: request(body),
      dueAt,
      answered(ok) {
        if (!won && ok) winning.push({ bettor, round })
        else betting.push(bettor)
      },
    }
  }
}

if (process.argv[1] === import.meta.filename && process.argv[2] === 'load') await loadProcess()

async function loadProcess(): Promise<void> {
  let text = ''
  for await (const data of process.stdin) text += String(data)
  const { url, bettors, rate, seconds, connections } = JSON.parse(text) as WalletRun
  const next = openCalls(bettors)
  const took: number[] = []
  const statuses = new Map<number, number>()
  const started = performance.now()
  const cpu = process.cpuUsage()
  const until = started + seconds * 1000
  const waiting: Call[] = []
  const take = (): Call | undefined =>
    waiting.shift() ?? (rate === 0 && performance.now() < until ? next(performance.now()) : undefined)
  const lines = Array.from({ length: connections }, () => openLine(new URL(url), { take, took, statuses }))
  for (let due = 0; performance.now() < until;) {
    const now = performance.now()
    for (const all = Math.floor(((now - started) / 1000) * rate); due < all; due++) {
      const call = next(started + (due / rate) * 1000)
      if (call) waiting.push(call)
    }
    for (const line of lines) line.wake()
    await wait(tickMs)
  }
  await Promise.all(lines.map((line) => line.end()))
  const { user, system } = process.cpuUsage(cpu)
  const sorted = Float64Array.from(took).sort()
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  const result: WalletResult = {
    perSecond: (statuses.get(200) ?? 0) / ((performance.now() - started) / 1000),
    p50: at(0.5),
    p99: at(0.99),
    maxMs: sorted.at(-1) ?? 0,
    statuses: JSON.stringify([...statuses]),
    loadMsEach: (user + system) / 1000 / Math.max(1, took.length),
  }
  process.stdout.write(JSON.stringify(result))
}

type Lines = { take: () => Call | undefined; took: number[]; statuses: Map<number, number> }

/** A keep-alive connection that sends one call at a time. */
function openLine(url: URL, { take, took, statuses }: Lines) {
  const socket: Socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true })
  let current: Call | undefined
  let received = ''
  const idle: (() => void)[] = []
  const wake = (): void => {
    if (current || socket.connecting) return
    current = take()
    if (current) socket.write(current.text)
    else for (const done of idle.splice(0)) done()
  }
  socket.on('connect', wake)
  socket.on('data', (data: Buffer) => {
    received += data.toString('latin1')
    const head = received.indexOf('\r\n\r\n')
    const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0)
    if (head < 0 || received.length < head + 4 + length || !current) return
    const status = Number(received.slice(9, 12))
    received = ''
    took.push(performance.now() - current.dueAt)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    current.answered(status === 200)
    current = undefined
    wake()
  })
  return {
    wake,
    async end(): Promise<void> {
      if (current) await new Promise<void>((resolve) => idle.push(resolve))
      socket.end()
    },
  }
}
