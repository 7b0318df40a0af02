import { lookup, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { Agent, request } from 'undici'
import { isPublicAddress } from '#platform/public-address'

/** A request to a push service. */
export type PushRequest = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}
export type PushAnswer = { readonly status: number; readonly retryAfter: string | undefined }
/** Sends a request once. Throws without an answer. */
export type Post = (sent: PushRequest) => Promise<PushAnswer>

/** The address of a push service is not one of the internet. */
export class NotPublic extends Error {}

type Resolve = (host: string, done: (error: Error | null, found: readonly LookupAddress[]) => void) => void
type Options = {
  readonly timeoutMs?: number
  /** Finds the addresses of a host. */
  readonly resolve?: Resolve
  /** Which addresses are connected to. Tests allow their own machine. */
  readonly mayReach?: (address: string) => boolean
}

const answerBytesMax = 16 * 1024
const connectMs = 5_000
const resolveAll: Resolve = (host, done) => lookup(host, { all: true }, done)

/**
 * Opens the sending of requests to push services. The host's addresses are looked up once for each connection, and one outside of the internet is
 * never connected to: what was checked is what is reached. Redirects are not followed, and answers are bounded.
 */
export function openPost({ timeoutMs = 10_000, resolve = resolveAll, mayReach = isPublicAddress }: Options = {}) {
  const guarded: LookupFunction = (host, options, done) =>
    resolve(host, (error, found) => {
      const reachable = found.filter(({ address }) => mayReach(address))
      const [first] = reachable
      if (error || !first) return done(error ?? new NotPublic(`${host} is not on the internet`), '', 0)
      return options.all ? done(null, reachable) : done(null, first.address, first.family)
    })
  const agent = new Agent({
    connect: { lookup: guarded, timeout: Math.min(connectMs, timeoutMs) },
    maxResponseSize: answerBytesMax,
    connections: 20,
  })
  const post: Post = async ({ url, headers, body }) => {
    const answer = await request(url, {
      ...{ dispatcher: agent, method: 'POST', headers, body },
      signal: AbortSignal.timeout(timeoutMs),
    })
    await answer.body.dump().catch(() => undefined)
    const { 'retry-after': retryAfter } = answer.headers
    return { status: answer.statusCode, retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined }
  }
  return { post, close: (): Promise<void> => agent.destroy() }
}
