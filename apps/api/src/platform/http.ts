import type { Duplex } from 'node:stream'
import { constants as zlib } from 'node:zlib'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import compress from '@fastify/compress'
import { failures, type FailureBody, type FailureCode } from '@nare/contract/failures'
import { fieldFacts, type FieldFault } from '@nare/contract/field-codes'
import { refused, type Refusal } from '@nare/contract/outcome'
import type { Config } from '#config'
import { isUnavailable, OutcomeUnknown } from './db-faults.ts'
import { answerUnchanged } from './etag.ts'
import { bearerOf } from './bearer.ts'
import { CallLog } from './call-log.ts'
import { brotliQuality, compressedBytesMin } from './json-text.ts'
import { oncePerSecond, safeUrl, type Log } from './log.ts'
import { logRefusals, noteRefusal } from './refusal-log.ts'
import { limitLongBodies } from './long-bodies.ts'
import { random } from './random.ts'
import { delayRefusals } from './refusal-delay.ts'
import {
  countsInMemory,
  limitRequests,
  validTokensInMemory,
  type RequestCounts,
  type ValidTokens,
} from './request-limits.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the failures of this route answer `error: { message }`. */
    nestedErrors?: boolean
    /** Whether a body may have any number of fields and signs. */
    manySigns?: boolean
    /** Whether answers must not be cached because they belong to one caller: always, or when the request has a token. */
    private?: boolean | 'with a token'
    /** Limits calls by network address, whatever their token. */
    byAddress?: boolean
    /**
     * The name of the provider that makes the call, if it is recognised. Calls of all its addresses count together under this name, with the
     * limit of a provider, because it calls for many bettors. Undefined for an unknown caller.
     */
    caller?: (request: FastifyRequest) => string | undefined
  }
}

const bodyBytesMax = 256 * 1024
const requestMsMax = 60_000
const drainMs = 4000
const callHeaders = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }

type HttpDeps = {
  readonly config: Config
  readonly log: Log
  /** The recently valid tokens, whose calls are limited by session. */
  readonly validTokens?: ValidTokens
  readonly counts?: RequestCounts
  /** Waits before a caller without a session is refused for too many calls. */
  readonly delayRefusal?: () => Promise<void>
}

/** Opens a Fastify server with request ids, security headers, rate limits, JSON bodies, and one format of failures for all calls. */
export async function openHttp({
  config,
  log,
  validTokens = validTokensInMemory(),
  counts = countsInMemory(),
  delayRefusal = delayRefusals(),
}: HttpDeps): Promise<FastifyInstance> {
  const trusted = config.trustProxy ?? false
  const newId = requestIds()
  const warnUnavailable = oncePerSecond((facts) => log.warn(facts, 'the database is unavailable'))
  const answer = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    answerFault({ error, request, reply, warnUnavailable })
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (_logger, bindings) => new CallLog(log, bindings) as FastifyBaseLogger,
    genReqId: newId,
    bodyLimit: bodyBytesMax,
    requestTimeout: requestMsMax,
    // A URL that cannot be decoded matches no route; its response has the same format.
    frameworkErrors: (error, request, reply) => void answer(error, request, reply),
    clientErrorHandler: (error, socket) => answerUnread(error, socket, newId()),
    trustProxy: typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted,
    routerOptions: { maxParamLength: 400 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  })
  refuseWhileClosing(app)
  logRefusals(app, log)
  // Calls get only the headers that they need, because every header uses bettors' mobile data. Pages get the full set.
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.headers(callHeaders)
    const isPrivate = request.routeOptions.config.private
    if (isPrivate === true || (isPrivate && bearerOf(request) !== undefined)) reply.header('cache-control', 'no-store')
    done(null, payload)
  })
  if (config.limitsByAddress) await limitRequests(app, { config, validTokens, counts })
  await compressResponses(app)
  answerUnchanged(app)
  limitLongBodies(app, bodyBytesMax)
  readJsonAlways(app)
  app.setErrorHandler(async (error: Fault, request, reply) => {
    if (error.isDelayed) await delayRefusal()
    return answer(error, request, reply)
  })
  return app
}

/**
 * Answers new calls with 503 while the server closes. Calls in progress have `drainMs` to finish; then their connections are closed.
 */
function refuseWhileClosing(app: FastifyInstance): void {
  let closing = false
  let drained: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    closing = true
    drained = setTimeout(() => app.server.closeAllConnections(), drainMs)
  })
  app.addHook('onClose', async () => clearTimeout(drained))
  app.addHook('onRequest', async (_request, reply) =>
    closing
      ? answerRefusal(reply.header('connection', 'close'), refused('overloaded', { retry_after_s: 2 }))
      : undefined,
  )
}

const unread = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', { status: 408, line: 'Request Timeout' }],
  ['HPE_HEADER_OVERFLOW', { status: 431, line: 'Request Header Fields Too Large' }],
])

/** Answers a request that could not be parsed, in the format of all failures, and closes the connection. */
function answerUnread(error: Error & { code?: string }, socket: Duplex, ref: string): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, line } = unread.get(error.code ?? '') ?? { status: 400, line: 'Bad Request' }
  const body = JSON.stringify({
    status,
    code: 'invalid_input',
    error: unreadable,
    message: unreadable,
    ref,
    fields: {},
    field_codes: {},
  })
  const head = `HTTP/1.1 ${status} ${line}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`
  if (socket.writable) socket.end(`${head}\r\n\r\n${body}`)
  setImmediate(() => socket.destroy())
}

