import { Agent, request as open } from 'node:http'
import { chanceOf } from './chance.ts'
import { oddRequest, operationsOf, type Asked, type Document, type World } from './requests.ts'

export type Failed = { readonly asked: Asked; readonly why: string }

export type Course = {
  /** How many answers had each status. */
  readonly statuses: ReadonlyMap<number, number>
  readonly operations: number
  readonly requests: number
  readonly failed: readonly Failed[]
  /** What the process held after the course, beyond what it held when warm. */
  readonly grown: { readonly heapBytes: number; readonly resources: number }
}

type Attack = {
  readonly url: URL
  readonly world: World
  readonly seed: number
  /** Requests to each operation. */
  readonly count: number
  readonly atOnce?: number
  /** Called with what has failed, as soon as it has. */
  readonly onFailed?: (failed: Failed) => void
}

const answerInMs = 20_000
const failedMost = 200
const warmShare = 0.1

/**
 * Sends `count` odd requests to every operation of /openapi.json. A failure is a status from 500 on but 503, no answer in
 * twenty seconds, a broken connection, or a refusal that is not in the one shape of failure. The same seed on a
 * fresh server is the same course.
 */
export async function attack({ url, world, seed, count, atOnce = 16, onFailed }: Attack): Promise<Course> {
  const document = (await (await fetch(new URL('/openapi.json', url))).json()) as Document
  const operations = operationsOf(document)
  const chance = chanceOf(seed)
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const statuses = new Map<number, number>()
  const failed: Failed[] = []
  const total = operations.length * count
  let sent = 0

  async function workUntil(most: number): Promise<void> {
    while (sent < most && failed.length < failedMost) {
      const operation = operations[sent++ % operations.length]
      if (!operation) return
      const asked = oddRequest(operation, world, chance)
      const answer = await send(agent, url, asked)
      const why = faultOf(answer)
      if (answer.status > 0) statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      if (why === undefined) continue
      failed.push({ asked, why })
      onFailed?.({ asked, why })
    }
  }
  const all = (most: number) => Promise.all(Array.from({ length: atOnce }, () => workUntil(most)))

  await all(Math.floor(total * warmShare))
  const warm = await held(url)
  await all(total)
  agent.destroy()
  const after = await held(url)
  const grown = { heapBytes: after.heapBytes - warm.heapBytes, resources: after.resources - warm.resources }
  return { statuses, operations: operations.length, requests: sent, failed, grown }
}

type Answer = { readonly status: number; readonly body: string; readonly type: string; readonly fault?: string }
type Held = { readonly heapBytes: number; readonly resources: number }

function send(agent: Agent, base: URL, { method, url, headers, body }: Asked): Promise<Answer> {
  return new Promise((resolve) => {
    const none = (fault: string) => resolve({ status: 0, body: '', type: '', fault })
    const bytes = body === undefined ? undefined : Buffer.from(body)
    const asked = open(
      {
        agent,
        host: base.hostname,
        port: base.port,
        method,
        path: url,
        headers: { ...headers, ...(bytes && { 'content-length': bytes.length }) },
        timeout: answerInMs,
      },
      (reply) => {
        let text = ''
        reply.setEncoding('utf8')
        reply.on('data', (part: string) => (text += part))
        reply.on('end', () =>
          resolve({ status: reply.statusCode ?? 0, body: text, type: reply.headers['content-type'] ?? '' }),
        )
        reply.on('error', (error) => none(error.message))
      },
    )
    asked.on('timeout', () => asked.destroy(new Error('no answer in twenty seconds')))
    asked.on('error', (error) => none(error.message))
    asked.end(bytes)
  })
}

function faultOf({ status, body, type, fault }: Answer): string | undefined {
  if (fault !== undefined) return fault
  if (status >= 500 && status !== 503) return `answered ${status}: ${body.slice(0, 200)}`
  if (status < 400) return undefined
  return hasShape(type, body) ? undefined : `answered ${status} in another shape: ${body.slice(0, 200)}`
}

function hasShape(type: string, body: string): boolean {
  if (!type.startsWith('application/json')) return false
  try {
    const { code, message, ref }: Record<string, unknown> = JSON.parse(body)
    return typeof code === 'string' && typeof message === 'string' && typeof ref === 'string'
  } catch {
    return false
  }
}

const looks = 8
const lookEveryMs = 250

/** What the process holds: the least of several looks, for what is not collected yet is no growth. */
async function held(url: URL): Promise<Held> {
  const seen: Held[] = []
  for (let look = 0; look < looks; look++) {
    const text = await (await fetch(new URL('/metrics', url))).text()
    const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
    seen.push({ heapBytes: value('nodejs_heap_size_used_bytes'), resources: value('nodejs_active_resources_total') })
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
  return {
    heapBytes: Math.min(...seen.map(({ heapBytes }) => heapBytes)),
    resources: Math.min(...seen.map(({ resources }) => resources)),
  }
}

/** A failed request as a line for a shell, to send it again. */
export function lineOf(base: URL, { method, url, headers, body }: Asked): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
  const told = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  const data = body === undefined ? [] : [`--data-binary ${quoted(body)}`]
  return ['curl', '-g', '-X', method, quoted(`${base.origin}${url}`), ...told, ...data].join(' ')
}
