import { constants as zlib } from 'node:zlib'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import compress from '@fastify/compress'
import rateLimit from '@fastify/rate-limit'
import helmet from '@fastify/helmet'
import { failures, type FailureBody, type FailureCode } from '@nare/contract/failures'
import { refused, type Refusal } from '@nare/contract/outcome'
import type { Config } from '#config'
import { isUnavailable, OutcomeUnknown } from './db-faults.ts'
import { answerUnchanged } from './etag.ts'
import type { Log } from './log.ts'
import { random } from './random.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the failures of this route answer `error: { message }`. */
    nestedErrors?: boolean
  }
}

const bodyBytesMost = 256 * 1024
const requestMsMost = 60_000
const perAddressMinute = 600
const callHeaders = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }

/** A Fastify with what every call shares: ids, safe headers, limits by address, JSON bodies, and one shape of failure. */
export async function openHttp({ config, log }: { config: Config; log: Log }): Promise<FastifyInstance> {
  const trusted = config.trustProxy ?? false
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(),
    bodyLimit: bodyBytesMost,
    requestTimeout: requestMsMost,
    // An address that cannot be decoded never gets to a route; it is answered in the same shape all the same.
    frameworkErrors: (error, request, reply) => void answerFault(error, request, reply),
    trustProxy: typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted,
    routerOptions: { maxParamLength: 400 },
    forceCloseConnections: 'idle',
  })
  // The full set of headers is for pages; answers of calls get the two that matter there, for each header costs every bettor data.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (!reply.hasHeader('content-security-policy')) reply.headers(callHeaders)
    done(null, payload)
  })
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", "'unsafe-inline'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", 'ws:', 'wss:'],
        frameSrc: ["'self'", ...(config.sportsProvider ? [new URL(config.sportsProvider).origin] : [])],
        upgradeInsecureRequests: config.production ? [] : null,
      },
    },
    strictTransportSecurity: config.production,
  })
  if (config.limitsByAddress) {
    await app.register(rateLimit, {
      max: perAddressMinute,
      timeWindow: 60_000,
      errorResponseBuilder: (_request, context) => ({
        statusCode: 429,
        message: 'Too many requests',
        code: 'too_many_requests',
        retryAfter: context.ttl,
      }),
    })
  }
  await pressAnswers(app)
  answerUnchanged(app)
  readJsonAlways(app)
  app.setErrorHandler((error, request, reply) => answerFault(error, request, reply))
  return app
}

/** Lists go over the wire pressed; the answers of commands are small and stay as they are, for speed. */
async function pressAnswers(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => {
    if (route.method === 'POST') route.compress = false
  })
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 600,
    brotliOptions: { params: { [zlib.BROTLI_PARAM_QUALITY]: 4 } },
  })
}

/** Ids that nobody can mix up between two runs of the process: a random beginning and a count. */
function requestIds(): () => string {
  const run = random.token(6)
  let count = 0
  return () => `${run}-${(count++).toString(36)}`
}

/** The specification's client sends JSON, or a POST with no body at all. */
function readJsonAlways(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, {})
    try {
      done(null, JSON.parse(String(body)))
    } catch {
      done(Object.assign(new Error('The request is not JSON'), { statusCode: 400 }))
    }
  })
}

/** Answers a refusal in the one shape of failure. `withStatus` false is the 401 of a call that brought no token. */
export function answerRefusal(
  reply: FastifyReply,
  refusal: Refusal<FailureCode>,
  options: { nested?: boolean; withStatus?: boolean } = {},
): FastifyReply {
  const { status, sentence } = failures[refusal.code]
  const message = refusal.sentence ?? sentence
  const body: FailureBody = {
    ...(options.withStatus !== false && { status }),
    code: refusal.code,
    error: options.nested ? { message } : message,
    message,
    ref: reply.request.id,
    ...refusal.facts,
  }
  const wait = refusal.facts?.['retry_after_s']
  if (typeof wait === 'number') reply.header('retry-after', Math.max(1, Math.ceil(wait)))
  return reply.code(status).send(body)
}

type Fault = { statusCode?: number; code?: string; message?: string; retryAfter?: number }

function answerFault(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const fault: Fault = typeof error === 'object' && error !== null ? error : {}
  const status = fault.statusCode ?? 500
  const answer = (refusal: Refusal<FailureCode>) =>
    answerRefusal(reply, refusal, { nested: request.routeOptions.config.nestedErrors === true })
  if (status === 429)
    return answer(refused('too_many_requests', { retry_after_s: (fault.retryAfter ?? 60_000) / 1000 }))
  if ((status >= 400 && status < 500) || unstorable.has(fault.code ?? '')) {
    return answer(refused('invalid_input', { fields: {} }, 'The request could not be read'))
  }
  if (error instanceof OutcomeUnknown) {
    request.log.warn({ err: error }, 'a commit was not answered')
    return answer(refused('unknown', { retry_after_s: 2 }))
  }
  if (isUnavailable(error)) {
    request.log.warn({ error: fault.message }, 'the database is away or too slow')
    return answer(refused('overloaded', { retry_after_s: 2 }))
  }
  request.log.error({ err: error, method: request.method, url: request.url.split('?')[0] }, 'a call failed')
  return answer(refused('internal'))
}

/** PostgreSQL's words for a text with the character U+0000, which it cannot hold. */
const unstorable = new Set(['22021', '22P05'])