const unreadable = 'The request could not be read'

/** Compresses the responses of GET calls. Those of commands are small and stay uncompressed, for speed. */
async function compressResponses(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => {
    if (route.method === 'POST') route.compress = false
  })
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: compressedBytesMin,
    brotliOptions: { params: { [zlib.BROTLI_PARAM_QUALITY]: brotliQuality.once } },
  })
}

/** Request ids that are unique across runs of the process: a random prefix and a count. */
function requestIds(): () => string {
  const prefix = random.token(6)
  let count = 0
  return () => `${prefix}-${(count++).toString(36)}`
}

/** Parses every body as JSON, whatever its content type: the specification's client sends JSON or an empty POST. */
function readJsonAlways(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, {})
    const text = String(body)
    const refuse = (why: string): void => done(Object.assign(new Error(why), { statusCode: 400 }))
    if (!request.routeOptions.config.manySigns && hasTooManySigns(text))
      return refuse('The request has too many fields')
    try {
      done(null, JSON.parse(text))
    } catch {
      refuse('The request is not JSON')
    }
  })
}

/**
 * The most of each sign that a body may have. A slip of a hundred picks has 1,500 fields, so 1,500 colons; to parse tens of thousands would
 * block the process.
 */
const signsMax = Object.entries({ ':': 3000, '{': 3000, '[': 3000, ',': 6000 })

const hasTooManySigns = (text: string): boolean => signsMax.some(([sign, max]) => occursOften(sign, { text, max }))

function occursOften(sign: string, { text, max }: { text: string; max: number }): boolean {
  let count = 0
  for (let at = text.indexOf(sign); at >= 0 && count <= max; at = text.indexOf(sign, at + 1)) count++
  return count > max
}

/** Answers a refusal in the format of all failures. `withStatus: false` omits `status` from the body, for a call without a token. */
export function answerRefusal(
  reply: FastifyReply,
  refusal: Refusal<FailureCode>,
  options: { nested?: boolean; withStatus?: boolean } = {},
): FastifyReply {
  const { status, sentence } = failures[refusal.code]
  noteRefusal(reply, refusal.code)
  const message = refusal.sentence ?? sentence
  const body: FailureBody = {
    ...(options.withStatus !== false && { status }),
    code: refusal.code,
    error: options.nested ? { message } : message,
    message,
    ref: reply.request.id,
    ...withFieldCodes(refusal.facts),
  }
  const wait = refusal.facts?.['retry_after_s']
  if (typeof wait === 'number') reply.header('retry-after', Math.max(1, Math.ceil(wait)))
  return reply.code(status).send(body)
}

/** Adds the general code to each path of `fields` for which the refusal names no code. */
function withFieldCodes(facts: Refusal<FailureCode>['facts']): Refusal<FailureCode>['facts'] {
  const fields = facts?.['fields']
  if (typeof fields !== 'object' || fields === null) return facts
  const defaults = Object.fromEntries(Object.keys(fields).map((path) => [path, 'not_valid' as const]))
  const named: unknown = facts?.['field_codes']
  return { ...facts, field_codes: { ...defaults, ...(typeof named === 'object' ? named : {}) } }
}

type Fault = {
  statusCode?: number
  code?: string
  message?: string
  retryAfter?: number
  /** The fields of the request that are wrong. */
  fields?: Readonly<Record<string, FieldFault>>
  /** Whether the refusal is sent after a delay, because its caller may send again at once. */
  isDelayed?: boolean
}

type Answering = {
  readonly error: unknown
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly warnUnavailable: (facts: Record<string, unknown>) => void
}

function answerFault({ error, request, reply, warnUnavailable }: Answering): FastifyReply {
  const fault: Fault = typeof error === 'object' && error !== null ? error : {}
  const status = fault.statusCode ?? 500
  const answer = (refusal: Refusal<FailureCode>) =>
    answerRefusal(reply, refusal, { nested: request.routeOptions.config.nestedErrors === true })
  if (status === 429)
    return answer(refused('too_many_requests', { retry_after_s: (fault.retryAfter ?? 60_000) / 1000 }))
  if (status === 400 && fault.fields) return answer(refused('invalid_input', fieldFacts(fault.fields)))
  if ((status >= 400 && status < 500) || unstorable.has(fault.code ?? '')) {
    return answer(refused('invalid_input', { fields: {} }, unreadable))
  }
  if (error instanceof OutcomeUnknown) {
    request.log.warn({ err: error }, 'the outcome of a commit is unknown')
    return answer(refused('unknown', { retry_after_s: 2 }))
  }
  if (status === 503) return answer(refused('overloaded', { retry_after_s: 2 }))
  if (isUnavailable(error)) {
    warnUnavailable({ error: fault.message, code: fault.code })
    return answer(refused('overloaded', { retry_after_s: 2 }))
  }
  const url = request.routeOptions.url ?? safeUrl(request.url)
  request.log.error({ err: error, method: request.method, url }, 'a call failed')
  return answer(refused('internal'))
}

/** PostgreSQL's error codes for text that it cannot store, such as U+0000. */
const unstorable = new Set(['22021', '22P05'])

/** The address that the server listens on; undefined before it listens. */
export function addressOf(app: FastifyInstance): string | undefined {
  const at = app.server.address()
  if (typeof at !== 'object' || at === null) return undefined
  return `http://${at.family === 'IPv6' ? `[${at.address}]` : at.address}:${at.port}`
}
