import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { FailureCode } from '@nare/contract/failures'
import { fault, fieldFacts } from '@nare/contract/field-codes'
import { refused, type Outcome, type Refusal } from '@nare/contract/outcome'
import {
  pathFields,
  type Answer,
  type Auth,
  type Failure,
  type Received,
  type Route,
  type Routes,
} from '@nare/contract/route'
import { bearerOf } from './bearer.ts'
import type { Call, Operator, OperatorOf } from './call.ts'
import { monotonicMs } from './clock.ts'
import type { ConsoleSite } from './console-site.ts'
import type { DeviceCookie } from './device-cookie.ts'
import { openEnvelope, type EnvelopeGuard } from './envelope.ts'
import { answerRefusal } from './http.ts'
import { invariant } from './invariant.ts'
import type { Log } from './log.ts'
import {
  commandIdOf,
  isDeciding,
  logRefusal,
  runOperatorCall,
  type AnyDeciding,
  type Deciding,
  type House,
} from './operator-calls.ts'
import { runShared, type PublicCalls } from './public-work.ts'
import { readInput } from './read-input.ts'
import { allOperators, type Reads } from './reads.ts'
import { checkRefusal, sendAnswer } from './send-answer.ts'
import type { Authenticate } from './session.ts'
import { shedLoad, type Shedding } from './shedding.ts'
import { unstorableField } from './stored-text.ts'

type Handler<R extends Route> = (input: Received<R>, call: Call<R['auth']>) => Promise<Outcome<Answer<R>, Failure<R>>>

/** One handler for each call. A missing handler, or a failure that the call does not list, does not compile. */
export type Handlers<R extends Routes> = {
  readonly [K in keyof R]: Handler<R[K]> | (R[K]['auth'] extends 'operator' ? Deciding<R[K]> : never)
}

type BettorHandler = (input: unknown, call: Call<'bettor'>) => Promise<Outcome<unknown, FailureCode>>

/** Wraps the handler of a bettors' call. */
export type BettorWrap = (handler: BettorHandler) => BettorHandler

export type { Call } from './call.ts'

export type Mounting = {
  readonly app: FastifyInstance
  readonly authenticate: Authenticate
  /** Who makes an operators' call. */
  readonly operatorOf?: OperatorOf
  /** The sessions of the console; without it, browsers have none. */
  readonly consoleSite?: ConsoleSite
  /** The audit log and second persons; without it no operators' call is served. */
  readonly house?: House | undefined
  /** The calls that are refused while they would have to wait too long, see `shedLoad`. */
  readonly isFull?: ReadonlyMap<Route, Shedding['isFull']>
  /** Wraps of handlers, by call. */
  readonly wraps?: ReadonlyMap<Route, BettorWrap>
  /**
   * The calls per minute of one session or address to each call without its own limit. Without it, all such calls of a session share the
   * general limit.
   */
  readonly perAddressMinute?: number
  /** Runs the calls of callers without a session in their share of the event loop; without it, as they come. */
  readonly publicCalls?: PublicCalls | undefined
  readonly envelope: EnvelopeGuard
  /** The cookie that recognises browsers; without it, no browser is recognised. */
  readonly devices?: DeviceCookie
  readonly sandbox: boolean
  /** Sends reads that may be slightly old to the replica. */
  readonly reads?: Reads | undefined
  /** Checks every answer against its schema, for tests. */
  readonly checkAnswers: boolean
}

