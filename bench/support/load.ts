import { connect, type Socket } from 'node:net'

/** The result of a load run: answers by status, and latencies in milliseconds, of all answers and of those with a status below 300. */
export type LoadResult = {
  seconds: number
  byStatus: Map<number, number>
  p50: number
  p99: number
  most: number
  acceptedP99: number
}

export type Load = {
  readonly url: URL
  readonly connections: number
  readonly seconds: number
  /** Returns the next request, undefined at the end. A connection sends it after the answer to its previous request. */
  readonly next: () => string | undefined
  /** Receives each answer's status with its request. */
  readonly onAnswer?: ((status: number, request: string) => void) | undefined
}

/**
 * Sends HTTP/1.1 requests over keep-alive sockets, one at a time on each, and measures the latency. It is hand-written because it shares
 * the machine with the server, and a full client would use more processor time than the server.
 */
export async function load({ url, connections, seconds, next, onAnswer }: Load): Promise<LoadResult> {
  const took: number[] = []
  const accepted: number[] = []
  const byStatus = new Map<number, number>()
  const until = performance.now() + seconds * 1000
  const started = performance.now()
  await Promise.all(
    Array.from({ length: connections }, () => drive({ url, next, onAnswer, until, took, accepted, byStatus })),
  )
  const sorted = Float64Array.from(took).sort()
  const sortedAccepted = Float64Array.from(accepted).sort()
  const at = (part: number, of = sorted) => of[Math.min(of.length - 1, Math.floor(of.length * part))] ?? 0
  return {
    seconds: (performance.now() - started) / 1000,
    byStatus,
    p50: at(0.5),
    p99: at(0.99),
    most: sorted.at(-1) ?? 0,
    acceptedP99: at(0.99, sortedAccepted),
  }
}

type Driving = {
  url: URL
  next: () => string | undefined
  onAnswer: Load['onAnswer']
  until: number
  took: number[]
  accepted: number[]
  byStatus: Map<number, number>
}

function drive({ url, next, onAnswer, until, took, accepted, byStatus }: Driving): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true })
    let sentAt = 0
    let request: string | undefined
    let waiting: Buffer = Buffer.alloc(0)
    const send = () => {
      request = performance.now() < until ? next() : undefined
      if (request === undefined) return socket.end()
      sentAt = performance.now()
      socket.write(request)
    }
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('close', () => resolve())
    socket.on('data', (data: Buffer) => {
      waiting = waiting.length === 0 ? data : Buffer.concat([waiting, data])
      const head = waiting.indexOf('\r\n\r\n')
      if (head < 0) return
      const text = waiting.toString('latin1', 0, head)
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
      if (waiting.length < head + 4 + length) return
      waiting = Buffer.alloc(0)
      took.push(performance.now() - sentAt)
      const status = Number(text.slice(9, 12))
      if (status < 300) accepted.push(performance.now() - sentAt)
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
      if (request !== undefined) onAnswer?.(status, request)
      send()
    })
  })
}

/** A POST request with a JSON body; `address` is the client address that a trusted proxy forwards. */
export function post(path: string, body: unknown, token?: string, address?: string): string {
  const text = JSON.stringify(body)
  const auth = token ? `authorization: Bearer ${token}\r\n` : ''
  const from = address ? `x-forwarded-for: ${address}\r\n` : ''
  return `POST ${path} HTTP/1.1\r\nhost: bench\r\naccept: */*\r\ncontent-type: application/json\r\n${auth}${from}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}
