import { hash } from 'node:crypto'
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { Config } from '#config'
import { bearerOf } from './bearer.ts'
import { monotonicMs } from './clock.ts'
import { networkOf } from './network-of.ts'
import type { Authenticate } from './session.ts'

const windowMs = 60_000

/** Counts calls in fixed windows of time. */
export type RequestCounts = {
  /** Counts a call of `key`. Returns the number of calls in its current window, and the milliseconds until the window ends. */
  count(key: string, windowMs: number): Promise<{ readonly calls: number; readonly endsInMs: number }>
}

/** The counts of this process. Beyond `keysMax` keys, the oldest window is removed. */
export function countsInMemory({ keysMax = 50_000 } = {}): RequestCounts {
  const windows = new Map<string, { calls: number; endsAtMs: number }>()
  return {
    async count(key, windowLengthMs) {
      const now = monotonicMs()
      let window = windows.get(key)
      if (!window || window.endsAtMs <= now) {
        windows.delete(key)
        if (windows.size >= keysMax) for (const oldest of windows.keys()) if (windows.delete(oldest)) break
        window = { calls: 0, endsAtMs: now + windowLengthMs }
        windows.set(key, window)
      }
      window.calls++
      return { calls: window.calls, endsInMs: window.endsAtMs - now }
    },
  }
}

/** The tokens that were valid at their last use. */
export type ValidTokens = { has(token: string): boolean; add(token: string): void; forget(token: string): void }

/** Valid tokens in the memory of this process, by their hash. Beyond `tokensMax`, the least recently used token is removed. */
export function validTokensInMemory({ tokensMax = 100_000 } = {}): ValidTokens {
  const hashes = new Set<string>()
  return {
    has: (token) => hashes.has(hashOf(token)),
    add(token) {
      const hash = hashOf(token)
      hashes.delete(hash)
      if (hashes.size >= tokensMax) for (const oldest of hashes) if (hashes.delete(oldest)) break
      hashes.add(hash)
    },
    forget: (token) => void hashes.delete(hashOf(token)),
  }
}

/** Authenticates and remembers whether the token was valid, so that the next call counts for its session. */
export function rememberTokens(valid: ValidTokens, authenticate: Authenticate): Authenticate {
  return async (token) => {
    const session = await authenticate(token)
    if (typeof session === 'object') valid.add(token)
    else valid.forget(token)
    return session
  }
}

/** Finds the operator of a token and remembers a valid token, so that the next call counts for its session. */
export function rememberOperators(valid: ValidTokens, nameOf: (token: string) => string | undefined) {
  return (token: string): string | undefined => {
    const name = nameOf(token)
    if (name !== undefined) valid.add(token)
    return name
  }
}

export type RequestLimits = {
  readonly config: Pick<Config, 'limits'>
  readonly validTokens: ValidTokens
  readonly counts: RequestCounts
}

/**
 * Limits the calls of one caller in a minute. The caller is the session of a token that has been valid, otherwise the network address. The
 * limit of an address is much higher, because thousands of phones of a mobile network share one address. A route can have a stricter
 * `rateLimit`, or `false` for none. A route with a `caller` counts the calls of a recognised provider under the provider's name, with the limit
 * of providers, and other calls for their address, so that a stranger cannot use up the limit of a provider.
 */
export async function limitRequests(
  app: FastifyInstance,
  { config, validTokens, counts }: RequestLimits,
): Promise<void> {
  const { sessionMinute, addressMinute, providerMinute } = config.limits
  const limits = { session: sessionMinute, address: addressMinute, provider: providerMinute }
  const callersOfAddress = Math.max(1, addressMinute / sessionMinute)
  const callers = new WeakMap<FastifyRequest, Caller>()
  const callerOf = (request: FastifyRequest): Caller => {
    const caller = callers.get(request) ?? readCaller(request, validTokens)
    callers.set(request, caller)
    return caller
  }
  app.addHook('onRoute', ({ config: routeConfig }) => {
    const own = routeConfig?.rateLimit
    // The aliases and the HEAD route of a call share this object, so its limit may have been replaced by a function already.
    if (!own || typeof own.max !== 'number') return
    const perSession = own.max
    own.max = (request) => Math.ceil(callerOf(request).kind === 'session' ? perSession : perSession * callersOfAddress)
  })
  await app.register(rateLimit, {
    store: storeOf(counts),
    timeWindow: windowMs,
    allowList: (request) => request.routeOptions.config.rateLimit === false,
    max: (request) => limits[callerOf(request).kind],
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

type Count = Parameters<FastifyRateLimitStore['incr']>[1]

/** The counts as a store of @fastify/rate-limit: one for all calls, and one for each route with its own limit. */
function storeOf(counts: RequestCounts) {
  return class Store implements FastifyRateLimitStore {
    #prefix = ''
    incr(key: string, callback: Count, timeWindow = windowMs): void {
      void count(counts, { key: `${this.#prefix}${key}`, timeWindow, callback })
    }
    child(options: object): Store {
      // The plugin passes the route along, which its types leave out.
      const { routeInfo } = options as { routeInfo: RouteOptions }
      const child = new Store()
      child.#prefix = `${String(routeInfo.method)} ${routeInfo.url} `
      return child
    }
  }
}

type Counting = { key: string; timeWindow: number; callback: Count }

async function count(counts: RequestCounts, { key, timeWindow, callback }: Counting): Promise<void> {
  const counted = await counts.count(key, timeWindow).catch((error: unknown) => ({ error }))
  if ('calls' in counted) return callback(null, { current: counted.calls, ttl: counted.endsInMs })
  callback(counted.error instanceof Error ? counted.error : new Error(String(counted.error)))
}

type Caller = { readonly kind: 'session' | 'address' | 'provider'; readonly key: string }

function readCaller(request: FastifyRequest, validTokens: ValidTokens): Caller {
  const { byAddress, caller } = request.routeOptions.config
  const provider = caller?.(request)
  if (provider !== undefined) return { kind: 'provider', key: provider }
  const token = byAddress ? undefined : bearerOf(request)
  if (token !== undefined && validTokens.has(token)) return { kind: 'session', key: `session ${hashOf(token)}` }
  return { kind: 'address', key: `address ${networkOf(request.ip)}` }
}

const hashOf = (token: string): string => hash('sha256', token, 'base64url')
