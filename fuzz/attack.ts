import { Agent, request as open } from 'node:http'
import { seededRandom } from './random.ts'
import { fuzzRequest, operationsOf, type FuzzRequest, type Document, type World } from './requests.ts'

export type Failure = { readonly request: FuzzRequest; readonly reason: string }

export type FuzzRun = {
  /** Number of responses by status. */
  readonly statuses: ReadonlyMap<number, number>
  readonly operations: number
  readonly requests: number
  readonly failed: readonly Failure[]
  /** Growth of heap and open resources from the end of the warm-up to the end of the run. */
  readonly growth: { readonly heapBytes: number; readonly resources: number }
}

type Attack = {
  readonly url: URL
  readonly world: World
  readonly seed: number
  /** Requests to each operation. */
  readonly count: number
  readonly concurrency?: number
  /** Called on each failure. */
  readonly onFailed?: (failed: Failure) => void
}

const timeoutMs = 20_000
const failuresMax = 200
const warmUpShare = 0.1

/**
 * Sends `count` fuzzed requests to every operation of /openapi.json. A failure is a status of 500 or above except 503, no
 * response within twenty seconds, a broken connection, or an error response without the standard fields. The same seed on a
 * fresh server gives the same requests.
 */
export async function attack({ url, world, seed, count, concurrency = 16, onFailed }: Attack): Promise<FuzzRun> {
  const document = (await (await fetch(new URL('/openapi.json', url))).json()) as Document
  const operations = operationsOf(document)
  const random = seededRandom(seed)
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  const statuses = new Map<number, number>()
  const failed: Failure[] = []
  const total = operations.length * count
  let sent = 0

  async function sendUntil(total: number): Promise<void> {
    while (sent < total && failed.length < failuresMax) {
      const operation = operations[sent++ % operations.length]
      if (!operation) return
      const request = fuzzRequest(operation, world, random)
      const response = await send(agent, url, request)
      const reason = faultOf(response)
      if (response.status > 0) statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      if (reason === undefined) continue
      failed.push({ request, reason })
      onFailed?.({ request, reason })
    }
  }
  const sendAll = (upTo: number) => Promise.all(Array.from({ length: concurrency }, () => sendUntil(upTo)))

  await sendAll(Math.floor(total * warmUpShare))
  const before = await usageOf(url)
  await sendAll(total)
  agent.destroy()
  const after = await usageOf(url)
  const growth = { heapBytes: after.heapBytes - before.heapBytes, resources: after.resources - before.resources }
  return { statuses, operations: operations.length, requests: sent, failed, growth }
}

type FuzzResponse = { readonly status: number; readonly body: string; readonly type: string; readonly fault?: string }
type Usage = { readonly heapBytes: number; readonly resources: number }

function send(agent: Agent, base: URL, { method, url, headers, body }: FuzzRequest): Promise<FuzzResponse> {
  return new Promise((resolve) => {
    const fail = (fault: string) => resolve({ status: 0, body: '', type: '', fault })
    const bytes = body === undefined ? undefined : Buffer.from(body)
    const request = open(
      {
        agent,
        host: base.hostname,
        port: base.port,
        method,
        path: url,
        headers: { ...headers, ...(bytes && { 'content-length': bytes.length }) },
        timeout: timeoutMs,
      },
      (reply) => {
        let text = ''
        reply.setEncoding('utf8')
        reply.on('data', (part: string) => (text += part))
        reply.on('end', () =>
          resolve({ status: reply.statusCode ?? 0, body: text, type: reply.headers['content-type'] ?? '' }),
        )
        reply.on('error', (error) => fail(error.message))
      },
    )
    request.on('timeout', () => request.destroy(new Error('no response within twenty seconds')))
    request.on('error', (error) => fail(error.message))
    request.end(bytes)
  })
}

function faultOf({ status, body, type, fault }: FuzzResponse): string | undefined {
  if (fault !== undefined) return fault
  if (status >= 500 && status !== 503) return `status ${status}: ${body.slice(0, 200)}`
  if (status < 400) return undefined
  return hasErrorFields(type, body)
    ? undefined
    : `status ${status} without the standard error fields: ${body.slice(0, 200)}`
}

function hasErrorFields(type: string, body: string): boolean {
  if (!type.startsWith('application/json')) return false
  try {
    const { code, message, ref }: Record<string, unknown> = JSON.parse(body)
    return typeof code === 'string' && typeof message === 'string' && typeof ref === 'string'
  } catch {
    return false
  }
}

const samples = 8
const sampleEveryMs = 250

/** Heap and open resources of the server: the minimum of several samples, to exclude uncollected garbage. */
async function usageOf(url: URL): Promise<Usage> {
  const usages: Usage[] = []
  for (let sample = 0; sample < samples; sample++) {
    const text = await (await fetch(new URL('/metrics', url))).text()
    const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
    usages.push({ heapBytes: value('nodejs_heap_size_used_bytes'), resources: value('nodejs_active_resources_total') })
    await new Promise((resolve) => setTimeout(resolve, sampleEveryMs))
  }
  return {
    heapBytes: Math.min(...usages.map(({ heapBytes }) => heapBytes)),
    resources: Math.min(...usages.map(({ resources }) => resources)),
  }
}

/** The curl command that repeats a request. */
export function curlOf(base: URL, { method, url, headers, body }: FuzzRequest): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
  const headerArgs = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  const data = body === undefined ? [] : [`--data-binary ${quoted(body)}`]
  return ['curl', '-g', '-X', method, quoted(`${base.origin}${url}`), ...headerArgs, ...data].join(' ')
}
