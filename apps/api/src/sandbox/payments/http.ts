import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A handler's answer: a status and a body, or nothing, which closes the connection. */
export type Answered =
  | { readonly status: number; readonly body: object }
  | { readonly status: number; readonly type: string; readonly text: string }
  | 'cut'

export type Asked = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly authorization: string
  readonly headers: IncomingMessage['headers']
  readonly body: Record<string, unknown>
  /** The body as it came. */
  readonly text: string
}

const bodyCharsMax = 256 * 1024

/** A plain HTTP server on a free port of the loopback address. */
export async function serve(
  handle: (asked: Asked) => Promise<Answered>,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => void answer(request, response, handle))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  // A listening TCP server has an address with a port; Node's type allows for pipes too.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  handle: (asked: Asked) => Promise<Answered>,
): Promise<void> {
  // A request with an `Origin` comes from a page of another site in a browser on this machine, unless it is the `*` that servers send to Vodacom.
  if (request.headers.origin !== undefined && request.headers.origin !== '*') return void response.writeHead(403).end()
  try {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const answered = await handle({
      method: request.method ?? 'GET',
      path: pathname,
      query: searchParams,
      authorization: request.headers.authorization ?? '',
      headers: request.headers,
      ...(await bodyOf(request)),
    })
    if (answered === 'cut') return void response.destroy()
    const { type, text } =
      'body' in answered ? { type: 'application/json', text: JSON.stringify(answered.body) } : answered
    response.writeHead(answered.status, { 'content-type': type })
    response.end(text)
  } catch {
    response.writeHead(500).end()
  }
}

async function bodyOf(request: IncomingMessage): Promise<Pick<Asked, 'body' | 'text'>> {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > bodyCharsMax) throw new Error('too long')
  }
  return { text, body: fieldsOf(text, request.headers['content-type'] ?? '') }
}

function fieldsOf(text: string, type: string): Record<string, unknown> {
  if (type.includes('urlencoded')) return Object.fromEntries(new URLSearchParams(text))
  if (type.includes('xml')) return {}
  const read: unknown = text === '' ? {} : JSON.parse(text)
  return typeof read === 'object' && read !== null ? { ...read } : {}
}

const deliverMs = 10_000
const deliveries = new Set<Promise<unknown>>()

/** Runs work after the current answer; `delivered` waits for it. */
export function afterwards(work: () => Promise<unknown>): void {
  const run = new Promise<void>((resolve) => setImmediate(resolve)).then(work).finally(() => deliveries.delete(run))
  deliveries.add(run)
}

/** Waits until no callback is in delivery. */
export async function delivered(): Promise<void> {
  while (deliveries.size > 0) await Promise.all(deliveries)
}

/** Delivers a callback once, as the providers do: there is no retry. */
export async function deliver(url: string, body: object): Promise<boolean> {
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(deliverMs),
    })
    await reply.arrayBuffer()
    return reply.ok
  } catch {
    return false
  }
}

/** A field of a body as text, empty if it is none. */
export function textIn(body: Record<string, unknown>, field: string): string {
  const value = body[field]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
