import { createHash } from 'node:crypto'
import rateLimit, { type FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#config'
import { bearerOf } from './bearer.ts'
import { networkOf } from './network-of.ts'
import type { Authenticate } from './session.ts'

const windowMs = 60_000
const callersMost = 50_000

/** The tokens that were good when they were last shown. */
export type ProvenTokens = { has(token: string): boolean; add(token: string): void; forget(token: string): void }

/** Good tokens in the memory of this process, by their hash; beyond 100,000 the longest unused is forgotten. */
export function provenInMemory({ most = 100_000 } = {}): ProvenTokens {
  const known = new Set<string>()
  return {
    has: (token) => known.has(hashOf(token)),
    add(token) {
      const hash = hashOf(token)
      known.delete(hash)
      if (known.size >= most) for (const oldest of known) if (known.delete(oldest)) break
      known.add(hash)
    },
    forget: (token) => void known.delete(hashOf(token)),
  }
}

/** Looks a session up and remembers whether its token was good, so that the next call counts for the session. */
export function noting(proven: ProvenTokens, authenticate: Authenticate): Authenticate {
  return async (token) => {
    const session = await authenticate(token)
    if (typeof session === 'object') proven.add(token)
    else proven.forget(token)
    return session
  }
}

/** The same for the people of the house. */
export function notingNames(proven: ProvenTokens, nameOf: (token: string) => string | undefined) {
  return (token: string): string | undefined => {
    const name = nameOf(token)
    if (name !== undefined) proven.add(token)
    return name
  }
}

export type Limiting = {
  readonly config: Pick<Config, 'limits'>
  readonly proven: ProvenTokens
  /** Where the counts are kept; in the memory of this process where nothing is said. */
  readonly store?: FastifyRateLimitStoreCtor
}

/**
 * Bounds how often one caller calls in a minute: a session by its token, once the token has been good; everybody else by network
 * address, which counts for many callers, for a mobile network puts thousands of phones behind one. A route's own
 * `rateLimit` says less than the general limit, or `false`: none.
 */
export async function limitRequests(app: FastifyInstance, { config, proven, store }: Limiting): Promise<void> {
  const { sessionMinute, addressMinute } = config.limits
  const callersOfAddress = Math.max(1, addressMinute / sessionMinute)
  const callers = new WeakMap<FastifyRequest, Caller>()
  const callerOf = (request: FastifyRequest): Caller => {
    const known = callers.get(request) ?? readCaller(request, proven)
    callers.set(request, known)
    return known
  }
  app.addHook('onRoute', ({ config: about }) => {
    const own = about?.rateLimit
    // Other paths of a call and its HEAD share the object of the first, whose limit is a function by then.
    if (!own || typeof own.max !== 'number') return
    const most = own.max
    own.max = (request) => Math.ceil(callerOf(request).session ? most : most * callersOfAddress)
  })
  await app.register(rateLimit, {
    ...(store && { store }),
    timeWindow: windowMs,
    allowList: (request) => request.routeOptions.config.rateLimit === false,
    cache: callersMost,
    max: (request) => (callerOf(request).session ? sessionMinute : addressMinute),
    keyGenerator: (request) => callerOf(request).key,
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: (_request, context) => ({
      statusCode: 429,
      message: 'Too many requests',
      code: 'too_many_requests',
      retryAfter: context.ttl,
    }),
  })
}

type Caller = { readonly session: boolean; readonly key: string }

function readCaller(request: FastifyRequest, proven: ProvenTokens): Caller {
  const token = request.routeOptions.config.byAddress ? undefined : bearerOf(request)
  if (token !== undefined && proven.has(token)) return { session: true, key: `session ${hashOf(token)}` }
  return { session: false, key: `address ${networkOf(request.ip)}` }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')
