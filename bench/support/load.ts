import { connect, type Socket } from 'node:net'

/** What a run of load came to: answers by status, and how long they took in milliseconds, all of them and those below 300. */
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
  /** The next request as bytes, undefined where there is none left; a connection sends it when its last has been answered. */
  readonly next: () => string | undefined
}

/**
 * Sends HTTP/1.1 requests over kept-alive sockets, one at a time on each, and measures the answers. Hand-made because it
 * shares the machine's two cores with what it measures: a full client would cost more than the server.
 */
export async function load({ url, connections, seconds, next }: Load): Promise<LoadResult> {
  const took: number[] = []
  const accepted: number[] = []
  const byStatus = new Map<number, number>()
  const until = performance.now() + seconds * 1000
  const started = performance.now()
  await Promise.all(Array.from({ length: connections }, () => drive({ url, next, until, took, accepted, byStatus })))
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
  until: number
  took: number[]
  accepted: number[]
  byStatus: Map<number, number>
}

function drive({ url, next, until, took, accepted, byStatus }: Driving): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true })
    let sentAt = 0
    let waiting: Buffer = Buffer.alloc(0)
    const send = () => {
      const request = performance.now() < until ? next() : undefined
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
      send()
    })
  })
}

/** A POST with a JSON body as it goes over the wire; `address` is whom a trusted proxy would name. */
export function post(path: string, body: unknown, token?: string, address?: string): string {
  const text = JSON.stringify(body)
  const auth = token ? `authorization: Bearer ${token}\r\n` : ''
  const from = address ? `x-forwarded-for: ${address}\r\n` : ''
  return `POST ${path} HTTP/1.1\r\nhost: bench\r\naccept: */*\r\ncontent-type: application/json\r\n${auth}${from}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}