/** Registers the calls of one area on the server. */
export function mount<R extends Routes>(mounting: Mounting, routes: R, handlers: Handlers<R>): void {
  for (const name of Object.keys(routes)) {
    const call = routes[name]
    const handler = handlers[name]
    if (!call || !handler || (call.sandboxOnly && !mounting.sandbox)) continue
    // Types cannot express in a loop over all routes that each handler gets the input of its route.
    const plain = handler as unknown as BettorHandler
    if (isDeciding(handler)) mounting.house?.register(call, handler as unknown as AnyDeciding)
    invariant(call.second === undefined || isDeciding(handler), `${call.path} needs a handler for second persons`)
    const run = (mounting.wraps?.get(call)?.(plain) ?? plain) as Run
    const fields = knownFields(call)
    const isFull = mounting.isFull?.get(call)
    const serve = (request: FastifyRequest, reply: FastifyReply) =>
      answer({ mounting, call, fields, run, request, reply })
    const perMinute = call.perAddressMinute ?? mounting.perAddressMinute
    const options: RouteShorthandOptions = {
      config: {
        nestedErrors: call.errorShape === 'nested',
        // Only people of the house send such a body: a file as text.
        manySigns: call.auth === 'operator' && call.bodyBytesMax !== undefined,
        private: isPrivate(call),
        // Another token must not allow more attempts at public calls such as login.
        byAddress: call.auth === 'none',
        ...(perMinute && { rateLimit: { max: perMinute } }),
      },
      ...(call.bodyBytesMax && { bodyLimit: call.bodyBytesMax }),
      onRequest: isFull ? [shedLoad({ isFull, nested: call.errorShape === 'nested' })] : [],
      // Hooks of this kind run after the limits of calls and before the body is read.
      preParsing: call.bodyBytesMax ? [requireCallerBeforeBody(mounting, call)] : [],
    }
    for (const path of [call.path, ...(call.aliases ?? [])]) {
      const [bare = path] = path.split('?')
      mounting.app.route({ method: call.method, url: bare, handler: serve, ...options })
    }
  }
}

/** Whether an answer belongs to one caller, so that no cache may store it. */
function isPrivate({ method, auth, sandboxOnly }: Route): boolean | 'with a token' {
  if (method !== 'GET' || auth === 'bettor' || auth === 'operator' || sandboxOnly) return true
  return auth === 'optional' && 'with a token'
}

/** Whether a call of a guest takes its turn in the share of public calls: commands such as login, which only guests send, have a stricter limit instead. */
const isShared = ({ auth, perAddressMinute, sandboxOnly }: Route): boolean =>
  !sandboxOnly && (auth === 'optional' || (auth === 'none' && perAddressMinute === undefined))

/** Refuses a caller without a valid session before a long body is read. */
function requireCallerBeforeBody({ authenticate, operatorOf }: Mounting, { auth }: Route) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (auth === 'operator') {
      const found = (await operatorOf?.(request)) ?? refused('session_required')
      return found.ok ? undefined : answerRefusal(reply, found)
    }
    const token = bearerOf(request)
    const session = token === undefined ? undefined : await authenticate(token)
    return typeof session === 'object' ? undefined : refuseWithoutSession(reply, { token })
  }
}

/** Answers 401: `session_required` without a token, `session_expired` with a token that is not valid. */
function refuseWithoutSession(
  reply: FastifyReply,
  { token, nested = false }: { token: string | undefined; nested?: boolean },
) {
  const ended = token !== undefined
  return answerRefusal(reply, refused(ended ? 'session_expired' : 'session_required'), { nested, withStatus: ended })
}

type Run = (input: unknown, call: Call<Auth>) => Promise<Outcome<unknown, FailureCode>>

type Serving = {
  mounting: Mounting
  call: Route
  fields: readonly string[] | undefined
  run: Run
  request: FastifyRequest
  reply: FastifyReply
}

