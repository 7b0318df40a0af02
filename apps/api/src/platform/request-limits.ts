import { hash } from 'node:crypto'
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { Config } from '#config'
import { bearerOf, type AskingRequest } from './bearer.ts'
import { monotonicMs } from './clock.ts'
import type { OperatorOf } from './call.ts'
import { staffCookie } from './cookies.ts'
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

/** The accounts of tokens that were valid at their last use. */
export type ValidTokens = {
  /** The account of a token, as `bettor 7` or `operator jane`; undefined for a token that is not known to be valid. */
  accountOf(token: string): string | undefined
  add(token: string, account: string): void
  forget(token: string): void
  /** Forgets what named people of the house, whose sessions may have ended. */
  forgetOperators(): void
  /** Sets the look-up of a token that is not known yet. It adds the token if it is valid. */
  connect(lookUp: (token: string) => Promise<unknown>): void
  /** Sets the look-up of who makes an operators' call. It adds the token or the cookie if it is valid. */
  connectOperators(lookUp: OperatorOf): void
  /** Looks up an unknown credential of a request, once. */
  lookUp(credential: Credential, request: AskingRequest): Promise<unknown>
}

/** What names the caller: a bearer token, or the cookie of the console's sessions, which only operators' calls read. */
type Credential = { readonly text: string; readonly ofOperators: boolean }

/** Valid tokens in the memory of this process, by their hash. Beyond `tokensMax`, the least recently used token is removed. */
export function validTokensInMemory({ tokensMax = 100_000 } = {}): ValidTokens {
  const accounts = new Map<string, string>()
  let lookUp: (token: string) => Promise<unknown> = async () => undefined
  let lookUpOperator: OperatorOf | undefined
  return {
    accountOf: (token) => accounts.get(hashOf(token)),
    add(token, account) {
      const hash = hashOf(token)
      accounts.delete(hash)
      if (accounts.size >= tokensMax) for (const oldest of accounts.keys()) if (accounts.delete(oldest)) break
      accounts.set(hash, account)
    },
    forget: (token) => void accounts.delete(hashOf(token)),
    forgetOperators: () => {
      for (const [hash, account] of accounts) if (account.startsWith('operator ')) accounts.delete(hash)
    },
    connect: (how) => void (lookUp = how),
    connectOperators: (how) => void (lookUpOperator = how),
    lookUp: async ({ text, ofOperators }, request) => (ofOperators ? lookUpOperator?.(request) : lookUp(text)),
  }
}

/** Authenticates and remembers the bettor of a valid token, so that calls of all sessions of a bettor count together. Unknown tokens are looked up by it. */
export function rememberTokens(valid: ValidTokens, authenticate: Authenticate): Authenticate {
  const remembering: Authenticate = async (token) => {
    const session = await authenticate(token)
    if (typeof session === 'object') valid.add(token, `bettor ${session.bettor}`)
    else valid.forget(token)
    return session
  }
  valid.connect(remembering)
  return remembering
}

/** Finds the operator of a request and remembers a valid token or cookie, so that all calls of a person count together. */
export function rememberOperators(valid: ValidTokens, find: OperatorOf): OperatorOf {
  return async (request) => {
    const found = await find(request)
    const text = bearerOf(request) ?? cookieText(request)
    if (found.ok && text !== undefined) valid.add(text, `operator ${found.value.name}`)
    // An ended session must not use up the calls of its person.
    else if (text !== undefined) valid.forget(text)
    return found
  }
}

/** The cookie of the console's sessions as the text that is remembered: no bearer token has a space. */
function cookieText(request: Pick<AskingRequest, 'headers'>): string | undefined {
  const session = staffCookie(request)
  return session === undefined ? undefined : `session ${session}`
}

export type RequestLimits = {
  readonly config: Pick<Config, 'limits'>
  readonly validTokens: ValidTokens
  readonly counts: RequestCounts
}

/**
 * Limits the calls of one caller in a minute. The caller is the account of a valid token, of an operators' call also that of the console's
 * cookie, otherwise the network address. The limit of an
 * address is much higher, because thousands of phones of a mobile network share one address. A token that is not known yet is looked up
 * first, as often as the limit of its address allows, so that not even the first call of a session counts for its address. A route can
 * have a stricter `rateLimit`, or `false` for none. A route with a `caller` counts the calls of a recognised provider under the provider's
 * name, with the limit of providers, and other calls for their address, so that a stranger cannot use up the limit of a provider.
 */
export async function limitRequests(
  app: FastifyInstance,
  { config, validTokens, counts }: RequestLimits,
): Promise<void> {
  const { sessionMinute, addressMinute, providerMinute } = config.limits
  const limits = { account: sessionMinute, address: addressMinute, provider: providerMinute }
  const callersOfAddress = Math.max(1, addressMinute / sessionMinute)
  const callers = new WeakMap<FastifyRequest, Caller>()
  const callerOf = (request: FastifyRequest): Caller => {
    const caller = callers.get(request) ?? readCaller(request, validTokens)
    callers.set(request, caller)
    return caller
  }
  app.addHook('onRequest', async (request) => {
    const credential = credentialOf(request)
    if (!credential || validTokens.accountOf(credential.text) !== undefined) return
    const looked = await counts.count(`tokens ${networkOf(request.ip)}`, windowMs)
    // A failed look-up leaves the call to its address; the call itself then reports the fault.
    if (looked.calls <= addressMinute) await validTokens.lookUp(credential, request).catch(() => undefined)
  })
  app.addHook('onRoute', ({ config: routeConfig }) => {
    const own = routeConfig?.rateLimit
    // The aliases and the HEAD route of a call share this object, so its limit may have been replaced by a function already.
    if (!own || typeof own.max !== 'number') return
    const perAccount = own.max
    own.max = (request) => Math.ceil(callerOf(request).kind === 'account' ? perAccount : perAccount * callersOfAddress)
  })
  await app.register(rateLimit, {
    store: storeOf(counts),
    timeWindow: windowMs,
    allowList: (request) => request.routeOptions.config.rateLimit === false,
    max: (request) => limits[callerOf(request).kind],
    keyGenerator: (request) => callerOf(request).key,
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: (request, context) => ({
      statusCode: 429,
      isDelayed: callerOf(request).kind === 'address',
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

type Caller = { readonly kind: 'account' | 'address' | 'provider'; readonly key: string }

function readCaller(request: FastifyRequest, validTokens: ValidTokens): Caller {
  const provider = request.routeOptions.config.caller?.(request)
  if (provider !== undefined) return { kind: 'provider', key: provider }
  const credential = credentialOf(request)
  const account = credential && validTokens.accountOf(credential.text)
  if (account !== undefined) return { kind: 'account', key: account }
  return { kind: 'address', key: `address ${networkOf(request.ip)}` }
}

/** What may name the caller: nothing of a call that counts by address, or that is not limited. A bearer token decides first. */
function credentialOf(request: FastifyRequest): Credential | undefined {
  const { url = '', config } = request.routeOptions
  if (config.byAddress || config.rateLimit === false) return undefined
  const ofOperators = url.startsWith('/v1/operator/')
  const text = bearerOf(request) ?? (ofOperators ? cookieText(request) : undefined)
  return text === undefined ? undefined : { text, ofOperators }
}

const hashOf = (token: string): string => hash('sha256', token, 'base64url')