async function answer({ mounting, call, fields, run, request, reply }: Serving): Promise<FastifyReply> {
  const readAtMs = monotonicMs()
  const nested = call.errorShape === 'nested'
  const token = call.auth === 'none' ? undefined : bearerOf(request)
  const refuse = (refusal: Refusal<FailureCode>) => {
    if (mounting.checkAnswers) checkRefusal(call, refusal)
    return answerRefusal(reply, refusal, { nested })
  }
  const withoutSession = () => refuseWithoutSession(reply, { token, nested })
  const forOperator = call.auth === 'operator'
  const found = forOperator ? await mounting.operatorOf?.(request) : undefined
  if (found && !found.ok && found.code !== 'session_required') return refuse(found)
  const operator = found?.ok ? found.value : undefined
  const session = token === undefined || forOperator ? undefined : await mounting.authenticate(token)
  if (call.auth === 'bettor' && typeof session !== 'object') return withoutSession()
  if (forOperator && operator === undefined) return withoutSession()
  const refuseEarly = async (refusal: Refusal<FailureCode>) => {
    const path = objectOf(request.params)
    if (operator) await logRefusal({ house: mounting.house, call, operator, path }, refusal.code)
    return refuse(refusal)
  }
  if (operator && !mayCall(call, operator)) return refuseEarly(refused('not_allowed'))
  const validSession = typeof session === 'object' ? session : undefined
  const posted = { call, body: request.body, session: validSession, address: request.ip }
  const body = await openEnvelope(mounting.envelope, posted)
  if (!body.ok) return refuseEarly(body)
  const input = inputOf(fields, [queryOf(call, request.query), body.value, objectOf(request.params)])
  const unstorable = unstorableField(input)
  if (unstorable !== undefined)
    return refuseEarly(refused('invalid_input', fieldFacts({ [unstorable]: fault('characters') })))
  const read = readInput(call.input, input)
  if (!read.ok) return refuseEarly(refused('invalid_input', fieldFacts(read.faults)))
  const further = operator && call.alsoNeeds?.(read.value as never)
  if (further && !operator.may.has(further)) return refuseEarly(refused('not_allowed'))
  const { devices, consoleSite } = mounting
  const device = devices?.read(request)
  const keepDevice = (token: string): void => devices?.keep(reply, token)
  const context = {
    session: validSession && { ...validSession, device },
    operator: operator?.name,
    by: operator,
    browser: isOfConsole(call) ? consoleSite?.browser(request, reply) : undefined,
    address: request.ip,
    reachedAt: `${request.protocol}://${request.host}`,
    agent: request.headers['user-agent'],
    device,
    keepDevice,
    readAtMs,
    ref: request.id,
    log: request.log as Log,
  }
  const reader = forOperator ? allOperators : validSession?.bettor.toString()
  const { house } = mounting
  const asOperator = () => {
    invariant(operator && house, 'an operators’ call is served to operators only')
    const commandId = commandIdOf(call, objectOf(body.value))
    const asked = { call, sent: input, input: read.value, commandId, operator, context: context as Call<'operator'> }
    return runOperatorCall({ ...asked, house, handler: run as never })
  }
  const runCall = () => {
    const runs = () => (forOperator ? asOperator() : run(read.value, context as Call<Auth>))
    return mounting.reads ? mounting.reads.serve(call, reader, runs) : runs()
  }
  const inShare = isShared(call)
  // Serialising, compressing and sending the answer is part of what the call costs.
  const runAndSend = async (): Promise<FastifyReply> => {
    const outcome = await runCall()
    if (!outcome.ok) return refuse(outcome)
    return sendAnswer(outcome.value, { call, request, reply, inShare, check: mounting.checkAnswers })
  }
  return runShared(inShare ? mounting.publicCalls : undefined, request, runAndSend)
}

const isOfConsole = ({ path }: Route): boolean => path.startsWith('/v1/operator/')

/** Whether an operator has the permission of a call. */
export const mayCall = ({ permission }: Pick<Route, 'permission'>, { may }: Operator): boolean =>
  permission !== undefined && may.has(permission)

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

/**
 * The input in the query string. Only a GET has all of its input there. Of another call, it is the fields that the path names, as in
 * `/v1/code?page=:page`: the query string is not signed, so it must not add a field to a signed body.
 */
function queryOf({ method, path }: Route, query: unknown): Readonly<Record<string, unknown>> {
  const given = objectOf(query)
  if (method === 'GET') return given
  const named = pathFields(path)
  return Object.fromEntries(Object.entries(given).filter(([name]) => named.includes(name)))
}

/** The fields that a call reads; undefined if its schema does not list them or does not ignore all others. */
function knownFields({ input }: Route): readonly string[] | undefined {
  if (!('shape' in input)) return undefined
  const ignoresOthers = !('catchall' in input._zod.def) || input._zod.def.catchall === undefined
  return ignoresOthers ? Object.keys(input.shape as object) : undefined
}

/**
 * The fields of a call from these sources; of a field in several, the last one. Fields that the call ignores are not even copied: a small
 * request may have tens of thousands of them.
 */
function inputOf(
  fields: readonly string[] | undefined,
  sources: readonly Readonly<Record<string, unknown>>[],
): Record<string, unknown> {
  if (!fields) return Object.assign({}, ...sources) as Record<string, unknown>
  const input: Record<string, unknown> = {}
  for (const name of fields) for (const source of sources) if (Object.hasOwn(source, name)) input[name] = source[name]
  return input
}
